import type { Format } from "../../../formats/format.ts";
import { RecordParts } from "../../../formats/shared/record-parts.ts";
import { type Slot, slotText } from "../../../json/splice/slot-text.ts";
import type { Splice } from "../../../json/splice/splice.ts";
import { TapeTree } from "../../../json/tape/tape-tree.ts";
import type { Tree } from "../../../json/tree/tree.ts";
import { argumentWords } from "../../../reduce/placeholders/call-words.ts";
import { hasField } from "../../../reduce/placeholders/template.ts";
import type { TranscriptTelemetry } from "../../edits/compaction-result.ts";
import type { Job } from "../../edits/job.ts";
import type { NotedResults } from "../../edits/splice-notes.ts";
import type { LineParts, SessionCounts } from "../../input/column-takers.ts";
import type { SessionKernel, SessionSource } from "../../input/lines/kernel-lines.ts";
import type { Line } from "../../input/lines/line.ts";
import { BoundModels } from "../policy/plain-bound.ts";
import { isOver } from "../policy/plain-budget.ts";
import { isPlainForLines } from "../policy/plain-policy.ts";
import { PlainDecisions } from "../results/plain-decisions.ts";
import { argumentOf } from "../results/plain-results.ts";
import { ResultTable } from "../results/result-table.ts";
import type { LineMessages, MessageColumns } from "../sessions/message-columns.ts";
import { PlainSession } from "../sessions/plain-session.ts";
import { CountedMessages } from "./counted-messages.ts";
import { FoundResults } from "./found-results.ts";
import { MessagesToArrange } from "./messages-to-arrange.ts";

/**
 * Compacts the conversations in the lines of an input under a plain policy, as their format reads them. Messages are
 * only counted or put in columns. Of results, the decisions are kept.
 */
export class ReadColumns implements LineParts {
  private readonly job: Job;
  /** Whether results can be decided before their order is known, also where the kernel does not arrange them. */
  private readonly areUnordered: boolean;
  private format: Format | undefined;
  private columns: MessageColumns | undefined;
  /** The columns, if the kernel reads most lines. */
  private session: PlainSession | undefined;
  private reports: readonly TranscriptTelemetry[] = [];
  private parts: RecordParts | undefined;
  /** Whether the kernel read a message, which may have been a reply. */
  private isSpoken = false;
  /** Whether to keep all arguments of calls, not only the main one. */
  private readonly keepsArguments: boolean;
  private readonly results: FoundResults;

  private constructor(job: Job, { areUnordered }: Pick<PlainDecisions, "areUnordered">) {
    this.job = job;
    this.areUnordered = areUnordered;
    this.keepsArguments = hasField(job.policy.placeholder, "args");
    this.results = new FoundResults(this.keepsArguments);
  }

  /** Undefined if the job needs objects. */
  static for(job: Job): ReadColumns | undefined {
    if (!isPlainForLines(job)) return undefined;
    const decisions = new PlainDecisions(job, new ResultTable());
    return decisions.areLocal ? new ReadColumns(job, decisions) : undefined;
  }

  begin(format: Format, kernel?: SessionKernel): boolean {
    const { job } = this;
    this.format = format;
    const bound = BoundModels.of(job, format);
    if (kernel !== undefined) this.session = PlainSession.for(job, format, { kernel, bound });
    const isInOrder = format.arrange === undefined || format.orderedMarks !== undefined;
    this.columns =
      this.session ??
      (isInOrder ? new CountedMessages(job, format, bound) : this.toArrange(format, bound));
    return this.columns !== undefined;
  }

  /** Columns of messages whose order is known later; undefined if that is impossible. */
  private toArrange(format: Format, bound: BoundModels): MessageColumns | undefined {
    const { job, areUnordered } = this;
    // Turns are known only after all lines are read, and placeholders are written before.
    const isPossible = areUnordered && !hasField(job.policy.placeholder, "turn");
    return isPossible ? new MessagesToArrange(job, format, bound) : undefined;
  }

  takeSession(lines: SessionSource): SessionCounts | undefined {
    const counts = this.session?.take(lines);
    this.isSpoken ||= counts !== undefined && counts.messages > 0;
    return counts;
  }

  beginAgain(): boolean {
    const { columns, job, format } = this;
    const isUnordered = columns instanceof CountedMessages && columns.messages.isUnordered;
    if (!isUnordered || format === undefined) return false;
    this.parts = undefined;
    this.columns = this.toArrange(format, BoundModels.of(job, format));
    return this.columns !== undefined;
  }

  read(line: Line, tree: TapeTree): RecordParts | undefined {
    const { columns } = this;
    if (columns === undefined) return undefined;
    const { messages } = columns;
    this.parts ??= this.createParts(tree, messages);
    const { parts } = this;
    parts.lookFor(this.job);
    messages.open(line.number);
    parts.open(tree, line.number - 1);
    parts.hasReply ||= this.isSpoken;
    columns.read(tree, parts);
    return messages.isPlain && this.decide(columns, line, tree) ? parts : undefined;
  }

  private createParts(tree: TapeTree, messages: LineMessages): RecordParts {
    const { keepsArguments } = this;
    const parts = new RecordParts(tree, messages);
    if (!keepsArguments && !hasField(this.job.policy.placeholder, "call")) return parts;
    const textFor = keepsArguments ? slotText : argumentIn;
    messages.argumentsOf = (part) => {
      const text = parts.textAt(part);
      return text === undefined ? "" : textFor(text.tree, text.slot);
    };
    return parts;
  }

  /** Decides about the results of a line; false if one of them needs the object path. */
  private decide(
    { messages, decisions, mayBeDead }: MessageColumns,
    line: Line,
    tree: TapeTree,
  ): boolean {
    const { found } = messages;
    const { parts } = this;
    if (found.length === 0 || parts === undefined) return true;
    const results = this.results.in(found, { line, tree, parts });
    return results !== undefined && decisions.add(line, tree, { ...results, mayBeDead });
  }

  torn(record: number): boolean {
    return this.columns?.torn(record) ?? false;
  }

  parentless(): Iterable<{ readonly parent: string; readonly line: number }> {
    return this.columns?.parentless() ?? [];
  }

  finish(): boolean {
    this.reports = this.columns?.finish() ?? [];
    const { policy } = this.job;
    return this.reports.length > 0 && !this.reports.some((each) => isOver(policy, each.afterChars));
  }

  /** Frees its memory for another input. */
  close(): void {
    this.session?.close();
  }

  /** Reports the conversations, and returns their splices in order. */
  compact(): Iterable<Splice> | NotedResults {
    for (const each of this.reports) this.job.onTranscript(each);
    return this.columns?.splices() ?? [];
  }
}

/** The main argument of a call, from the value of its arguments. */
function argumentIn(tree: Tree, slot: Slot): string {
  const as = slot.shape?.as ?? "value";
  return (as === "value" || as === "object") && tree instanceof TapeTree
    ? argumentOf(tree, slot.node)
    : argumentWords(slotText(tree, slot));
}
