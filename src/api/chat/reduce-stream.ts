import { Transform } from "node:stream";
import { VALUE } from "../../base/arguments.ts";
import { ElisionError } from "../../base/errors.ts";
import { type ChatReduceOptions, checkChatOptions } from "./chat-options.ts";
import type { AnyMessage } from "./chat-types.ts";
import { type HistoryReductionResult, reduce } from "./reduce-chat.ts";

/** Options of `reduceStream`: those of `reduce`, and a listener for each conversation. */
export interface ReduceStreamOptions extends ChatReduceOptions {
  onResult?(result: HistoryReductionResult): void;
}

/**
 * A stream of objects, one conversation `{ messages: [...] }` each, for pipelines such as
 * `ndjson.parse()` -> `reduceStream()` -> `ndjson.stringify()`.
 *
 * Other keys stay; an object in which nothing was reduced goes through as it is. Anything without a
 * `messages` array is the stream's error (`not-a-conversation`), and so are messages of another shape
 * (`unknown-shape`).
 *
 * @throws {ElisionError} `bad-option` where an option makes no sense.
 */
export function reduceStream(options: ReduceStreamOptions = {}): Transform {
  checkChatOptions(options, { onResult: VALUE.function });
  const { onResult, ...reduceOptions } = options;
  reduce([], reduceOptions);
  let count = 0;
  return new Transform({
    objectMode: true,
    transform(conversation: unknown, _encoding, done) {
      count++;
      try {
        const messages = messagesOf(conversation, count);
        const result = reduce(messages, reduceOptions);
        onResult?.(result);
        done(
          null,
          result.reduced
            ? { ...(conversation as object), messages: result.messages }
            : conversation,
        );
      } catch (error) {
        done(error as Error);
      }
    },
  });
}

function messagesOf(conversation: unknown, count: number): readonly AnyMessage[] {
  const messages =
    typeof conversation === "object" && conversation !== null && "messages" in conversation
      ? conversation.messages
      : undefined;
  if (Array.isArray(messages)) return messages;
  throw new ElisionError(
    "not-a-conversation",
    `object ${count}: expected a conversation { messages: [...] }`,
    { hint: "put an array of messages under messages, or call reduce() with it" },
  );
}
