import type { FormatChoice } from "../../../formats/format-choice.ts";
import { TapeTree } from "../../../json/tape/tape-tree.ts";
import type { ReadLine } from "../lines/read-line.ts";
import type { Misread } from "../recognise/misread.ts";
import {
  MAX_HEAD_RECORDS,
  misreadIn,
  type Recognised,
  recognise,
} from "../recognise/recognise-format.ts";

/** The most lines kept: a transcript does not begin after more blank ones. */
const MAX_HEAD_LINES = 65_536;

/** The first lines of an input, kept until its layout is known. */
export class FirstLines {
  readonly lines: ReadLine[] = [];
  readonly records: TapeTree[] = [];
  private readonly mayBeginBadly: boolean;

  /** `mayBeginBadly`: a first line that is no record does not make the input a document. */
  constructor({ mayBeginBadly = false } = {}) {
    this.mayBeginBadly = mayBeginBadly;
  }

  add(read: ReadLine): void {
    this.lines.push(read);
    if (read.tree instanceof TapeTree) this.records.push(read.tree);
  }

  /** Whether there was text before any record: then the input is not lines. */
  get beginsBadly(): boolean {
    return (
      !this.mayBeginBadly && this.records.length === 0 && this.lines.at(-1)?.tree !== undefined
    );
  }

  /** Whether there was only white space so far. */
  get isBlank(): boolean {
    return this.lines.every(({ tree }) => tree === undefined);
  }

  get isFull(): boolean {
    return this.records.length >= MAX_HEAD_RECORDS || this.lines.length >= MAX_HEAD_LINES;
  }

  /** Why no format is recognised that claims these records, if one does; see `misreadIn`. */
  misread(choice: FormatChoice): Misread | undefined {
    const lineOf = (record: TapeTree) =>
      this.lines.find(({ tree }) => tree === record)?.line.number ?? 1;
    return misreadIn(this.records, { choice, lineOf });
  }

  recognise(choice: FormatChoice, { isAll }: { readonly isAll: boolean }): Recognised | undefined {
    return recognise(this.records, { choice, isAll });
  }
}
