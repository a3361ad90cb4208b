import type { ObservationPart, Part } from "../../transcript/message.ts";
import type { Placeholders } from "../placeholder.ts";
import type { Policy } from "../policy.ts";
import type { Dropping, ReductionStage } from "../reduction.ts";
import { NEVER } from "../verdicts.ts";
import type { Step } from "../window.ts";
import {
  liveChars,
  liveTokens,
  MASKS_NOTHING,
  maskingOf,
  NOTHING_MASKED,
  walk,
} from "./masking-walk.ts";
import { replayPrefixes } from "./replay-prefixes.ts";
import { type Requests, sizeOfRequest } from "./requests.ts";
import { withinBudget } from "./within-budget.ts";

/** What a policy would have sent, in tokens of the requests' counter. */
export interface Replay {
  /** The size of each prompt. */
  readonly sizes: Float64Array;
  /** How much of it, from its start, it shares with the prompt before it; nothing for the first. */
  readonly shared: Float64Array;
  /** The step from which an observation is masked; `NEVER` where it is raw to the end. */
  maskedFrom(part: ObservationPart): Step;
  /** The text that stands for a part at a step, if any does; for a call that of its arguments. */
  textAt(part: Part, step: Step): string | undefined;
  /** The step from which a message is dropped; `NEVER` where it stays. */
  droppedFrom(message: number): Step;
  /** What stands at a step for the messages that are dropped, if anything does. */
  summaryAt(step: Step): string | undefined;
  /** What is left of the whole transcript, once it has ended. */
  readonly final: Final;
}

/** What a policy leaves of a whole transcript. */
export interface Final {
  readonly chars: number;
  readonly tokens: number;
  readonly maskedCount: number;
  readonly maskedChars: number;
  readonly reductionStage?: ReductionStage;
  /** Whether it is within the budget; true where there is none. */
  readonly fits: boolean;
}

/** How a policy is replayed. */
export interface ReplayOptions {
  readonly dropping?: Dropping;
  /** Those of the transcript under the policy, where several policies share them. */
  readonly placeholders?: Placeholders;
}

/**
 * Replays a transcript: what each request would have been, had the policy been at work from the start.
 * Masking takes one walk over the steps. Those at which a budget takes more than that are evaluated by
 * themselves, in time that grows with the square of their number.
 */
export function replay(requests: Requests, policy: Policy, options: ReplayOptions = {}): Replay {
  const { dropping = "remove", placeholders } = options;
  if (mayDrop(policy)) {
    const within = withinBudget(requests, policy, placeholders);
    return replayPrefixes(requests, policy, { dropping, within });
  }
  const masked = maskingOf(requests, policy, placeholders);
  return { ...masked, ...walk(requests, masked), ...DROPS_NOTHING };
}

/** What was sent in fact: every message as it was. */
export function leaveAlone(requests: Requests): Replay {
  const { steps } = requests;
  const sizes = Float64Array.from(steps, (_, request) => sizeOfRequest(requests, request));
  const shared = sizes.map((_, request) => sizes[request - 1] ?? 0);
  const final = { chars: liveChars(requests), tokens: liveTokens(requests), ...NOTHING_MASKED };
  return { sizes, shared, final, ...MASKS_NOTHING, ...DROPS_NOTHING };
}

const DROPS_NOTHING = { droppedFrom: () => NEVER, summaryAt: () => undefined };

/** Whether a policy may drop messages: to meet a budget, or to summarize so many turns at a time. */
export function mayDrop({ maxInputChars, maxInputTokens, summarizeAfter }: Policy): boolean {
  return [maxInputChars, maxInputTokens, summarizeAfter].some((limit) => limit !== undefined);
}

/** Whether a policy may take away what the model itself had written. */
export function mayHideCalls(policy: Policy): boolean {
  return mayDrop(policy) || policy.passes.shrinkInputs !== undefined;
}
