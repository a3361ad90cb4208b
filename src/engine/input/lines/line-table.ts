import type { LineEnds } from "../../../json/scan/line-ends.ts";
import { Stretches } from "../../../transcript/columns/stretches.ts";
import type { Line } from "./line.ts";

/** The places of an input's lines: two or three bytes for most. */
export class LineTable implements LineEnds {
  private readonly stretches = new Stretches();
  /** Bytes of line breaks that are not as long as the first one. */
  private readonly oddBreaks = new Map<number, number>();
  private markBytes = 0;
  /** The line break of the first line. */
  lineBreak = "\n";

  /** Adds the next line, and gives its index. */
  add({ bytes, first, next, start, end }: Line): number {
    const index = this.stretches.add(next - first);
    if (index === 0) {
      this.markBytes = start - first;
      if (next > end) this.lineBreak = bytes.toString("latin1", end, next);
    }
    if (next - end !== this.lineBreak.length) this.oddBreaks.set(index, next - end);
    return index;
  }

  get count(): number {
    return this.stretches.count;
  }

  /** The offset of a line's content, after a byte order mark, which stays in the file. */
  start(index: number): number {
    return this.stretches.start(index) + (index === 0 ? this.markBytes : 0);
  }

  end(index: number): number {
    if (index >= this.count) return this.stretches.end;
    return this.next(index) - (this.oddBreaks.get(index) ?? this.lineBreak.length);
  }

  next(index: number): number {
    return this.stretches.start(index + 1);
  }
}
