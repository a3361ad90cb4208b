import type { Format } from "../../../formats/format.ts";
import { RecordParts } from "../../../formats/shared/record-parts.ts";
import { type Slot, slotText } from "../../../json/splice/slot-text.ts";
import type { Splice } from "../../../json/splice/splice.ts";
import { TapeTree } from "../../../json/tape/tape-tree.ts";
import type { Tree } from "../../../json/tree/tree.ts";
import { argumentWords } from "../../../reduce/placeholders/call-words.ts";
import { hasField } from "../../../reduce/placeholders/template.ts";
import { TORN } from "../../../transcript/model/arrangement.ts";
import type { TranscriptTelemetry } from "../../edits/compaction-result.ts";
import type { Job } from "../../edits/job.ts";
import type { NotedResults } from "../../edits/splice-notes.ts";
import type { LineParts, SessionCounts } from "../../input/column-takers.ts";
import type { SessionKernel, SessionSource } from "../../input/lines/kernel-lines.ts";
import type { Line } from "../../input/lines/line.ts";
import { ArrangedMessages } from "../messages/arranged-messages.ts";
import { MessageCounter } from "../messages/message-counter.ts";
import { BoundModels } from "../policy/plain-bound.ts";
import { isOver } from "../policy/plain-budget.ts";
import { isPlainForLines } from "../policy/plain-policy.ts";
import { plainTelemetry } from "../policy/plain-telemetry.ts";
import { windowNumber } from "../policy/window-limit.ts";
import { PlainDecisions } from "../results/plain-decisions.ts";
import { argumentOf } from "../results/plain-results.ts";
import { ResultTable } from "../results/result-table.ts";
import { PlainSession } from "../sessions/plain-session.ts";
import { SessionMessages } from "../sessions/session-messages.ts";
import { FoundResults } from "./found-results.ts";

/**
 * Compacts the conversations in the lines of an input under a plain policy, as their format reads them. If
 * file order is conversation order, only counts of messages are kept, else columns of them. Of results, the
 * decisions are kept.
 */
export class ReadColumns implements LineParts {
  private readonly job: Job;
  private decisions: PlainDecisions;
  /** The format's, set by `begin`. */
  private bound = BoundModels.none;
  private counter: MessageCounter | ArrangedMessages | SessionMessages = new MessageCounter(
    this.bound,
  );
  private reports: readonly TranscriptTelemetry[] = [];
  private format: Format | undefined;
  /** Reads most lines, if the kernel can. */
  private session: PlainSession | undefined;
  private parts: RecordParts | undefined;
  /** Whether to keep all arguments of calls, not only the main one. */
  private readonly keepsArguments: boolean;
  private readonly results: FoundResults;

  private constructor(job: Job) {
    this.job = job;
    this.keepsArguments = hasField(job.policy.placeholder, "args");
    this.results = new FoundResults(this.keepsArguments);
    this.decisions = new PlainDecisions(job, new ResultTable());
  }

  /** Undefined if the job needs objects. */
  static for(job: Job): ReadColumns | undefined {
    if (!isPlainForLines(job)) return undefined;
    const columns = new ReadColumns(job);
    return columns.decisions.areLocal ? columns : undefined;
  }

  begin(format: Format, kernel?: SessionKernel): boolean {
    this.format = format;
    this.bound = BoundModels.of(this.job, format);
    this.session =
      kernel && this.decisions.areUnordered
        ? PlainSession.for(this.job, format, { kernel, bound: this.bound })
        : undefined;
    if (this.session !== undefined) {
      this.counter = this.session.messages;
      return true;
    }
    const counter = new MessageCounter(this.bound);
    counter.begin(format);
    this.counter = counter;
    return format.arrange === undefined || format.orderedMarks !== undefined || this.arrange();
  }

  /** Switches to columns of messages, to be arranged later; false if that is impossible. */
  private arrange(): boolean {
    const { job, decisions, bound } = this;
    this.counter = new ArrangedMessages(bound, { masksSides: job.sideCopies === "mask" });
    // Turns are known only after all lines are read, and placeholders are written before.
    return decisions.areUnordered && !hasField(job.policy.placeholder, "turn");
  }

  takeSession(lines: SessionSource): SessionCounts | undefined {
    return this.session?.take(lines);
  }

  beginAgain(): boolean {
    const { counter, job } = this;
    if (!(counter instanceof MessageCounter && counter.isUnordered)) return false;
    this.decisions = new PlainDecisions(job, new ResultTable());
    this.parts = undefined;
    return this.arrange();
  }

