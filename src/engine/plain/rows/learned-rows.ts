import type { Format, InnerConversation } from "../../../formats/format.ts";
import { mayTellByMessages } from "../../../formats/registry/fits-keys.ts";
import { signedColumns } from "../../../formats/registry/signed-columns.ts";
import { isResultSign } from "../../../formats/unread/result-signs.ts";
import type { ChatTable } from "../../../json/tape/chat-table.ts";
import type { RowPolicy } from "../../../json/tape/masked-rows.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import { NONE, type Node } from "../../../json/tree/tree.ts";
import type { LearnedRow } from "../../input/column-takers.ts";
import { ITEMS } from "../learned/item-learner.ts";
import { readByItems } from "../learned/read-by-items.ts";
import { isSureAround } from "../results/plain-unread.ts";
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
  /** The table of their conversations. */
  private table: ChatTable | undefined;
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

  /**
   * Learns a row, if its format has a table of words, or reads each message by itself, or if it holds one conversation
   * of a format with a table.
   */
  learn(tree: TapeTree, { format, hasResults, isOf, isAsked }: LearnedRow): void {
    const inner = format.inner?.(tree, tree.root);
    const table = tableOf(format, inner);
    if (table === undefined || tree.scanned === undefined) return;
    // Of each row it is asked which conversation it holds: only if the kernel can read that.
    if (inner !== undefined && !(isAsked && isRead(tree, inner))) return;
    if (format !== this.format || table !== this.table) {
      if (this.format !== undefined && ++this.others < PATIENCE) return;
      // A new policy object makes the kernel forget the rows of the previous format.
      this.policy = { ...this.policy };
      this.format = format;
      this.table = table;
      this.others = 0;
    }
    if (table.byItems) readByItems(tree, format);
    Object.assign(this.answers, { tree, table, root: tree.root });
    // With a sign, the kernel leaves rows of this shape that have no results: a key may hold one, or the
    // format may have been recognized by results.
    const hasSign = hasResults || tree.keys(tree.root).some(isResultSign);
    if (isOf !== undefined)
      this.answers.rootOf = (row) => (isOf(row) ? rootOf(row, { format, table }) : NONE);
    const isToldByMessages = mayTellByMessages(tree);
    tree.scanned.learnRow(this.policy, table, { hasSign, isAsked, isToldByMessages });
  }
}

/**
 * The table by which a record is read: that of the only conversation in it, undefined if there are several, or without
 * any, that of its format.
 */
function tableOf(
  { chat, readItem }: Format,
  inner: readonly InnerConversation[] | undefined,
): ChatTable | undefined {
  if (inner === undefined) return chat ?? (readItem && ITEMS);
  const [only, ...more] = inner;
  return more.length > 0 ? undefined : only?.format.chat;
}

/** Whether the kernel reads the only conversation in a record, which is not in a string. */
function isRead(tree: TapeTree, [only]: readonly InnerConversation[]): boolean {
  if (only === undefined || tree.isString(only.node)) return false;
  const { node, format } = only;
  const { chat } = format;
  const { scanned } = tree;
  if (chat === undefined || scanned === undefined) return false;
  return tree.within(node, () => signedColumns(scanned, chat)?.isClosed) === true;
}

/** The root of the conversation of a row that a format reads by a table; `NONE` if the kernel does not know it. */
function rootOf(
  row: TapeTree,
  { format, table }: { readonly format: Format; readonly table: ChatTable },
): Node {
  const inner = format.inner?.(row, row.root);
  if (tableOf(format, inner) !== table) return NONE;
  if (inner === undefined) return row.root;
  const [{ node } = { node: NONE }] = inner;
  return !row.isString(node) && isSureAround(row, [node]) ? node : NONE;
}
