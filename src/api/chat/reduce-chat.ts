import { checkOptions } from "../../base/arguments.ts";
import { REDUCE_OPTIONS } from "../../reduce/pipeline/option-kinds.ts";
import {
  createPolicy,
  forObservationsAlone,
  looksForErrors,
  REDUCER_DEFAULTS,
} from "../../reduce/pipeline/policy.ts";
import type { ReduceOptions } from "../../reduce/pipeline/policy-options.ts";
import { reduceTranscript } from "../../reduce/pipeline/reduce-transcript.ts";
import type { ReductionStage } from "../../reduce/pipeline/reduction.ts";
import type { AnyChatMessage } from "./chat-types.ts";
import { editChat } from "./edit-chat.ts";
import type { MessageShape } from "./message-shape.ts";
import { readChat } from "./read-chat.ts";

/** The result of reducing an array of messages. */
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
  /** Whether `target` is met; true where it is not set, or the trigger does not ask for it. */
  readonly targetMet: boolean;
  /** Placeholders in the result. */
  readonly maskedRemaining: number;
}

/**
 * Reduces an array of chat messages in stages: masks old observations; if that does not fit the
 * budget, summarizes what is not kept; as a last resort drops it. Without a budget only the first.
 *
 * Takes `ChatMessage` objects and those of OpenAI's shape. Pure: nothing is changed in place, and
 * the same array comes back when nothing is done. Sizes are UTF-16 units of `content`. The window
 * counts non-system messages unless `windowUnit` says otherwise, 4 by default.
 *
 * @throws {ElisionError} `bad-option` where an option makes no sense, `unknown-shape` for messages of
 * another shape or of both.
 */
export function reduce<M extends AnyChatMessage>(
  messages: readonly M[],
  options: ReduceOptions = {},
): HistoryReductionResult<M> {
  return reduceAs("openai-chat", messages, options);
}

/** The same; `plain` is the shape of messages that both shapes have: plain text chat. */
export function reduceAs<M extends AnyChatMessage>(
  plain: MessageShape,
  messages: readonly M[],
  options: ReduceOptions,
): HistoryReductionResult<M> {
  checkOptions(options, REDUCE_OPTIONS);
  const policy = forObservationsAlone(createPolicy(options, REDUCER_DEFAULTS));
  const chat = readChat(messages, { plain, findsErrors: looksForErrors(policy) });
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
    targetMet: reduction.targetMet,
    maskedRemaining: reduction.maskedRemaining,
  };
}
