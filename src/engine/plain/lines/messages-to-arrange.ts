import type { Format } from "../../../formats/format.ts";
import type { RecordParts } from "../../../formats/shared/record-parts.ts";
import type { Splice } from "../../../json/splice/splice.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import { TORN } from "../../../transcript/model/arrangement.ts";
import type { TranscriptTelemetry } from "../../edits/compaction-result.ts";
import type { Job } from "../../edits/job.ts";
import { ArrangedMessages } from "../messages/arranged-messages.ts";
import type { ArrangedConversation } from "../messages/conversation-walk.ts";
import type { BoundModels } from "../policy/plain-bound.ts";
import { plainTelemetry } from "../policy/plain-telemetry.ts";
import { TurnStarts } from "../policy/turn-starts.ts";
import { windowNumber } from "../policy/window-limit.ts";
import { PlainDecisions } from "../results/plain-decisions.ts";
import { ResultTable } from "../results/result-table.ts";
import type { MessageColumns } from "../sessions/message-columns.ts";

/** Conversations whose order is known once all lines are read: columns of their messages are kept until then. */
export class MessagesToArrange implements MessageColumns {
  readonly messages: ArrangedMessages;
  readonly decisions: PlainDecisions;
  readonly mayBeDead = true;
  private readonly job: Job;
  private readonly format: Format;
  private readonly bound: BoundModels;

  constructor(job: Job, format: Format, bound: BoundModels) {
    this.job = job;
    this.format = format;
    this.bound = bound;
    this.messages = new ArrangedMessages(bound, { masksSides: job.sideCopies === "mask" });
    this.decisions = new PlainDecisions(job, new ResultTable());
  }

  read(tree: TapeTree, parts: RecordParts): void {
    this.format.read(tree, tree.root, parts);
  }

  torn(record: number): true {
    this.messages.addMark({ mark: TORN }, record);
    return true;
  }

  parentless(): Iterable<{ readonly parent: string; readonly line: number }> {
    return this.messages.parentless();
  }

  finish(): readonly TranscriptTelemetry[] | undefined {
    const { job, format, messages } = this;
    const { table } = this.decisions;
    const { window, pressure } = job.policy;
    const unit = windowNumber(window);
    const conversations = messages.arrange(
      format.arrange ?? (() => []),
      (result, at) => {
        table.arrange(result, { number: unit === undefined ? 0 : at[unit], toolTurn: at.toolTurn });
      },
      () => pressure && new TurnStarts(window),
    );
    return conversations?.map((conversation) => this.mask(conversation));
  }

  private mask(conversation: ArrangedConversation): TranscriptTelemetry {
    const { job, format, bound, messages } = this;
    const { table } = this.decisions;
    const sums = table.mask(job.policy, conversation, conversation);
    const sideBytes = messages.sideBytes(conversation, (result) => table.isPlaceholder(result));
    const masked = { ...sums, sideBytes };
    const toolTurns = conversation.toolTurns - conversation.deadToolTurns;
    const reasoning = conversation.blocks.outcome(masked.first, { bound, format });
    return plainTelemetry(job, { ...conversation, format, toolTurns, reasoning }, masked);
  }

  splices(): Iterable<Splice> {
    return this.decisions.table.splices();
  }
}
