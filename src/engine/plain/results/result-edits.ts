import type { Splice } from "../../../json/splice/splice.ts";
import { Column } from "../../../transcript/columns/column.ts";
import type { OddPlan, PlannedEdit } from "./decision-table.ts";

/** A replacement text: its chars, its JSON, and the digest of the original for the archive. */
interface TextForResults {
  readonly chars: number;
  readonly json: string;
  readonly digest: string | undefined;
}

/**
 * The edits of results, in columns, added in the order of the results: for each the string in the input, and the number
 * of its replacement.
 */
export class ResultEdits {
  private readonly starts = new Column();
  private readonly farStarts = new Column();
  private readonly lengths = new Column();
  private readonly textNumbers = new Column();
  private readonly texts: TextForResults[] = [];
  private readonly numberOfText = new Map<string, number>();
  /** The splices of results that have several or archive their text, by result. */
  private readonly splicesOf = new Map<number, readonly Splice[]>();

  /** Adds a result that stays. */
  addNone(): void {
    this.place(0, 0, 0);
  }

  add(planned: PlannedEdit): void {
    const { start, end } = planned;
    this.place(start, end - start, this.numberFor(planned));
  }

  addOdd({ chars, splices }: OddPlan): void {
    const [only] = splices;
    if (splices.length > 1 || only?.archived !== undefined)
      this.splicesOf.set(this.starts.length, splices);
    const text = { chars, json: only?.text ?? "", digest: undefined };
    const { start = 0, end = 0 } = only ?? {};
    this.place(start, end - start, this.texts.push(text) - 1);
  }

  private place(start: number, length: number, text: number): void {
    this.starts.push(start % FAR);
    this.farStarts.push(Math.floor(start / FAR));
    this.lengths.push(length);
    this.textNumbers.push(text);
  }

  private numberFor({ written: { chars, json }, digest }: PlannedEdit): number {
    // With a digest each text is unique, so it is not looked up.
    const mayReturn = digest === undefined;
    const known = mayReturn ? this.numberOfText.get(json) : undefined;
    if (known !== undefined) return known;
    const number = this.texts.push({ chars, json, digest }) - 1;
    if (mayReturn && number < MOST_TEXTS) this.numberOfText.set(json, number);
    return number;
  }

  /** The chars of a result after its edit. */
  chars(result: number): number {
    return this.textFor(result).chars;
  }

  /** The splices of a result's edit. */
  splices(result: number): readonly Splice[] {
    const several = this.splicesOf.get(result);
    if (several !== undefined) return several;
    const start = this.farStarts.at(result) * FAR + this.starts.at(result);
    const { json, digest } = this.textFor(result);
    return [{ start, end: start + this.lengths.at(result), text: json, digest }];
  }

  private textFor(result: number): TextForResults {
    return this.texts[this.textNumbers.at(result)] ?? NO_TEXT;
  }
}

const NO_TEXT: TextForResults = { chars: 0, json: "", digest: undefined };

/** The most replacement texts to look up for reuse. */
const MOST_TEXTS = 10_000;

/** Columns hold integers of 32 bits, and inputs may be larger. */
const FAR = 2 ** 30;
