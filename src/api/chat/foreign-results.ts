import { unknownShape } from "./chat-types.ts";
import type { ReadAs } from "./check-all-read.ts";
import { valueIn } from "./value-in.ts";

/**
 * Throws for the first message with a tool result of another shape, in which a reader found none: it would be taken for
 * a message without results, and said to be done with. `hasResult` tells in which messages it found some.
 *
 * @throws {ElisionError} `unknown-shape`
 */
export function checkForeignResults(
  messages: readonly unknown[],
  { shape, first }: ReadAs,
  hasResult: (index: number) => boolean,
): void {
  const family = FAMILIES.find((shapes) => shapes.includes(shape));
  if (family === undefined) return; // A format of one's own knows itself what it reads.
  for (const [index, message] of messages.entries()) {
    const owner = ownerOf(message);
    if (owner === undefined || family.includes(owner) || hasResult(index)) continue;
    throw unknownShape(
      `message ${first + index + 1}: a tool result of the shape ${owner}, not ${shape}`,
    );
  }
}

/** Shapes, of which a reader also reads the results of the others in its family. */
const FAMILIES: readonly (readonly string[])[] = [
  ["openai-chat", "chat-message"],
  ["anthropic"],
  ["openai-responses"],
  ["vercel-model"],
  ["vercel-ui"],
  ["gemini-contents"],
  ["langchain-flat", "langchain-dict", "langchain"],
  ["bedrock"],
];

/** The shape whose tool result a message shows to have. */
function ownerOf(message: unknown): string | undefined {
  const isAnswer = typeof valueIn(message, "tool_call_id") === "string";
  if (valueIn(message, "role") === "tool") {
    if (isAnswer) return "openai-chat";
    if (valueIn(message, "pairRole") === "result") return "chat-message";
  }
  if (valueIn(message, "type") === "tool") {
    if (typeof valueIn(message, "data") === "object") return "langchain-dict";
    if (isAnswer) return "langchain-flat";
  }
  for (const key of ["content", "parts"]) {
    const blocks = valueIn(message, key);
    for (const block of Array.isArray(blocks) ? blocks : []) {
      const owner = ownerOfBlock(block);
      if (owner !== undefined) return owner;
    }
  }
  return undefined;
}

function ownerOfBlock(block: unknown): string | undefined {
  const type = valueIn(block, "type");
  if (type === "tool_result") return "anthropic";
  if (type === "tool-result") return "vercel-model";
  if (valueIn(block, "toolResult") !== undefined) return "bedrock";
  const response = valueIn(block, "functionResponse") ?? valueIn(block, "function_response");
  if (response !== undefined) return "gemini-contents";
  const isAnswered = valueIn(block, "output") !== undefined;
  return isAnswered && typeof valueIn(block, "toolCallId") === "string" ? "vercel-ui" : undefined;
}
