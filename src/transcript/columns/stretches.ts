import { Column } from "./column.ts";

/** The number of stretches between stored starts: other starts are computed from these. */
const STRIDE = 8;

/** The places of consecutive ranges, such as lines or texts: two or three bytes for most. */
export class Stretches {
  private readonly lengths = new Column();
  private readonly starts: number[] = [];
  /** The end of the last one. */
  end = 0;

  get count(): number {
    return this.lengths.length;
  }

  /** Adds the next one, and gives its index. */
  add(length: number): number {
    const index = this.count;
    if (index % STRIDE === 0) this.starts.push(this.end);
    this.lengths.push(length);
    this.end += length;
    return index;
  }

  length(index: number): number {
    return this.lengths.at(index);
  }

  /** The start of one; past the last, its end. */
  start(index: number): number {
    if (index >= this.count) return this.end;
    const kept = index - (index % STRIDE);
    let start = this.starts[kept / STRIDE] ?? 0;
    for (let at = kept; at < index; at++) start += this.lengths.at(at);
    return start;
  }
}
