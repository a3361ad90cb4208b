import { shown } from "../../base/arguments.ts";
import { OPENAI_BLOCKS } from "../../formats/shared/chat-completions.ts";
import { unknownShape } from "./chat-types.ts";
import { unreadText } from "./unread-text.ts";
import { valueIn } from "./value-in.ts";

/** The shapes of chat objects: the one of `HistoryReducer`, and that of OpenAI's chat completions. */
export type ChatShape = "chat-message" | "openai-chat";

/** How to read messages that fit both shapes, and which results to accept. */
export interface ShapeOptions {
  /** The shape of messages without keys of only one shape: plain text chat. */
  readonly plain?: ChatShape;
  /** Whether results may have any content: only strings are edited anyway. */
  readonly anyResult?: boolean;
  /** How many messages of the conversation come before these. */
  readonly first?: number;
}

/**
 * The shape of an array of messages: by the keys with which calls and results are joined.
 *
 * @throws {ElisionError} `unknown-shape` for anything but chat objects of one of the two shapes, naming
 * the message, from 1, and what was seen in it.
 */
export function chatShapeOf(messages: unknown, options: ShapeOptions = {}): ChatShape {
  const { plain = "openai-chat", anyResult = false, first: known = 0 } = options;
  if (!Array.isArray(messages))
    throw unknownShape(`expected an array of chat messages (got ${shown(messages)})`);
  let first: { readonly shape: ChatShape; readonly sign: string; readonly at: number } | undefined;
  let isOpenAi = false;
  let isTagged = false;
  for (const [index, message] of messages.entries()) {
    const at = known + index + 1;
    const strange = strangeIn(message, anyResult);
    if (strange !== undefined) throw unknownShape(`message ${at}: ${strange}`);
    for (const [key, shape] of signsIn(message)) {
      if (first === undefined) first = { shape, sign: key, at };
      else if (first.shape !== shape)
        throw unknownShape(
          `message ${at}: "${key}" (${NAMES[shape]}), but message ${first.at} has "${first.sign}" (${NAMES[first.shape]})`,
        );
    }
    isOpenAi ||= looksLikeOpenAi(message);
    isTagged ||= isThere(valueIn(message, "tags"));
  }
  return first?.shape ?? (isOpenAi ? "openai-chat" : isTagged ? "chat-message" : plain);
}

const NAMES = { "chat-message": "ChatMessage", "openai-chat": "OpenAI" } as const;

/** Keys that only one of the shapes has. */
const SIGNS: readonly (readonly [key: string, shape: ChatShape])[] = [
  ["pairId", "chat-message"],
  ["pairRole", "chat-message"],
  ["toolCallId", "chat-message"],
  ["tool_calls", "openai-chat"],
  ["tool_call_id", "openai-chat"],
  ["function_call", "openai-chat"],
];

/**
 * Throws for messages, after others of a chat shape, that are none, or of the other one.
 *
 * @throws {ElisionError} `unknown-shape`
 */
export function checkSameChat(messages: readonly unknown[], shape: string, first: number): void {
  if (!Object.hasOwn(NAMES, shape)) return;
  chatShapeOf(messages, { first });
  for (const message of messages) {
    const sign = chatSignIn(message);
    if (sign !== undefined && sign.owner !== NAMES[shape as ChatShape])
      throw unknownShape(`"${sign.key}" (${sign.owner}) after messages of the shape ${shape}`);
  }
}

/** A key of a message that only one of these shapes has, and that shape. */
export function chatSignIn(message: unknown): { key: string; owner: string } | undefined {
  if (typeof message !== "object" || message === null) return undefined;
  // LangChain's messages use some of the same keys.
  if (valueIn(message, "type") !== undefined || "lc_kwargs" in message) return undefined;
  const [sign] = signsIn(message);
  return sign && { key: sign[0], owner: NAMES[sign[1]] };
}

function signsIn(message: object): typeof SIGNS {
  return SIGNS.filter(([key]) => isThere(valueIn(message, key)));
}

