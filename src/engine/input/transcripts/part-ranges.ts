import { Column } from "../../../transcript/columns/column.ts";

/** The bytes `[start, end)` of a line's content where the text of a part is, and flags. */
export interface PartRange {
  readonly start: number;
  readonly end: number;
  readonly flags: number;
}

/** The ranges of some parts, by their numbers in ascending order: mostly looked up in that order too. */
export class PartRanges {
  private readonly numbers = new Column();
  private readonly starts = new Column();
  private readonly ends = new Column();
  private readonly flags = new Column();
  private latest = 0;

  push(number: number, { start, end, flags }: PartRange): void {
    this.numbers.push(number);
    this.starts.push(start);
    this.ends.push(end);
    this.flags.push(flags);
  }

  /** The range of a part; undefined if it is not there. */
  get(number: number): PartRange | undefined {
    const at = this.find(number);
    if (at === undefined) return undefined;
    return { start: this.starts.at(at), end: this.ends.at(at), flags: this.flags.at(at) };
  }

  private find(number: number): number | undefined {
    const { numbers, latest } = this;
    if (latest < numbers.length && numbers.at(latest) === number) return latest;
    const next = latest + 1;
    if (next < numbers.length && numbers.at(next) === number) {
      this.latest = next;
      return next;
    }
    const at = numbers.firstAbove(number) - 1;
    if (at < 0 || numbers.at(at) !== number) return undefined;
    this.latest = at;
    return at;
  }
}
