import type { Format } from "../../formats/format.ts";
import { isResultSign } from "../../formats/unread/result-signs.ts";
import type { RowPolicy } from "../../json/tape/masked-rows.ts";
import type { TapeTree } from "../../json/tape/tape-tree.ts";
import type { LearnedRow } from "../input/input-piece.ts";
import type { KernelAnswers } from "./kernel-answers.ts";

/**
 * Rows of other formats until one of them is learned instead, and those learned are forgotten. Sets mix rows with
 * results and rows of bare messages, which are told as chat completions: to forget all at each would take longer.
 */
const PATIENCE = 32;

/** The rows that the kernel knows under a policy, and answers to what it asks about others that are like these. */
export class LearnedRows {
  policy: RowPolicy;
  /** The format of those that were learned last. */
  format: Format | undefined;
  /** Rows of other formats since then. */
  private others = 0;
  private readonly answers: KernelAnswers;

  constructor(policy: RowPolicy, answers: KernelAnswers) {
    this.policy = policy;
    this.answers = answers;
  }

  /** Learns a row, if its format has its words in a table. */
  learn(tree: TapeTree, { format, hasResults }: LearnedRow): void {
    if (format.chat === undefined) return;
    if (format !== this.format) {
      if (this.format !== undefined && ++this.others < PATIENCE) return;
      // Another policy for another format: the kernel forgets the rows of the one before.
      this.policy = { ...this.policy };
      this.format = format;
      this.others = 0;
    }
    this.answers.tree = tree;
    this.answers.table = format.chat;
    // A row without results says too little of itself where one may be there under a key, or results tell the format.
    const hasSign = hasResults || tree.keys(tree.root).some(isResultSign);
    tree.learnRow(this.policy, format.chat, hasSign);
  }
}
