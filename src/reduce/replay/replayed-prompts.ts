import type { ObservationPart, Part } from "../../transcript/model/message.ts";
import type { ReductionStage } from "../pipeline/reduction.ts";
import type { Step } from "../windows/window-ends.ts";

/** The prompts that a policy would have sent, in tokens of the requests' counter. */
export interface Replay {
  /** The size of each prompt. */
  readonly sizes: Float64Array;
  /** The common prefix with the previous prompt; 0 for the first. */
  readonly shared: Float64Array;
  /**
   * The first part of each previous prompt that is now sent changed; `NEVER` if none is. Reasoning after that part
   * is bound to another prefix.
   */
  readonly changedFrom: Int32Array;
  /** The step from which an observation is masked; `NEVER` if it stays raw. */
  maskedFrom(part: ObservationPart): Step;
  /** The text that replaces a part at a step, if any; for a call, its arguments'. */
  textAt(part: Part, step: Step): string | undefined;
  /** The step from which a message is dropped; `NEVER` if it stays. */
  droppedFrom(message: number): Step;
  /** The summary of dropped messages at a step, if any. */
  summaryAt(step: Step): string | undefined;
  /** The whole transcript at its end. */
  readonly final: Final;
}

/** A whole transcript under a policy, at its end. */
export interface Final {
  readonly chars: number;
  readonly tokens: number;
  readonly maskedCount: number;
  readonly maskedChars: number;
  readonly reductionStage: ReductionStage | undefined;
  /** Whether it is within the budget; true where there is none. */
  readonly fits: boolean;
  /** Whether it is within the target; true where there is none, or the trigger does not ask for it. */
  readonly targetMet: boolean;
}

/**
 * A replay of these prompts, with these edits. All are made here, so that V8 sees one kind of object: inner loops over
 * them would be compiled again for each other kind.
 */
export function replayOf(
  { sizes, shared, changedFrom }: Pick<Replay, "sizes" | "shared" | "changedFrom">,
  final: Final,
  edits: Pick<Replay, "maskedFrom" | "textAt" | "droppedFrom" | "summaryAt">,
): Replay {
  const { chars, tokens, maskedCount, maskedChars, reductionStage, fits, targetMet } = final;
  const { maskedFrom, textAt, droppedFrom, summaryAt } = edits;
  return {
    sizes,
    shared,
    changedFrom,
    maskedFrom,
    textAt,
    droppedFrom,
    summaryAt,
    final: { chars, tokens, maskedCount, maskedChars, reductionStage, fits, targetMet },
  };
}
