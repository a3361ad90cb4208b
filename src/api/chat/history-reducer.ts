import { VALUE } from "../../base/arguments.ts";
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
   * @throws {ElisionError} `bad-option` where an option makes no sense, `unknown-shape` for messages of
   * another shape or of both.
   */
  reduce<M extends AnyChatMessage>(
    messages: readonly M[],
    options: HistoryReducerOptions,
  ): HistoryReductionResult<M> {
    checkChatOptions(options, { enabled: VALUE.boolean });
    const { enabled = false, ...rest } = options;
    if (enabled) return reduceAs("chat-message", messages, rest);
    const measured = reduceAs("chat-message", messages, {
      ...rest,
      maxInputChars: Number.MAX_SAFE_INTEGER,
      maxInputTokens: Number.MAX_SAFE_INTEGER,
    });
    return { ...measured, fits: measured.beforeChars <= options.maxInputChars };
  }
}
