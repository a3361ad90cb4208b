import type { Format, InnerConversation } from "../../../formats/format.ts";
import { readStore } from "../../../io/store/store.ts";
import type { Splice } from "../../../json/splice/splice.ts";
import type { ChatColumns, ChatTable } from "../../../json/tape/chat-table.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import { NONE } from "../../../json/tree/tree.ts";
import type { Job } from "../../edits/job.ts";
import { LineNumbers } from "../../input/lines/line-numbers.ts";
import { scanInMemory } from "../../input/lines/scan-in-memory.ts";
import type { ConversationAbout } from "../../input/reading.ts";
import { ITEMS } from "../learned/item-learner.ts";
import { isPlainJob } from "../policy/plain-policy.ts";
import { isTaskFirst } from "../policy/plain-task.ts";
import { type Masked, plainTelemetry } from "../policy/plain-telemetry.ts";
import { countsTask } from "../policy/window-limit.ts";
import { mayBeBound } from "../results/plain-reasoning.ts";
import { isSureAround, isSureOfResults } from "../results/plain-unread.ts";
import { itemColumns } from "./item-columns.ts";
import { PlainCondensing } from "./plain-condensing.ts";
import { PlainMasking } from "./plain-masking.ts";
import type { MaskedConversation, PlainRows } from "./plain-rows.ts";
import { openInKernel } from "./text-around.ts";

/**
 * Compacts conversations under a plain policy, without an object for each message: columns of integers from
 * the tape, then decisions, then splices. For formats with a table of words. The splices and the report are
 * those of `compactHeld`.
 */
export class PlainConversations {
  private readonly job: Job;
  private readonly masking: PlainMasking;
  private readonly condensing: PlainCondensing | undefined;
  private readonly rows: PlainRows | undefined;

  private constructor(job: Job, rows: PlainRows | undefined) {
    this.job = job;
    this.rows = rows;
    this.masking = new PlainMasking(job);
    this.condensing = PlainCondensing.for(job);
  }

  /** Undefined if the job needs objects. `rows` masks what it can by itself. */
  static for(job: Job, rows?: PlainRows): PlainConversations | undefined {
    return isPlainJob(job) ? new PlainConversations(job, rows) : undefined;
  }

  /** Whether messages of conversations that are over their budget once masked may be dropped in columns. */
  get mayDrop(): boolean {
    return this.condensing !== undefined;
  }

  /** The splices for the conversations in a record, in order; undefined if one is not plain. */
  compact(tree: TapeTree, about: ConversationAbout): readonly Splice[] | undefined {
    const { bytes: store } = about.text;
    if (Buffer.isBuffer(store)) return this.compactHeld(tree, about);
    const start = tree.start(tree.root);
    const end = tree.end(tree.root);
    if (end - start > MOST_HELD) return undefined;
    return scanInMemory(readStore(store, start, end), (held, base) => {
      held.tape.flags |= tree.tape.flags;
      return this.compactHeld(held, about)?.map((splice) => movedBy(start - base, splice));
    });
  }

