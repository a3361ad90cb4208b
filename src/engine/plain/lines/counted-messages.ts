import type { Format } from "../../../formats/format.ts";
import type { RecordParts } from "../../../formats/shared/record-parts.ts";
import type { Splice } from "../../../json/splice/splice.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import type { TranscriptTelemetry } from "../../edits/compaction-result.ts";
import type { Job } from "../../edits/job.ts";
import { MessageCounter } from "../messages/message-counter.ts";
import type { BoundModels } from "../policy/plain-bound.ts";
import { plainTelemetry } from "../policy/plain-telemetry.ts";
import { TurnStarts } from "../policy/turn-starts.ts";
import { PlainDecisions } from "../results/plain-decisions.ts";
import { ResultTable } from "../results/result-table.ts";
import type { MessageColumns } from "../sessions/message-columns.ts";

/** A conversation whose file order is its own: messages are only counted. */
export class CountedMessages implements MessageColumns {
  readonly messages: MessageCounter;
  readonly decisions: PlainDecisions;
  readonly mayBeDead = false;
  private readonly job: Job;
  private readonly format: Format;
  private readonly bound: BoundModels;

  constructor(job: Job, format: Format, bound: BoundModels) {
    this.job = job;
    this.format = format;
    this.bound = bound;
    const starts = job.policy.pressure && new TurnStarts(job.policy.window);
    this.messages = new MessageCounter(bound, starts);
    this.messages.begin(format);
    this.decisions = new PlainDecisions(job, new ResultTable());
  }

  read(tree: TapeTree, parts: RecordParts): void {
    this.format.read(tree, tree.root, parts);
  }

  /** It may have named any message as its parent. */
  torn(): boolean {
    return this.format.arrange === undefined;
  }

  parentless(): [] {
    return [];
  }

  finish(): readonly TranscriptTelemetry[] | undefined {
    const { job, format, bound } = this;
    const { table } = this.decisions;
    const { messages, spoken, toolTurns, callMessages, chars, firstLine, blocks } = this.messages;
    const { starts } = this.messages;
    if (messages === 0) return undefined;
    const masked = table.mask(job.policy, {
      ...{ messages, spoken, toolTurns, callMessages, chars, starts },
    });
    const reasoning = blocks.outcome(masked.first, { bound, format });
    const about = { format, line: firstLine, messages, chars, toolTurns, reasoning };
    return [plainTelemetry(job, about, masked)];
  }

  splices(): Iterable<Splice> {
    return this.decisions.table.splices();
  }
}