/** Whether a message without calls and results has a key of OpenAI's shape alone. */
function looksLikeOpenAi(message: object): boolean {
  const content = valueIn(message, "content");
  const role = valueIn(message, "role");
  return role === "developer" || role === "function" || content === null || Array.isArray(content);
}

const ROLES: ReadonlySet<unknown> = new Set([
  "system",
  "developer",
  "user",
  "assistant",
  "tool",
  "function",
]);

/** The fault of a message; undefined if it can be read. */
function strangeIn(message: unknown, anyResult: boolean): string | undefined {
  if (typeof message !== "object" || message === null || Array.isArray(message))
    return `expected an object with a role (got ${shown(message)})`;
  const role = valueIn(message, "role");
  const content = valueIn(message, "content");
  const isFree = anyResult && role === "tool";
  // Without an id of OpenAI's it may be a message of the AI SDK.
  const isKnown = isFree && typeof valueIn(message, "tool_call_id") === "string";
  for (const block of !isKnown && Array.isArray(content) ? content : []) {
    const strange = strangeBlock(block);
    if (strange !== undefined) return strange;
  }
  if (!ROLES.has(role)) return strangeRole(message, role);
  const type = valueIn(message, "type");
  if (type !== undefined) return `"type" of ${shown(type)} (OpenAI Responses?)`;
  if (Array.isArray(valueIn(message, "parts"))) return '"parts" (AI SDK, or Gemini?)';
  if (isThere(valueIn(message, "toolInvocations"))) return '"toolInvocations" (AI SDK?)';
  const isReadable = content === undefined || content === null || typeof content === "string";
  if (!isReadable && !Array.isArray(content) && !isFree)
    return `expected content to be a text or a list of parts (got ${shown(content)})`;
  return strangeCall(message) ?? unreadText(message, { role, content });
}

function strangeRole(message: object, role: unknown): string {
  if ("lc_namespace" in message || "lc_kwargs" in message || "lc" in message)
    return "an object of LangChain's";
  const type = valueIn(message, "type");
  if (role === undefined && type !== undefined)
    return `no role, "type" of ${shown(type)} (${LANGCHAIN_TYPES.has(type) ? "LangChain" : "OpenAI Responses"}?)`;
  if (role === undefined) return "no role";
  return `role of ${shown(role)}${role === "model" ? " (Gemini?)" : ""}`;
}

const LANGCHAIN_TYPES: ReadonlySet<unknown> = new Set([
  "human",
  "ai",
  "system",
  "tool",
  "function",
]);

function strangeBlock(block: unknown): string | undefined {
  if (typeof block === "string") return undefined;
  const type = valueIn(block, "type");
  if (OPENAI_BLOCKS.has(type)) return undefined;
  if (type === undefined) return `content block of ${shown(block)} without a type`;
  const owner = OWNERS.find(([types]) => types.test(String(type)))?.[1];
  return `content block of type ${shown(type)}${owner === undefined ? "" : ` (${owner}?)`}`;
}

const OWNERS: readonly (readonly [types: RegExp, owner: string])[] = [
  [/^(?:input|output)_\w+$|^function_call/, "OpenAI Responses"],
  [/^(?:\w+_)?tool_(?:use|result)$|thinking$|^(?:image|document)$|_result$/, "Anthropic"],
  [/^tool-|^dynamic-tool$|^source-/, "AI SDK"],
  [/^toolCall$/, "pi"],
];

function strangeCall(message: object): string | undefined {
  const calls = valueIn(message, "tool_calls");
  if (calls === undefined || calls === null) return undefined;
  if (!Array.isArray(calls)) return `expected tool_calls to be a list (got ${shown(calls)})`;
  for (const call of calls) {
    const made = valueIn(call, "function") ?? valueIn(call, "custom");
    if (typeof made === "object" && made !== null) continue;
    const isLangChain = isThere(valueIn(call, "args"));
    return `tool call without a "function"${isLangChain ? " (LangChain?)" : ""}`;
  }
  return undefined;
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}
