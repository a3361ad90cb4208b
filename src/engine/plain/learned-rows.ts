import type { Format } from "../../formats/format.ts";
import { isResultSign } from "../../formats/unread/result-signs.ts";
import type { RowPolicy } from "../../json/tape/masked-rows.ts";
import type { TapeTree } from "../../json/tape/tape-tree.ts";
import type { LearnedRow } from "../input/input-piece.ts";
import type { KernelAnswers } from "./kernel-answers.ts";

/** The rows that the kernel knows under a policy, and answers to what it asks about others that are like these. */
export class LearnedRows {
  policy: RowPolicy;
  /** The format of those that were learned last. */
  format: Format | undefined;
  private readonly answers: KernelAnswers;

  constructor(policy: RowPolicy, answers: KernelAnswers) {
    this.policy = policy;
    this.answers = answers;
  }

  /** Learns a row, if its format has its words in a table. */
  learn(tree: TapeTree, { format, hasResults }: LearnedRow): void {
    if (format.chat === undefined) return;
    // Another policy for another format: the kernel forgets the rows of the one before.
    if (format !== this.format) this.policy = { ...this.policy };
    this.format = format;
    this.answers.tree = tree;
    this.answers.table = format.chat;
    // A row without results says too little of itself where one may be there under a key, or results tell the format.
    const hasSign = hasResults || tree.keys(tree.root).some(isResultSign);
    tree.learnRow(this.policy, format.chat, hasSign);
  }
}
