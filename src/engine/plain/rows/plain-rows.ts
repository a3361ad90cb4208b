import type { Format } from "../../../formats/format.ts";
import type { Splice } from "../../../json/splice/splice.ts";
import type { ChatTable } from "../../../json/tape/chat-table.ts";
import {
  EDIT,
  EDIT_STRIDE,
  type MaskedRows,
  type NotedMessages,
  type RowPolicy,
} from "../../../json/tape/masked-rows.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import type { Node } from "../../../json/tree/tree.ts";
import type { Job } from "../../edits/job.ts";
import type { LearnedRow, RowColumns } from "../../input/column-takers.ts";
import type { RowPiece } from "../../input/input-piece.ts";
import { ITEMS } from "../learned/item-learner.ts";
import { isLong } from "../learned/read-by-items.ts";
import { isPlainJob } from "../policy/plain-policy.ts";
import type { Masked } from "../policy/plain-telemetry.ts";
import { itemColumns } from "./item-columns.ts";
import { KernelAnswers } from "./kernel-answers.ts";
import { LearnedRows } from "./learned-rows.ts";
import { maskedOf } from "./row-account.ts";
import { archiveRows, fillRef } from "./row-archive.ts";
import { rowSettings } from "./row-settings.ts";

/**
 * Rows that the kernel masks by itself because it has learned a similar one, and single conversations that it
 * masks: answers its questions and reports the outcome. The result is that of `PlainConversations`.
 */
export class PlainRows implements RowColumns {
  private readonly job: Job;
  private readonly answers: KernelAnswers;
  private readonly rows: LearnedRows;
  private readonly isPart: boolean;

  private constructor(job: Job, settings: Omit<RowPolicy, "answers">, isPart: boolean) {
    this.job = job;
    this.isPart = isPart;
    this.answers = new KernelAnswers(job);
    this.rows = new LearnedRows({ ...settings, answers: this.answers }, this.answers);
  }

  /** Undefined if the job needs more than the kernel can decide. */
  static for(job: Job, { isPart }: { readonly isPart: boolean }): PlainRows | undefined {
    const settings = isPlainJob(job) ? rowSettings(job) : undefined;
    return settings && new PlainRows(job, settings, isPart);
  }

  get policy(): RowPolicy {
    return this.rows.policy;
  }

  get learned(): Format | undefined {
    return this.rows.format;
  }

  reads(tree: TapeTree, format: Format): boolean {
    if (!isLong(tree) || format.inner?.(tree, tree.root) !== undefined) return false;
    return (itemColumns(tree, format, this.job)?.count ?? 0) > 0;
  }

  learn(tree: TapeTree, about: LearnedRow): void {
    // Copies of results, which the kernel leaves, are in messages that are read by themselves.
    if (this.job.sideCopies === "mask" && about.format.chat === undefined) return;
    this.rows.learn(tree, about);
  }

  /**
   * Masks a conversation that was read by itself, by a table; undefined if the kernel leaves it, and as the kernel left
   * it if it is over its budget then.
   */
  mask(
    tree: TapeTree,
    format: Format,
    chat: ChatTable = ITEMS,
  ): MaskedConversation | MissedBudget | undefined {
    const { answers } = this;
    const { policy, format: learned = format } = this.rows;
    // A policy for another format would make the kernel forget the rows that it learned.
    if (learned !== format) return undefined;
    const { tree: rowTree, table, root } = answers;
    Object.assign(answers, { tree, table: chat, root: tree.root });
    const batch = tree.scanned?.maskRow(policy, chat);
    const missed = batch?.missed;
    const masked =
      batch &&
      (missed === undefined
        ? { splices: splicesOf(batch, this.job), ...maskedOf(batch.numbers) }
        : { batch, missed });
    Object.assign(answers, { tree: rowTree, table, root });
    return masked;
  }

  items(tree: TapeTree, first: Node, stop: Node): MaskedRows | undefined {
    const { answers, rows } = this;
    if (rows.format === undefined) return undefined;
    answers.tree = tree;
    return tree.scanned?.readItems(rows.policy, first, stop);
  }

  /** Reports conversations that were read like rows, and returns their splices. */
  splices(piece: RowPiece): readonly Splice[] {
    this.account(piece);
    return splicesOf(piece.batch, this.job);
  }

  /** Archives the texts that were masked in rows, and reports the rows. */
  report(piece: RowPiece): void {
    const { archive } = this.job;
    const { batch, line } = piece;
    if (archive !== undefined)
      archiveRows(archive, { batch, line: this.isPart ? undefined : line });
    this.account(piece);
  }

  private account({ batch, format, line }: RowPiece): void {
    const { count, numbers } = batch;
    this.rows.count(count);
    this.job.onRows({ format: format.name, line, count, numbers });
  }
}

/** The outcome for a conversation, with its splices in order. */
export type MaskedConversation = Masked & { readonly splices: readonly Splice[] };

/** A conversation that is over its budget once masked, as the kernel left it. */
export interface MissedBudget {
  readonly batch: MaskedRows;
  readonly missed: NotedMessages;
}

/** The splices of a conversation, with the digests of their texts if there is an archive. */
function splicesOf(batch: MaskedRows, { archive }: Pick<Job, "archive">): readonly Splice[] {
  const { bytes, edits, masked } = batch;
  return Array.from({ length: masked }, (_, k) => {
    const integer = (place: number) => edits[k * EDIT_STRIDE + place] ?? 0;
    const [start, end, out] = [integer(EDIT.start), integer(EDIT.end), integer(EDIT.out)];
    const removed = archive && fillRef(batch, k, bytes.subarray(start, end));
    const text = bytes.toString("utf8", out, out + integer(EDIT.length));
    return { start, end, text, digest: removed?.digest };
  });
}
