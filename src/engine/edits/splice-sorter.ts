import type { Splice } from "../../json/splice/splice.ts";
import { Column } from "../../transcript/columns/column.ts";
import { TextTable } from "../../transcript/columns/text-table.ts";

/** Offsets are stored as a multiple of this and a remainder. */
const HIGH = 2 ** 30;

/**
 * Sorts splices by their offsets. Stored as numbers, about thirty bytes each besides the text, since a transcript
 * may have millions.
 */
export class SpliceSorter {
  private readonly highs = new Column();
  private readonly lows = new Column();
  private readonly lengths = new Column();
  private readonly numbers = new Column();
  private readonly texts = new TextTable();

  add(splices: Iterable<Splice>): void {
    for (const { start, end, text } of splices) {
      this.highs.push(Math.floor(start / HIGH));
      this.lows.push(start % HIGH);
      this.lengths.push(end - start);
      this.numbers.push(this.texts.numberOf(text));
    }
  }

  /** All splices, sorted; two at the same place keep their order. */
  *inOrder(): Iterable<Splice> {
    this.texts.releaseIndex();
    for (const index of this.order()) {
      const start = this.start(index);
      const end = start + this.lengths.at(index);
      yield { start, end, text: this.texts.text(this.numbers.at(index)) ?? "" };
    }
  }

  private order(): readonly number[] {
    const order = Array.from({ length: this.lows.length }, (_, index) => index);
    return order.sort(
      (a, b) => this.start(a) - this.start(b) || this.lengths.at(a) - this.lengths.at(b),
    );
  }

  private start(index: number): number {
    return this.highs.at(index) * HIGH + this.lows.at(index);
  }
}
