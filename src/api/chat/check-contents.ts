import { shown } from "../../base/arguments.ts";
import { unknownShape } from "./chat-types.ts";
import type { MessageShape } from "./shape-readers.ts";
import { valueIn } from "./value-in.ts";

/**
 * Throws for the first message whose content is neither a text nor a list, or has a block whose text is no string: a
 * reader finds nothing there, and to take it for empty would be to say that it fits. Of what tools answered readers
 * say themselves where they find no text.
 */
export function checkContents(messages: readonly unknown[], shape: MessageShape): void {
  for (const [index, message] of messages.entries()) {
    const isTool = TOOL.has(valueIn(message, "role")) || TOOL.has(valueIn(message, "type"));
    // Other items of the Responses API may have anything.
    if (shape === "openai-responses" && valueIn(message, "role") === undefined) continue;
    const holder = valueIn(message, HOLDERS[shape] ?? "") ?? message;
    for (const key of ["content", "parts"]) {
      const strange = isTool ? undefined : strangeIn(key, valueIn(holder, key));
      const fault = strange ?? hiddenIn(holder, key);
      if (fault !== undefined) throw unknownShape(`message ${index + 1}: ${fault}`);
    }
  }
}

const TOOL: ReadonlySet<unknown> = new Set(["tool", "function"]);

/** Where shapes of messages that are wrapped keep them. */
const HOLDERS: Partial<Record<MessageShape, string>> = {
  "langchain-dict": "data",
  langchain: "kwargs",
};

/** Names content that a message has by a getter of its class: it is in no JSON of it, and no reader sees it. */
function hiddenIn(holder: unknown, key: string): string | undefined {
  if (typeof holder !== "object" || holder === null || Object.hasOwn(holder, key)) return undefined;
  if (!(key in holder)) return undefined;
  return `expected ${key} to be its own (got what its class has: pass plain objects)`;
}

function strangeIn(key: string, value: unknown): string | undefined {
  if (value === undefined || value === null || typeof value === "string") return undefined;
  if (!Array.isArray(value))
    return `expected ${key} to be a text or a list of parts (got ${shown(value)})`;
  for (const [index, block] of value.entries()) {
    const text = valueIn(block, "text");
    if (text !== undefined && text !== null && typeof text !== "string")
      return `expected the text of ${key}[${index}] to be a string (got ${shown(text)})`;
  }
  return undefined;
}
