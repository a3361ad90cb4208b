import { Column } from "./column.ts";

/** Stretches between two whose starts are kept: the others are found from there. */
const STRIDE = 8;

/** Where stretches lie that follow each other, lines or texts: two or three bytes for most of them. */
export class Stretches {
  private readonly lengths = new Column();
  private readonly starts: number[] = [];
  /** Where the last of them ends. */
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

  /** Where one begins; past the last, where that ends. */
  start(index: number): number {
    if (index >= this.count) return this.end;
    const kept = index - (index % STRIDE);
    let start = this.starts[kept / STRIDE] ?? 0;
    for (let at = kept; at < index; at++) start += this.lengths.at(at);
    return start;
  }
}
