import {
  createPolicy,
  forObservationsAlone,
  looksForErrors,
  REDUCER_DEFAULTS,
} from "../../reduce/pipeline/policy.ts";
import { reduceTranscript } from "../../reduce/pipeline/reduce-transcript.ts";
import type { ReductionStage } from "../../reduce/pipeline/reduction.ts";
import { type ChatReduceOptions, checkChatOptions } from "./chat-options.ts";
import type { AnyMessage } from "./chat-types.ts";
import { editChat } from "./edit-chat.ts";
import type { ChatShape } from "./message-shape.ts";
import { readChat } from "./read-chat.ts";

/** The result of reducing an array of messages. */
export interface HistoryReductionResult<M = AnyMessage> {
  /** The same array if nothing was reduced: do not change it. Typed as mutable, since SDKs require that. */
  readonly messages: M[];
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

  /** Chars before and after: of all `content`, or of all text that the model sees (see `reduce`). */
  readonly beforeChars: number;
  readonly afterChars: number;
  /** Whether the result is within the budget. */
  readonly fits: boolean;
  /** Whether `target` is met; true if it is not set, or the trigger is not reached. */
  readonly targetMet: boolean;
  /** Placeholders in the result. */
  readonly maskedRemaining: number;
}

/**
 * Reduces an array of messages in stages: masks old observations; if that does not fit the budget,
 * summarizes what is not kept; as a last resort drops it. Without a budget only the first.
 *
 * Takes the messages of Anthropic, OpenAI (chat completions and Responses items), the AI SDK (model and
 * UI messages), LangChain (instances and saved ones) and Gemini, and `ChatMessage` objects: the shape is
 * found from what they hold, or named by `shape`. Pure: nothing is changed in place, edited messages are
 * copies of the same class, the others the same objects, and the same array comes back when nothing is
 * done. Sizes are UTF-16 units: of `content` in the chat shapes, of all text that the model sees in the
 * others. The window counts non-system messages unless `windowUnit` says otherwise, 4 by default.
 *
 * @throws {ElisionError} `bad-option` where an option makes no sense, `unknown-shape` for messages of no
 * shape that is read, or of two.
 */
export function reduce<M extends AnyMessage>(
  messages: readonly M[],
  options: ChatReduceOptions = {},
): HistoryReductionResult<M> {
  return reduceAs("openai-chat", messages, options);
}

/** `reduce`, where `plain` is the shape of messages that fit both chat shapes: plain text chat. */
export function reduceAs<M extends AnyMessage>(
  plain: ChatShape,
  messages: readonly M[],
  options: ChatReduceOptions,
): HistoryReductionResult<M> {
  checkChatOptions(options);
  const { shape, ...policyOptions } = options;
  const policy = forObservationsAlone(createPolicy(policyOptions, REDUCER_DEFAULTS));
  const chat = readChat(messages, { plain, shape, findsErrors: looksForErrors(policy) });
  const reduction = reduceTranscript(chat.transcript, policy);
  const result = editChat(messages, chat, {
    replacements: reduction.replacements(),
    condensation: reduction.condensation,
  });
  return {
    messages: result as M[],
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
