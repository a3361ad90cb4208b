import type { Format } from "../../../formats/format.ts";
import type { RecordParts } from "../../../formats/shared/record-parts.ts";
import type { PathStep } from "../../../json/tape/learned-steps.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import { AskedTree } from "./asked-tree.ts";
import { FoundSink, type SessionNumbers } from "./found-sink.ts";
import { LinePath } from "./line-path.ts";

/** Where the lines that were learned are kept. */
export interface LearnedLines {
  /** False if the path is there already, or there is no room. */
  learn(path: readonly PathStep[]): boolean;
}

/**
 * Learns lines as their format reads them, for formats without a table of words. A reader is pure: what it finds
 * depends only on what it asks of a line. So its questions, their answers and what it found are all that the kernel has
 * to know to read a line with the same answers.
 */
export class LineLearner {
  private readonly lines: LearnedLines;
  private readonly numbers: SessionNumbers;
  private readonly path = new LinePath();
  /** Lines in a row that were not learned. */
  private failures = 0;

  constructor(lines: LearnedLines, numbers: SessionNumbers) {
    this.lines = lines;
    this.numbers = numbers;
  }

  /** Reads a line, and learns it if all that the reader did is known. */
  read(format: Format, tree: TapeTree, parts: RecordParts): void {
    const { path, numbers, lines } = this;
    if (this.failures >= PATIENCE && this.failures % ONE_IN !== 0) {
      this.failures++;
      format.read(tree, tree.root, parts);
      return;
    }
    path.open(tree.root);
    const asked = new AskedTree(tree, path, (text) => numbers.textOf(text));
    format.kindOf(asked, asked.root);
    format.read(asked, asked.root, new FoundSink(parts, { path, tree: asked, numbers }));
    path.close();
    const isWhole = path.isWhole && parts.isUnderstood;
    this.failures = isWhole && lines.learn(path.steps) ? 0 : this.failures + 1;
  }
}

/** To learn a line takes longer than to read it: after this many failures, only one in some lines is tried. */
const PATIENCE = 16;
const ONE_IN = 64;
