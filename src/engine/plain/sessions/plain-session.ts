import type { Format } from "../../../formats/format.ts";
import type { RecordParts } from "../../../formats/shared/record-parts.ts";
import { KernelArranged } from "../../../json/kernel/kernel-arranged.ts";
import type { Splice } from "../../../json/splice/splice.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import { TORN } from "../../../transcript/model/arrangement.ts";
import type { TranscriptTelemetry } from "../../edits/compaction-result.ts";
import type { Job } from "../../edits/job.ts";
import type { NotedResults } from "../../edits/splice-notes.ts";
import type { SessionCounts } from "../../input/column-takers.ts";
import type { SessionKernel, SessionSource } from "../../input/lines/kernel-lines.ts";
import type { LineLearner } from "../learned/line-learner.ts";
import { type BoundModels, keptOutcome } from "../policy/plain-bound.ts";
import { plainTelemetry } from "../policy/plain-telemetry.ts";
import { PlainDecisions } from "../results/plain-decisions.ts";
import type { MessageColumns } from "./message-columns.ts";
import { type SessionConversation, SessionConversations } from "./session-conversations.ts";
import { SessionLines } from "./session-lines.ts";
import { SessionMessages } from "./session-messages.ts";
import { type OfLength, SessionResults } from "./session-results.ts";

/**
 * A session whose lines the kernel reads, for the most part, into columns; the kernel then arranges them and
 * decides about results.
 */
export class PlainSession implements MessageColumns {
  readonly mayBeDead = true;
  readonly lines: SessionLines;
  readonly messages: SessionMessages;
  /** Decides about the results that the format's reader finds. */
  readonly decisions: PlainDecisions<SessionResults>;
  private readonly job: Job;
  private readonly format: Format;
  private readonly bound: BoundModels;
  private readonly kernel: KernelArranged;
  private readonly results: SessionResults;
  private readonly learner: LineLearner;
  private conversations: SessionConversations | undefined;

  private constructor(
    job: Job,
    format: Format,
    { lines, bound }: { readonly lines: SessionLines; readonly bound: BoundModels },
  ) {
    this.job = job;
    this.format = format;
    this.lines = lines;
    this.bound = bound;
    this.kernel = spare ?? new KernelArranged();
    spare = undefined;
    const { texts } = lines;
    this.results = new SessionResults(this.kernel);
    this.decisions = new PlainDecisions(job, this.results);
    const calls = lines.writing?.calls;
    const { results } = this;
    const keepsCopies = format.arrange !== undefined;
    this.messages = new SessionMessages(this.kernel, { texts, bound, results, calls, keepsCopies });
    this.kernel.begin(lines.arranged, (name) => this.decisions.keeperOfTool(texts.text(name)));
    lines.begin(this.messages);
    this.learner = lines.learner(this.messages);
  }

  /** Undefined if the job needs more. */
  static for(
    job: Job,
    format: Format,
    { kernel, bound }: { readonly kernel: SessionKernel; readonly bound: BoundModels },
  ): PlainSession | undefined {
    const lines = SessionLines.for(job, format, kernel);
    return lines && new PlainSession(job, format, { lines, bound });
  }

  read(tree: TapeTree, parts: RecordParts): void {
    const { format, lines, learner } = this;
    parts.latestModel = lines.model ?? parts.latestModel;
    learner.read(format, tree, parts);
    lines.reads(parts.latestModel);
  }

  /** Reads the next lines with the kernel; undefined if it reads none. */
  take(lines: SessionSource): SessionCounts | undefined {
    const { messages, results } = this;
    const at = lines.nextSession?.({ part: messages.partCount, model: this.lines.modelNumber });
    if (at === undefined) return undefined;
    this.lines.append({ messages, results }, at);
    return { ...at.batch, isPlain: messages.isPlain, end: at.offset + at.bytes };
  }

  /** A torn line may have named any message as its parent. */
  torn(record: number): true {
    if (this.format.arrange !== undefined) this.messages.addMark({ mark: TORN }, record);
    return true;
  }

  /** Undefined if there is no message, or placeholders may name another call. */
  finish(): readonly TranscriptTelemetry[] | undefined {
    const { job, lines, results, messages, format } = this;
    const conversations = new SessionConversations(messages, format);
    this.conversations = conversations;
    if (!conversations.areThere) return undefined;
    const reports = [...conversations.masked(job.policy)].map((each) => this.reportOf(each));
    // The archive has the text of a message once, not that of its copies.
    if (conversations.repeats !== undefined && job.archive !== undefined) return undefined;
    if (conversations.repeats?.mask(results, this.ofLength) === false) return undefined;
    const arePaired = lines.writing === undefined || results.arePaired(lines.writing.calls);
    return arePaired ? reports : undefined;
  }

  private reportOf({ about, masked, bound }: SessionConversation): TranscriptTelemetry {
    const { job, format } = this;
    const { blocks, chars } = bound;
    const model = blocks > 0 ? this.bound.idOf(bound.model) : undefined;
    const reasoning =
      model === undefined ? undefined : keptOutcome({ model, blocks, chars }, format);
    return plainTelemetry(job, { ...about, format, reasoning }, masked);
  }

  parentless(): Iterable<{ readonly parent: string; readonly line: number }> {
    return this.conversations?.parentless() ?? [];
  }

  splices(): Iterable<Splice> | NotedResults {
    return this.results.noted(this.lines.notes) ?? this.results.splices(this.ofLength);
  }

  private readonly ofLength: OfLength = (chars, way) => this.decisions.ofLength(chars, way);

  /** Frees its memory for another session. */
  close(): void {
    spare = this.kernel;
  }
}

/**
 * The memory of a finished session, kept for reuse: allocating it takes longer than reading a small session.
 */
let spare: KernelArranged | undefined;
