import type { ReduceOptions } from "../reduce/options.ts";
import {
  createPolicy,
  forObservationsAlone,
  looksForErrors,
  SEED_DEFAULTS,
} from "../reduce/policy.ts";
import { reduceTranscript } from "../reduce/reduce.ts";
import type { ReductionStage } from "../reduce/reduction.ts";
import type { AnyChatMessage } from "./chat-message.ts";
import { editChat } from "./edit-chat.ts";
import { readChat } from "./read-chat.ts";

/** What the reducer made of an array of messages (seed 1, and ours below the line). */
export interface HistoryReductionResult<M = AnyChatMessage> {
  /** The same array if nothing was reduced. */
  readonly messages: readonly M[];
  readonly reduced: boolean;
  /** Messages of the input that are gone; an inserted summary is not subtracted. */
  readonly droppedCount: number;
  readonly invariantStatus: "ok" | "fallback";
  /** Observations that the masking stage masked, also if a later stage then dropped them. */
  readonly maskedCount: number;
  /** Chars that masking took out: the sum of old minus new lengths. */
  readonly maskedChars: number;
  /** The stage that was reached; absent when nothing was reduced. */
  readonly reductionStage?: ReductionStage;

  /** Chars of all `content` before and after. */
  readonly beforeChars: number;
  readonly afterChars: number;
  /** Whether the result is within the budget. */
  readonly fits: boolean;
  /** Placeholders in the result. */
  readonly maskedRemaining: number;
}

/**
 * Reduces an array of chat messages in stages: masks old observations; if that does not fit the
 * budget, summarizes what is not kept; as a last resort drops it. Without a budget only the first.
 *
 * Takes `ChatMessage` objects and those of OpenAI's shape. Pure: nothing is changed in place, and
 * the same array comes back when nothing is done. Sizes are UTF-16 units of `content`. The window
 * counts non-system messages unless `windowUnit` says otherwise, 4 by default (seeds 1 and 2).
 *
 * @throws {ElisionError} `bad-option` where an option makes no sense.
 */
export function reduce<M extends AnyChatMessage>(
  messages: readonly M[],
  options: ReduceOptions = {},
): HistoryReductionResult<M> {
  const policy = forObservationsAlone(createPolicy(options, SEED_DEFAULTS));
  const chat = readChat(messages, { findsErrors: looksForErrors(policy) });
  const reduction = reduceTranscript(chat.transcript, policy);
  const result = editChat(messages, chat, {
    replacements: reduction.replacements(),
    condensation: reduction.condensation,
  });
  return {
    messages: result,
    reduced: result !== messages,
    droppedCount: reduction.droppedCount,
    invariantStatus: reduction.invariantStatus,
    maskedCount: reduction.maskedCount,
    maskedChars: reduction.maskedChars,
    ...(reduction.stage !== undefined && { reductionStage: reduction.stage }),
    beforeChars: reduction.before.chars,
    afterChars: reduction.after.chars,
    fits: reduction.fits,
    maskedRemaining: reduction.maskedRemaining,
  };
}
