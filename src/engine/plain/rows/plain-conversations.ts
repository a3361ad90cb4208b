import type { Format, InnerConversation } from "../../../formats/format.ts";
import type { Splice } from "../../../json/splice/splice.ts";
import type { ChatColumns } from "../../../json/tape/chat-table.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import type { Job } from "../../edits/job.ts";
import type { ConversationAbout } from "../../input/reading.ts";
import { isPlainJob } from "../policy/plain-policy.ts";
import { isTaskFirst } from "../policy/plain-task.ts";
import { type Masked, plainTelemetry } from "../policy/plain-telemetry.ts";
import { countsTask } from "../policy/window-limit.ts";
import { mayBeBound } from "../results/plain-reasoning.ts";
import { isSureAround, isSureOfResults } from "../results/plain-unread.ts";
import { PlainMasking } from "./plain-masking.ts";
import type { PlainRows } from "./plain-rows.ts";
import { openInKernel } from "./text-around.ts";

/**
 * Compacts conversations under a plain policy, without an object for each message: columns of integers from
 * the tape, then decisions, then splices. For formats with a table of words. The splices and the report are
 * those of `compactHeld`.
 */
export class PlainConversations {
  private readonly job: Job;
  private readonly masking: PlainMasking;
  private readonly rows: PlainRows | undefined;

  private constructor(job: Job, rows: PlainRows | undefined) {
    this.job = job;
    this.rows = rows;
    this.masking = new PlainMasking(job);
  }

  /** Undefined if the job needs objects. `rows` masks what it can by itself. */
  static for(job: Job, rows?: PlainRows): PlainConversations | undefined {
    return isPlainJob(job) ? new PlainConversations(job, rows) : undefined;
  }

  /** The splices for the conversations in a record, in order; undefined if one is not plain. */
  compact(tree: TapeTree, about: ConversationAbout): readonly Splice[] | undefined {
    const { format } = about;
    const { root } = tree;
    const inner = format.inner?.(tree, root);
    if (inner === undefined) return this.report(about, [this.compactIn(tree, format, about)]);
    const nodes = inner.map(({ node }) => node);
    const haveTables = inner.every((each) => each.format.chat !== undefined);
    // Texts are archived while masking, so the outcome of one that another may discard cannot have an archive.
    const mayDiscard = inner.length > 1 && this.job.archive !== undefined;
    if (!haveTables || mayDiscard || !isSureAround(tree, nodes)) return undefined;
    const found: Compacted[] = [];
    for (const each of inner) {
      const one = this.compactInner(tree, each, about);
      tree.turnTo(root);
      if (one === undefined) return undefined;
      found.push(one);
    }
    return this.report(about, found);
  }

  /** Reports the conversations of a record, and returns their splices; undefined if one is not plain. */
  private report(
    about: ConversationAbout,
    all: readonly (Compacted | undefined)[],
  ): readonly Splice[] | undefined {
    const found = all.filter((each) => each !== undefined);
    if (found.length < all.length) return undefined;
    for (const { counts, masked } of found) {
      about.guard.plain(counts);
      this.job.onTranscript(plainTelemetry(this.job, { ...about, ...counts }, masked));
    }
    return found.flatMap(({ splices }) => splices);
  }

  /** Compacts a conversation of another format, which may be JSON in a string. */
  private compactInner(
    tree: TapeTree,
    { node, format }: InnerConversation,
    about: ConversationAbout,
  ): Compacted | undefined {
    if (!tree.isString(node)) {
      tree.turnTo(node);
      return this.compactIn(tree, format, about);
    }
    // Its texts are archived one by one.
    if (this.job.archive !== undefined || tree.hasInvalidUtf8) return undefined;
    return openInKernel(tree, node, (inner, around) => {
      this.masking.around = around;
      const found = this.compactIn(inner, format, about);
      this.masking.around = undefined;
      return found;
    });
  }

  /** The same for the conversation in the root of a tree, which a format reads. */
  private compactIn(
    tree: TapeTree,
    format: Format,
    about: ConversationAbout,
  ): Compacted | undefined {
    const { chat: table } = format;
    const columns = table && tree.chat(table);
    if (table === undefined || columns === undefined) return undefined;
    if (!isSureOfResults(tree, table, columns)) return undefined;
    // Such a transcript is reported at the line of its first message, which in a document may not be line 1.
    if (about.format.arrange !== undefined && tree.holdsLineEnd()) return undefined;
    const mayCount = !countsTask(this.job.policy.window) || columns.count === 0;
    if (!mayCount && !isTaskFirst(tree, table, columns)) return undefined;
    if (columns.hasSigned && mayBeBound(tree, this.job.policy)) return undefined;
    const { masking } = this;
    const byKernel = masking.around === undefined ? this.rows?.mask(tree, format) : undefined;
    const found = byKernel ?? masking.maskInBudget(tree, columns);
    if (found === undefined) return undefined;
    const { splices, ...masked } = found;
    const { count: results, calls, messages, chars, toolTurns } = columns;
    return { splices, masked, counts: { results, calls, messages, chars, toolTurns } };
  }
}

/** The outcome for one conversation of a record. */
interface Compacted {
  readonly splices: readonly Splice[];
  readonly masked: Masked;
  readonly counts: Pick<ChatColumns, "calls" | "messages" | "chars" | "toolTurns"> & {
    readonly results: number;
  };
}
