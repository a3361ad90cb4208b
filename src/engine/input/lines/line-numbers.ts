import type { TapeTree } from "../../../json/tape/tape-tree.ts";

/** Bytes between two places whose lines are noted. */
const STRIDE = 64 * 1024;

/** Finds the line numbers of offsets, in any order, in time O(bytes). */
export class LineNumbers {
  private readonly bytes: TapeTree["bytes"];
  private readonly start: number;
  /** The line at `start`, at `start + STRIDE`, and so on as far as was needed. */
  private readonly noted: number[];
  /** The latest offset and its line: the next is mostly close behind. */
  private latest: number;
  private latestLine: number;

  /** `start` is the offset of a place in `bytes` that is on line `line`. */
  constructor(
    { bytes }: Pick<TapeTree, "bytes">,
    { start, line }: { readonly start: number; readonly line: number },
  ) {
    this.bytes = bytes;
    this.start = start;
    this.noted = [line];
    this.latest = start;
    this.latestLine = line;
  }

  /** The line that an offset is on; that of the start for one before it. */
  at(offset: number): number {
    const { latest } = this;
    const isNear = offset >= latest && offset - latest < STRIDE;
    this.latestLine = isNear
      ? this.latestLine + this.bytes.lineBreaks(latest, offset)
      : this.find(offset);
    this.latest = Math.max(offset, this.start);
    return this.latestLine;
  }

  private find(offset: number): number {
    const { noted, start } = this;
    const stride = Math.max(0, Math.floor((offset - start) / STRIDE));
    while (noted.length <= stride) {
      const from = start + (noted.length - 1) * STRIDE;
      noted.push((noted.at(-1) ?? 0) + this.bytes.lineBreaks(from, from + STRIDE));
    }
    return (noted[stride] ?? 0) + this.bytes.lineBreaks(start + stride * STRIDE, offset);
  }
}
