import { mayTellByMessages } from "../../../formats/fits-keys.ts";
import type { Format } from "../../../formats/format.ts";
import { isResultSign } from "../../../formats/unread/result-signs.ts";
import type { RowPolicy } from "../../../json/tape/masked-rows.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import type { LearnedRow } from "../../input/column-takers.ts";
import { ITEMS } from "../learned/item-learner.ts";
import { readByItems } from "../learned/read-by-items.ts";
import type { KernelAnswers } from "./kernel-answers.ts";

/**
 * How many more rows of other formats to see than of the learned one before the kernel learns one of them and forgets
 * the rows it knows. Data sets mix rows with results and rows of bare messages, which are detected as chat completions:
 * it should know those of which there are more.
 */
const PATIENCE = 32;

/**
 * The rows that the kernel has learned under a policy, and the answers to its questions about similar rows.
 */
export class LearnedRows {
  policy: RowPolicy;
  /** The format of the rows learned last. */
  format: Format | undefined;
  /** How many more rows of other formats there were since. */
  private others = 0;
  private readonly answers: KernelAnswers;

  constructor(policy: RowPolicy, answers: KernelAnswers) {
    this.policy = policy;
    this.answers = answers;
  }

  /** Counts rows of the learned format. */
  count(rows: number): void {
    this.others = Math.max(0, this.others - rows);
  }

  /** Learns a row, if its format has a table of words, or reads each message by itself. */
  learn(tree: TapeTree, { format, hasResults, isOf, isAsked }: LearnedRow): void {
    const table = format.chat ?? (format.readItem && ITEMS);
    if (table === undefined || tree.scanned === undefined) return;
    // The kernel reads a row as one conversation.
    if (format.inner?.(tree, tree.root) !== undefined) return;
    if (format !== this.format) {
      if (this.format !== undefined && ++this.others < PATIENCE) return;
      // A new policy object makes the kernel forget the rows of the previous format.
      this.policy = { ...this.policy };
      this.format = format;
      this.others = 0;
    }
    if (table.byItems) readByItems(tree, format);
    this.answers.tree = tree;
    this.answers.table = table;
    // With a sign, the kernel leaves rows of this shape that have no results: a key may hold one, or the
    // format may have been recognized by results.
    const hasSign = hasResults || tree.keys(tree.root).some(isResultSign);
    this.answers.isOf = isOf ?? this.answers.isOf;
    const isToldByMessages = mayTellByMessages(tree);
    tree.scanned.learnRow(this.policy, table, { hasSign, isAsked, isToldByMessages });
  }
}
