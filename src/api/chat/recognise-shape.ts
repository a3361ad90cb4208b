import type { Format } from "../../formats/format.ts";
import { claims } from "../../formats/registry/claims.ts";
import { ValueTree } from "../../json/tree/value-tree.ts";
import { unknownShape } from "./chat-types.ts";
import { type ChatShape, chatShapeOf, chatSignIn, type ShapeOptions } from "./message-shape.ts";
import { valueIn } from "./value-in.ts";

/** Readers of messages by the names of their shapes. */
export type Readers = Readonly<Record<string, Format>>;

/** The names of SDK shapes in messages; a shape that is not here has its own name. */
const SDK_NAMES: Readonly<Record<string, string>> = {
  anthropic: "Anthropic",
  "openai-responses": "OpenAI Responses",
  "vercel-model": "AI SDK ModelMessage",
  "vercel-ui": "AI SDK UIMessage",
  "gemini-contents": "Gemini",
  "langchain-flat": "LangChain",
  "langchain-dict": "LangChain, stored",
  langchain: "LangChain, serialised",
  bedrock: "Bedrock Converse",
};

/** The shapes of chat objects, which are told apart by the keys of calls and results. */
const CHAT_SHAPES: readonly string[] = ["openai-chat", "chat-message"] satisfies ChatShape[];

/**
 * Detects the shape of an array of messages among those of some readers, by keys that only messages of that shape
 * have. Plain text chat has the shape of `plainShape`.
 *
 * @throws {ElisionError} `unknown-shape` for anything else, and for messages of two shapes, naming the messages,
 * from 1, and what was seen in them.
 */
export function recogniseShape(
  messages: unknown,
  readers: Readers,
  options: ShapeOptions = {},
): string {
  if (!Array.isArray(messages)) return chatShapeOf(messages, options);
  const tree = new ValueTree(messages);
  const found = sdkShapesIn(readers).filter((name) => isOf(tree, readers[name]));
  const [shape] = found;
  if (shape === undefined && RESPONSES in readers && messages.some(hasResponsesBlock))
    return RESPONSES;
  if (shape === undefined) return chatShapeAmong(messages, readers, options);
  const first = firstOf(messages, readers[shape]);
  const other = found.find((each) => each !== shape);
  if (other !== undefined)
    throw unknownShape(
      `message ${firstOf(messages, readers[other]) + 1} is of ${nameOf(other)}, but message ${first + 1} of ${nameOf(shape)}`,
    );
  const chat = messages.findIndex((message) => chatSignIn(message) !== undefined);
  if (chat >= 0) {
    const { key, owner } = chatSignIn(messages[chat]) ?? { key: "", owner: "" };
    throw unknownShape(
      `message ${chat + 1}: "${key}" (${owner}), but message ${first + 1} is of ${nameOf(shape)}`,
    );
  }
  return shape;
}

const RESPONSES = "openai-responses";

/** Whether a message, which need not name its type there, has a block that only the Responses API has. */
function hasResponsesBlock(message: unknown): boolean {
  const content = valueIn(message, "content");
  return (
    Array.isArray(content) && content.some((block) => RESPONSES_BLOCKS.has(valueIn(block, "type")))
  );
}

const RESPONSES_BLOCKS: ReadonlySet<unknown> = new Set([
  "input_text",
  "input_image",
  "input_file",
  "output_text",
]);

/** The shape that plain text chat is read as, by its readers: a chat shape, else the first of them. */
export function plainShape(readers: Readers): string {
  return CHAT_SHAPES.find((name) => name in readers) ?? Object.keys(readers)[0] ?? "openai-chat";
}

/** The chat shape of messages; without a reader for it, that of plain text chat, if they are that. */
function chatShapeAmong(
  messages: readonly unknown[],
  readers: Readers,
  options: ShapeOptions,
): string {
  const plain = plainShape(readers);
  const sign = messages.map(chatSignIn).find((each) => each !== undefined);
  if (!CHAT_SHAPES.includes(plain) && sign === undefined) return plain;
  const isChat = plain === "openai-chat" || plain === "chat-message";
  const shape = chatShapeOf(messages, isChat ? { plain, ...options } : options);
  if (shape in readers) return shape;
  throw unknownShape(`"${sign?.key ?? "role"}" (${sign?.owner ?? shape}), which no reader is for`);
}

/**
 * Throws if later messages of a conversation have another shape.
 *
 * @throws {ElisionError} `unknown-shape`
 */
export function checkSameShape(
  messages: readonly unknown[],
  shape: string,
  readers: Readers,
): void {
  const isSdk = !CHAT_SHAPES.includes(shape);
  const tree = new ValueTree(messages);
  if (isSdk && isOf(tree, readers[shape])) return;
  for (const other of sdkShapesIn(readers))
    if (other !== shape && isOf(tree, readers[other]))
      throw unknownShape(`messages of ${nameOf(other)} after messages of the shape ${shape}`);
  for (const message of messages) {
    const sign = chatSignIn(message);
    if (isSdk && sign !== undefined)
      throw unknownShape(`"${sign.key}" (${sign.owner}) after messages of the shape ${shape}`);
  }
}

/** Whether messages have signs of a shape, rather than being plain text chat. */
export function showsShape(messages: readonly unknown[], shape: string, readers: Readers): boolean {
  if (messages.some((each) => chatSignIn(each) !== undefined)) return true;
  return !CHAT_SHAPES.includes(shape) && isOf(new ValueTree(messages), readers[shape]);
}

function sdkShapesIn(readers: Readers): readonly string[] {
  return Object.keys(readers).filter((name) => !CHAT_SHAPES.includes(name));
}

/** Whether messages are of a shape that no other SDK has. */
function isOf(messages: ValueTree, format: Format | undefined): boolean {
  return format !== undefined && claims(format, [messages]);
}

function firstOf(messages: readonly unknown[], format: Format | undefined): number {
  return Math.max(
    0,
    messages.findIndex((message) => isOf(new ValueTree([message]), format)),
  );
}

function nameOf(shape: string): string {
  return SDK_NAMES[shape] ?? shape;
}