  /** The same for a record that is in memory. */
  private compactHeld(tree: TapeTree, about: ConversationAbout): readonly Splice[] | undefined {
    const { format } = about;
    const { root } = tree;
    const inner = format.inner?.(tree, root);
    const lines = linesOf(tree, about);
    if (inner === undefined)
      return this.report(about, [
        this.compactIn(tree, format, { lines, mayDrop: true, isOnly: true }),
      ]);
    const nodes = inner.map(({ node }) => node);
    const haveTables = inner.every(
      ({ format: { chat, readItem } }) => (chat ?? readItem) !== undefined,
    );
    if (!haveTables || !isSureAround(tree, nodes)) return undefined;
    const found: Compacted[] = [];
    for (const each of inner) {
      const one = this.compactInner(tree, each, { lines, isOnly: inner.length === 1 });
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
    for (const { line = about.line, counts, masked } of found) {
      about.guard.plain(counts);
      this.job.onTranscript(plainTelemetry(this.job, { ...about, line, ...counts }, masked));
    }
    const splices = found.flatMap((each) => each.splices);
    // Conversations are in the order of their format, not always in that of the file.
    return found.length === 1 ? splices : splices.toSorted((a, b) => a.start - b.start);
  }

  /** Compacts a conversation of another format, which may be JSON in a string. */
  private compactInner(
    tree: TapeTree,
    { node, format }: InnerConversation,
    about: { readonly lines: LineNumbers | undefined; readonly isOnly: boolean },
  ): Compacted | undefined {
    if (!tree.isString(node)) {
      tree.turnTo(node);
      return this.compactIn(tree, format, { ...about, mayDrop: false });
    }
    // Its texts are archived one by one.
    if (this.job.archive !== undefined || tree.hasInvalidUtf8) return undefined;
    return openInKernel(tree, node, (inner, around) => {
      this.masking.around = around;
      const found = this.compactIn(inner, format, {
        lines: undefined,
        mayDrop: false,
        isOnly: true,
      });
      this.masking.around = undefined;
      return found;
    });
  }

  /**
   * The same for the conversation in the root of a tree, which a format reads; `lines` if it has a line of its own. The
   * format around another says whether messages may be dropped; `isOnly` if no other may discard the outcome.
   */
  private compactIn(
    tree: TapeTree,
    format: Format,
    { lines, mayDrop, isOnly }: CompactingOne,
  ): Compacted | undefined {
    if (lines !== undefined && format.chat !== undefined) return undefined;
    const byTable = format.chat && this.columnsOf(tree, format.chat);
    const columns = byTable ?? itemColumns(tree, format, this.job);
    if (columns === undefined) return undefined;
    const first = tree.scanned?.learned.first ?? NONE;
    const line = lines?.at(tree.start(first === NONE ? tree.root : first));
    const { masking } = this;
    const table = byTable === undefined ? ITEMS : format.chat;
    const byKernel =
      masking.around === undefined ? this.rows?.mask(tree, format, table) : undefined;
    const hasCopies = byTable === undefined && tree.scanned?.learned.hasCopies === true;
    let found: MaskedConversation | undefined;
    if (byKernel === undefined) {
      // Texts are archived while they are masked here.
      const isFinal = isOnly || this.job.archive === undefined;
      if (!hasCopies && isFinal) found = masking.maskInBudget(tree, columns);
    } else if (!("missed" in byKernel)) found = byKernel;
    else if (byTable && mayDrop)
      found = this.condensing?.condense(tree, byTable, { format, ...byKernel });
    if (found === undefined) return undefined;
    const { splices, ...masked } = found;
    const { count: results, calls, messages, chars, toolTurns } = columns;
    return { line, splices, masked, counts: { results, calls, messages, chars, toolTurns } };
  }

  /**
   * The columns of a conversation by a table; undefined if its format may find more than they have, or decide
   * otherwise.
   */
  private columnsOf(tree: TapeTree, table: ChatTable): ChatColumns | undefined {
    const { policy } = this.job;
    const columns = tree.scanned?.chat(table);
    if (columns === undefined || !isSureOfResults(tree, table, columns)) return undefined;
    const mayCount = !countsTask(policy.window) || columns.count === 0;
    if (!mayCount && !isTaskFirst(tree, table, columns)) return undefined;
    return columns.hasSigned && mayBeBound(tree, policy) ? undefined : columns;
  }
}

/** The longest record of those that are not held, such as an item of a list, which is read into memory. */
const MOST_HELD = 4 * 1024 * 1024;

function movedBy(shift: number, splice: Splice): Splice {
  return { ...splice, start: splice.start + shift, end: splice.end + shift };
}

/** How one conversation of a record is compacted. */
interface CompactingOne {
  readonly lines: LineNumbers | undefined;
  readonly mayDrop: boolean;
  readonly isOnly: boolean;
}

/** The outcome for one conversation of a record. */
interface Compacted {
  /** Undefined: that of its record. */
  readonly line: number | undefined;
  readonly splices: readonly Splice[];
  readonly masked: Masked;
  readonly counts: Pick<ChatColumns, "calls" | "messages" | "chars" | "toolTurns"> & {
    readonly results: number;
  };
}

/**
 * Numbers the lines of a record whose transcripts are each reported at the line of its first message; undefined if all
 * are on one.
 */
function linesOf(tree: TapeTree, { format, line }: ConversationAbout): LineNumbers | undefined {
  if (format.arrange === undefined || !tree.holdsLineEnd()) return undefined;
  return new LineNumbers(tree, { start: tree.start(tree.root), line });
}