  read(line: Line, tree: TapeTree): RecordParts | undefined {
    const { job, counter, format } = this;
    if (format === undefined) return undefined;
    this.parts ??= this.createParts(tree);
    const { parts } = this;
    parts.lookFor(job);
    counter.open(line.number);
    parts.open(tree, line.number - 1);
    if (this.session === undefined) format.read(tree, tree.root, parts);
    else this.session.read(tree, parts);
    return counter.isPlain && this.decide(line, tree, parts) ? parts : undefined;
  }

  private createParts(tree: TapeTree): RecordParts {
    const { counter, keepsArguments } = this;
    const parts = new RecordParts(tree, counter);
    if (!keepsArguments && !hasField(this.job.policy.placeholder, "call")) return parts;
    const textFor = keepsArguments ? slotText : argumentIn;
    counter.argumentsOf = (part) => {
      const text = parts.textAt(part);
      return text === undefined ? "" : textFor(text.tree, text.slot);
    };
    return parts;
  }

  /** Decides about the results of a line; false if one of them needs the object path. */
  private decide(line: Line, tree: TapeTree, parts: RecordParts): boolean {
    const { found } = this.counter;
    if (found.length === 0) return true;
    const results = this.results.in(found, { line, tree, parts });
    if (results === undefined) return false;
    const mayBeDead = !(this.counter instanceof MessageCounter);
    const decisions = this.session?.decisions ?? this.decisions;
    return decisions.add(line, tree, { ...results, mayBeDead });
  }

  torn(record: number): boolean {
    if (this.format?.arrange === undefined) return true;
    // It may have named any message as its parent.
    if (this.counter instanceof MessageCounter) return false;
    this.counter.addMark({ mark: TORN }, record);
    return true;
  }

  parentless(): Iterable<{ readonly parent: string; readonly line: number }> {
    if (this.session !== undefined) return this.session.parentless();
    return this.counter instanceof ArrangedMessages ? this.counter.parentless() : [];
  }

  finish(): boolean {
    if (this.session !== undefined) return this.session.finish();
    const { policy } = this.job;
    this.reports = this.decisions.table.count === 0 ? [] : this.masked();
    return this.reports.length > 0 && !this.reports.some((each) => isOver(policy, each.afterChars));
  }

  /** Masks the results of each conversation. */
  private masked(): readonly TranscriptTelemetry[] {
    const { counter, decisions, format, job, bound } = this;
    const { table } = decisions;
    const { policy } = job;
    if (format === undefined || counter instanceof SessionMessages) return [];
    if (counter instanceof MessageCounter) {
      const { messages, spoken, toolTurns, callMessages, chars, firstLine: line } = counter;
      if (messages === 0) return [];
      const masked = table.mask(policy, { messages, spoken, toolTurns, callMessages, chars });
      const reasoning = counter.blocks.outcome(masked.first, { bound, format });
      const about = { format, line, messages, chars, toolTurns, reasoning };
      return [plainTelemetry(job, about, masked)];
    }
    const unit = windowNumber(policy.window);
    const conversations = counter.arrange(format.arrange ?? (() => []), (result, at) => {
      table.arrange(result, { number: unit === undefined ? 0 : at[unit], toolTurn: at.toolTurn });
    });
    return (conversations ?? []).map((conversation) => {
      const sums = table.mask(policy, conversation, conversation);
      const sideBytes = counter.sideBytes(conversation, (result) => table.isPlaceholder(result));
      const masked = { ...sums, sideBytes };
      const toolTurns = conversation.toolTurns - conversation.deadToolTurns;
      const reasoning = conversation.blocks.outcome(masked.first, { bound, format });
      const about = { ...conversation, format, toolTurns, reasoning };
      return plainTelemetry(job, about, masked);
    });
  }

  /** Frees its memory for another input. */
  close(): void {
    this.session?.close();
  }

  /** Reports the conversations, and returns their splices in order. */
  compact(): Iterable<Splice> | NotedResults {
    if (this.session !== undefined) return this.session.compact();
    for (const each of this.reports) this.job.onTranscript(each);
    return this.decisions.table.splices();
  }
}

/** The main argument of a call, from the value of its arguments. */
function argumentIn(tree: Tree, slot: Slot): string {
  const as = slot.shape?.as ?? "value";
  return (as === "value" || as === "object") && tree instanceof TapeTree
    ? argumentOf(tree, slot.node)
    : argumentWords(slotText(tree, slot));
}
