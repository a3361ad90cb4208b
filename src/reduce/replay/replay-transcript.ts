import { textCharsOf } from "../../transcript/model/message.ts";
import type { Policy } from "../pipeline/checked-policy.ts";
import { NEVER } from "../pipeline/guards.ts";
import { reachesTrigger } from "../pipeline/pressure.ts";
import type { Dropping } from "../pipeline/reduction.ts";
import { rulesOf } from "../pipeline/tiers.ts";
import type { Placeholders } from "../placeholders/placeholder.ts";
import {
  liveChars,
  liveTokens,
  MASKS_NOTHING,
  maskingOf,
  NOTHING_MASKED,
  walk,
} from "./masking-walk.ts";
import { replayPrefixes } from "./replay-prefixes.ts";
import { type Replay, replayOf } from "./replayed-prompts.ts";
import { type Requests, sizeOfRequest } from "./requests.ts";
import { withinBudget } from "./within-budget.ts";

/** How a policy is replayed. */
export interface ReplayOptions {
  readonly dropping?: Dropping;
  /** The placeholders of the transcript under the policy, if several policies share them. */
  readonly placeholders?: Placeholders;
}

/**
 * Replays a transcript: the requests as if the policy had been active from the start. Masking takes one walk over
 * the steps. Steps at which a budget needs more than masking are evaluated separately, in quadratic time.
 */
export function replay(requests: Requests, policy: Policy, options: ReplayOptions = {}): Replay {
  const { dropping = "remove", placeholders } = options;
  if (mayDrop(policy)) {
    const within = withinBudget(requests, policy, placeholders);
    return replayPrefixes(requests, policy, { dropping, within });
  }
  const masked = maskingOf(requests, policy, { placeholders });
  const { final, ...prompts } = walk(requests, masked);
  return replayOf(prompts, final, { ...masked, ...DROPS_NOTHING });
}

/**
 * Whether a policy is certain to mask nothing, so that nothing has to be replayed: the trigger is never reached, or
 * all results are below the limit of its rule.
 */
export function masksNothing({ transcript }: Requests, policy: Policy): boolean {
  const { pressure } = policy;
  if (mayDrop(policy) || transcript.firstLive > 0) return false;
  const isPressed = pressure === undefined || reachesTrigger(transcript, pressure);
  return rulesOf(policy).active.every(({ rule, setting }) => {
    if (rule.acts === "keep" || (!isPressed && rule.atOnce !== true)) return true;
    const limit = rule.above?.(setting);
    if (limit === undefined) return false;
    for (const part of transcript.observations()) if (textCharsOf(part) > limit) return false;
    return true;
  });
}

/** The prompts as sent, without edits. */
export function leaveAlone(requests: Requests): Replay {
  const { length } = requests.steps;
  const sizes = new Float64Array(length);
  for (let request = 0; request < length; request++)
    sizes[request] = sizeOfRequest(requests, request);
  const shared = new Float64Array(length);
  shared.set(sizes.subarray(0, -1), Math.min(length, 1));
  const changedFrom = new Int32Array(length).fill(NEVER);
  const final = { chars: liveChars(requests), tokens: liveTokens(requests), ...NOTHING_MASKED };
  return replayOf({ sizes, shared, changedFrom }, final, EDITS_NOTHING);
}

/** The lookups of a replay that drops nothing. */
export const DROPS_NOTHING = { droppedFrom: () => NEVER, summaryAt: () => undefined };

const EDITS_NOTHING = { ...MASKS_NOTHING, ...DROPS_NOTHING };

/** Whether a policy may drop messages: to meet a budget, or by `summarizeAfter`. */
export function mayDrop({ maxInputChars, maxInputTokens, summarizeAfter }: Policy): boolean {
  return (
    maxInputChars !== undefined || maxInputTokens !== undefined || summarizeAfter !== undefined
  );
}

/** Whether a policy may remove text that the model wrote. */
export function mayHideCalls(policy: Policy): boolean {
  return mayDrop(policy) || rulesOf(policy).editsCalls;
}
