import { quotedStart } from "../../../base/quoted.ts";
import type { Format } from "../../../formats/format.ts";
import { FOUND_BY_CONTENT, type FormatChoice } from "../../../formats/registry/format-choice.ts";
import type { RecordParts } from "../../../formats/shared/record-parts.ts";
import { emptyMessages, unknownValues } from "../../../formats/unread/find-unread.ts";
import { kindOfRecord } from "../../../formats/unread/unread-kind.ts";
import type { PairCounts } from "../../../json/tape/masked-rows.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import { notJson } from "../input-problem.ts";
import type { Reading, ReadingTally, RecordGuard, RecordToJudge } from "../reading.ts";
import { Coverage, coverageIn, type Leftover } from "./coverage.ts";
import { Misread } from "./misread.ts";
import { unknownFormat } from "./unknown-format.ts";

/**
 * Checks that everything that counts as read was read: searches each record for tool results that its format did
 * not find, and counts those and unknown records.
 */
export class UnreadGuard implements RecordGuard {
  private readonly reading: Reading;
  private readonly choice: FormatChoice;
  private readonly counts = { observations: 0, calls: 0, unreadResults: 0, missingParents: 0 };
  private readonly kinds = new Map<string, number>();
  /** The coverage of lines that are transcripts together, judged when all are read. */
  private lines = new Coverage();

  constructor(reading: Reading) {
    this.reading = reading;
    this.choice = reading.formats ?? FOUND_BY_CONTENT;
  }

  /** The counts so far. */
  get tally(): ReadingTally {
    return { ...this.counts, unreadRecords: Object.fromEntries(this.kinds) };
  }

  /** Judges a record that holds conversations, as a format read it, and counts its unread results; throws `Misread`. */
  conversation(
    tree: TapeTree,
    parts: RecordParts,
    { format, line, coverage = coverageIn(tree, parts, line) }: RecordToJudge,
  ): number {
    this.judge(coverage, { format, head: [tree] });
    this.leaveItems(parts);
    return coverage.unread;
  }

  /** Adds a record that is plainly a conversation of its format, and nothing else. */
  plain({ results, calls }: PairCounts): void {
    this.counts.observations += results;
    this.counts.calls += calls;
  }

  /** Whether a tool result was read in such a file so far. */
  get hasResults(): boolean {
    return this.lines.results > 0;
  }

  /** Whether a text of the user in such a file began like a tool result so far. */
  get hasAnswers(): boolean {
    return this.lines.hasAnswers;
  }

  /** Adds lines that were read completely: messages, results and calls. */
  noted(counts: Pick<Coverage, "messages" | "results" | "calls" | "hollow">): void {
    this.lines.messages += counts.messages;
    this.lines.results += counts.results;
    this.lines.calls += counts.calls;
    this.lines.hollow += counts.hollow;
  }

  /** Adds a line of a file whose lines are transcripts together; `parts` if it was read. */
  line(tree: TapeTree, parts: RecordParts | undefined, line: number): void {
    if (parts?.isUnderstood !== true) this.leave(tree);
    else this.leaveItems(parts);
    this.lines.add(tree, parts, line);
  }

  /** Drops the lines so far, which are read again. */
  forgetLines(): void {
    this.lines = new Coverage();
    this.kinds.clear();
  }

  /** Judges such a file after its last line, and counts its unread results; throws `Misread`. */
  endOfLines(format: Format): number {
    const { choice } = this;
    this.judge(this.lines, { format, head: [] });
    if (choice.forced !== undefined && this.lines.messages === 0 && this.kinds.size > 0)
      throw unknownFormat({ isEmpty: false, head: [], choice });
    return this.lines.unread;
  }

  /** Counts a record, or an item of one, that is left alone, since no format reads it. */
  leave(tree: TapeTree, node = tree.root): void {
    const kind = kindOfRecord(tree, node);
    this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + 1);
  }

  /** Counts a record that no format claims, and the tool results in it. */
  leaveOther(tree: TapeTree, line: number): void {
    this.leave(tree);
    const coverage = coverageIn(tree, undefined, line);
    for (const left of coverage.left) this.reportUnread(left, "a known format");
  }

  /** Counts a record that a format claims but mostly does not understand. */
  leaveMisread(tree: TapeTree, left: Leftover, format: Format): void {
    this.leave(tree);
    this.reportUnread(left, format.name);
  }

  /** Reports and counts what was left unread in a record, and should be as `name` has it. */
  private reportUnread({ what, count, line, where }: Leftover, name: string): void {
    const unit = what === "messages" ? "message" : "tool result";
    const got = count === 1 ? `a ${unit}` : `${count} ${unit}s`;
    const message = `expected ${unit}s as ${name} has them (got ${got} with ${where})`;
    const problem = { line, column: 1, message, isUnread: true } as const;
    if (this.reading.strict) throw notJson(problem);
    this.reading.onBadLine(problem);
    this.counts.unreadResults += what === "messages" ? 0 : count;
  }

  /** Counts a message on a line whose parent is not in the input. */
  missingParent(parent: string, line: number): void {
    this.counts.missingParents++;
    const message = `expected a message with id ${quotedStart(parent)}, its parent, in the file`;
    this.reading.onBadLine({ line, column: 1, message, isParentless: true });
  }

  /**
   * Counts what a format left in a record: items among its messages, and messages with text that it did not find.
   */
  private leaveItems({ traced }: RecordParts): void {
    for (const looked of traced) {
      const { tree, trace } = looked;
      for (const item of trace.unreadItems()) this.leave(tree, item);
      for (const { node } of emptyMessages(looked)) this.leave(tree, node);
      for (const node of unknownValues(looked)) this.leave(tree, node);
    }
  }

  private judge(
    coverage: Coverage,
    { format, head }: { readonly format: Format; readonly head: readonly TapeTree[] },
  ): void {
    const { choice } = this;
    const left = coverage.misread({ isForced: choice.forced !== undefined });
    if (left !== undefined) throw new Misread(left, { format, choice, head });
    this.counts.observations += coverage.results;
    this.counts.calls += coverage.calls;
    for (const each of coverage.leftovers) this.reportUnread(each, format.name);
  }
}
