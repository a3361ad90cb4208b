import { Column } from "../../../transcript/columns/column.ts";

/** The numbers of some parts, in ascending order: mostly looked up in that order too. */
export class PartNumbers {
  private readonly numbers = new Column();
  private latest = 0;

  push(number: number): void {
    this.numbers.push(number);
  }

  /** The index of a number; undefined if it is not there. */
  find(number: number): number | undefined {
    const { numbers } = this;
    for (const guess of [this.latest, this.latest + 1]) {
      if (guess < numbers.length && numbers.at(guess) === number) {
        this.latest = guess;
        return guess;
      }
    }
    const at = numbers.firstAbove(number) - 1;
    if (at < 0 || numbers.at(at) !== number) return undefined;
    this.latest = at;
    return at;
  }
}
