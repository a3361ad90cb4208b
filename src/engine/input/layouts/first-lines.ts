import type { Format } from "../../../formats/format.ts";
import type { FormatChoice } from "../../../formats/registry/format-choice.ts";
import { TapeTree } from "../../../json/tape/tape-tree.ts";
import type { LineColumns } from "../column-takers.ts";
import type { ReadLine, ScanAgain } from "../lines/read-line.ts";
import { areClosedLines } from "../recognise/closed-lines.ts";
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
  private readonly about: FirstLinesAbout;

  constructor(about: FirstLinesAbout) {
    this.about = about;
  }

  add(read: ReadLine): void {
    this.lines.push(read);
    if (read.tree instanceof TapeTree) this.records.push(read.tree);
  }

  /** Whether there was text before any record: then the input is not lines. */
  get beginsBadly(): boolean {
    return (
      this.about.mayBeginBadly !== true &&
      this.records.length === 0 &&
      this.lines.at(-1)?.tree !== undefined
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
    const { columns, scanAgain } = this.about;
    const areClosed = (format: Format) => areClosedLines(this.lines, format, scanAgain);
    return recognise(this.records, { choice, isAll, ...(columns && { areClosed }) });
  }
}

export interface FirstLinesAbout {
  readonly scanAgain: ScanAgain;
  /** Who takes lines as columns, if anyone does. */
  readonly columns: LineColumns | undefined;
  /** Whether a first line that is no record does not make the input a document. */
  readonly mayBeginBadly?: boolean;
}
