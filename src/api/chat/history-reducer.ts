import { checkArgument, VALUE, type ValueKind } from "../../base/arguments.ts";
import { badOption } from "../../base/errors.ts";
import { wholeNumber } from "../../reduce/pipeline/option-checks.ts";
import { createPolicy, REDUCER_DEFAULTS } from "../../reduce/pipeline/policy.ts";
import { type ChatReduceOptions, checkChatOptions } from "./chat-options.ts";
import type { AnyChatMessage } from "./chat-types.ts";
import { type HistoryReductionResult, reduceAs } from "./reduce-chat.ts";

/** Options of `HistoryReducer`: off unless `enabled`. */
export interface HistoryReducerOptions extends ChatReduceOptions {
  /** Default: false: the input is returned. */
  readonly enabled?: boolean;
  readonly maxInputChars: number;
}

/**
 * `reduce` behind a switch, for `ChatMessage` objects: messages without calls and results are read as
 * those, so that their tags count and a summary has role `system`. OpenAI's shape is known by its keys.
 */
export class HistoryReducer {
  /**
   * Takes nothing: the options are passed to `reduce`.
   *
   * @throws {ElisionError} `bad-input` where they are passed here, which would do nothing.
   */
  constructor(...none: readonly never[]) {
    checkArgument("new HistoryReducer()", none[0], NO_ARGUMENT);
  }

  /**
   * @throws {ElisionError} `bad-option` where an option makes no sense, `unknown-shape` for messages of
   * another shape or of both.
   */
  reduce<M extends AnyChatMessage>(
    messages: readonly M[],
    options: HistoryReducerOptions,
  ): HistoryReductionResult<M> {
    checkChatOptions(options, { enabled: VALUE.boolean });
    const { enabled = false, ...rest } = options;
    const maxInputChars = wholeNumber("maxInputChars", rest.maxInputChars);
    if (maxInputChars === undefined)
      throw badOption("maxInputChars", "a whole number, 0 or more", maxInputChars);
    if (enabled) return reduceAs("chat-message", messages, rest);
    const { shape, ...policy } = rest;
    createPolicy(policy, REDUCER_DEFAULTS); // Options are checked all the same.
    const measured = reduceAs("chat-message", messages, {
      ...(shape !== undefined && { shape }),
      ...(rest.placeholder !== undefined && { placeholder: rest.placeholder }),
      maxInputChars: Number.MAX_SAFE_INTEGER,
    });
    const fits = measured.beforeChars <= maxInputChars && fitsTokens(messages, rest);
    return { ...measured, fits };
  }
}

/** Options are passed to `reduce` with the messages. */
const NO_ARGUMENT: ValueKind = ["nothing: reduce takes options", (value) => value === undefined];

/** Whether messages are within a budget in tokens as they are, if there is one. */
function fitsTokens(
  messages: readonly AnyChatMessage[],
  { maxInputTokens, countTokens, shape }: ChatReduceOptions,
): boolean {
  if (maxInputTokens === undefined) return true;
  const { fits, reduced } = reduceAs("chat-message", messages, {
    ...(shape !== undefined && { shape }),
    ...(countTokens !== undefined && { countTokens }),
    maxInputTokens,
  });
  return fits && !reduced;
}
