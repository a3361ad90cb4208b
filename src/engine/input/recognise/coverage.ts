import { FEWEST_ALIKE } from "../../../formats/shared/answer-texts.ts";
import { RecordParts } from "../../../formats/shared/record-parts.ts";
import { findEmpty, findUnread, type UnreadResults } from "../../../formats/unread/find-unread.ts";
import type { Traced } from "../../../formats/unread/traces.ts";
import { unreadJson } from "../../../formats/unread/unread-texts.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import { pathOf } from "../../../json/tree/node-path.ts";
import { NONE } from "../../../json/tree/tree.ts";

/** The parts left unread in a record, and the place of the first of them. */
export interface Leftover {
  readonly what: "results" | "messages" | "headers";
  readonly count: number;
  readonly line: number;
  /** `"tool_result" in messages[2].content[0]`. */
  readonly where: string;
}

/** Counts what a format found in records that belong together, and what it left unread. */
export class Coverage {
  messages = 0;
  results = 0;
  calls = 0;
  /** Results whose text was not found. */
  hollow = 0;
  /** Tool results that were not read. */
  unread = 0;
  /** Messages that have text, none of which was read. */
  private empty = 0;
  /** User messages that begin like tool results of text protocols. */
  private headers = 0;
  /** User messages after a reply, and those that may be such results. */
  private answers = 0;
  private likes = 0;
  private firstEmpty: Leftover | undefined;
  private firstHeader: Leftover | undefined;
  private firstLike: Leftover | undefined;
  /** Records, or items of conversations, that the format does not know. */
  private unknown = 0;
  /** The records with unread results, the first of them. */
  readonly left: Leftover[] = [];

  /** Adds a record that begins on a line of the input, as a format read it; or one that it did not. */
  add(tree: TapeTree, parts: RecordParts | undefined, line: number): void {
    const read = parts ?? new RecordParts(tree);
    const { resultCount, answers } = read;
    this.messages += read.messageCount;
    this.results += resultCount;
    this.calls += read.callCount;
    // A document that is not in memory takes as long to search as to read.
    if (tree.tape.sections !== undefined && resultCount > 0) return;
    for (const traced of read.traced) {
      this.hollow += traced.trace.hollowCount;
      const unread = findUnread(traced);
      if (unread === undefined) continue;
      this.unread += unread.count;
      if (this.left.length < MOST_NAMED)
        this.left.push(leftAt("results", { tree, traced, unread, line }));
    }
    if (this.results > 0) return;
    for (const traced of read.traced) {
      const unread = findEmpty(traced);
      if (unread === undefined) continue;
      this.empty += unread.count;
      this.firstEmpty ??= leftAt("messages", { tree, traced, unread, line });
    }
    for (const traced of read.traced)
      for (const node of unreadJson(traced.tree, traced.trace)) {
        this.unread++;
        const unread = { count: 1, node, word: "JSON" };
        if (this.left.length < MOST_NAMED)
          this.left.push(leftAt("results", { tree, traced, unread, line }));
      }
    this.headers += answers.sure;
    this.answers += answers.count;
    this.likes += answers.alike;
    if (answers.sure > 0)
      this.firstHeader ??= { what: "headers", count: answers.sure, line, where: HEADER };
    if (answers.alike > 0) this.firstLike ??= { what: "headers", count: 1, line, where: HEADER };
  }

  /**
   * The evidence that the records are of another format: more was left than read. One odd line of a long session
   * does not count (it is reported and left), nor do a few if the format did read others. Text that begins like a
   * result only counts if there is no result, and not if the format was named, since people quote.
   */
  misread({ isForced }: { readonly isForced: boolean }): Leftover | undefined {
    const { unread, messages } = this;
    if (isMost(unread, { results: this.results - this.hollow, messages })) return this.left[0];
    if (this.unread + this.results > 0) return undefined;
    if (2 * this.empty > this.messages) return this.firstEmpty;
    return isForced ? undefined : this.firstHeader;
  }

  /** Notes a record that was added, if the format knows nothing in it, or the items of it that it does not know. */
  addUnknown(parts: RecordParts): void {
    if (!parts.isUnderstood) this.unknown++;
    else for (const { trace } of parts.traced) for (const _ of trace.unreadItems()) this.unknown++;
  }

  /** Whether a text of the user began like a tool result. */
  get hasAnswers(): boolean {
    return this.headers + this.likes > 0;
  }

  /** Whether at least as much was left as read; a result whose text was not found counts as both. */
  get isMostlyLeft(): boolean {
    if (this.unread > 0) return this.unread >= this.results;
    return this.results === 0 && this.unknown > this.messages;
  }

  /** Reports what was left unread in records that are of the format nevertheless. */
  get leftovers(): readonly Leftover[] {
    const { firstHeader, firstLike, results, calls, headers, likes, answers } = this;
    if (results > 0) return this.left;
    if (firstHeader !== undefined)
      return [...this.left, { ...firstHeader, count: headers + likes }];
    const areMost = likes >= FEWEST_ALIKE && 2 * likes >= answers;
    if (firstLike === undefined || calls > 0 || !areMost) return this.left;
    return [...this.left, { ...firstLike, count: likes }];
  }
}

/** The coverage of one record: see `Coverage.add`. */
export function coverageIn(tree: TapeTree, parts: RecordParts | undefined, line: number): Coverage {
  const coverage = new Coverage();
  coverage.add(tree, parts, line);
  return coverage;
}

/** Whether tool results that were not read are too many to be odd ones in a file of the format. */
export function isMost(
  unread: number,
  { results, messages }: Pick<Coverage, "results" | "messages">,
): boolean {
  return unread > results * FEW && unread * FEW > messages;
}

/** One unread result in this many messages, or this many per read result, counts as odd. */
const FEW = 8;

/** The most records with unread results that are reported one by one. */
const MOST_NAMED = 100;

const HEADER = "text of the user that begins as a tool result does";

function leftAt(
  what: Leftover["what"],
  {
    tree,
    traced,
    unread,
    line,
  }: {
    readonly tree: TapeTree;
    readonly traced: Traced;
    readonly unread: UnreadResults;
    readonly line: number;
  },
): Leftover {
  const own = pathOf(traced.tree, unread.node);
  const place = traced.node === NONE ? own : `JSON.parse(${pathOf(tree, traced.node)})${own}`;
  const where = `"${unread.word}"${place === "" ? "" : ` in ${place}`}`;
  return { what, count: unread.count, line, where };
}
