import type { ValueKind } from "../../base/arguments.ts";
import { claims } from "../../formats/claims.ts";
import { ValueTree } from "../../json/tree/value-tree.ts";
import { unknownShape } from "./chat-types.ts";
import { chatShapeOf, chatSignIn, type ShapeOptions } from "./message-shape.ts";
import { type MessageShape, SHAPE_READERS } from "./shape-readers.ts";

/**
 * The shapes of SDK messages that the library reads, by the file format that has the same messages: one
 * reader serves both.
 */
export const SDK_SHAPES = {
  anthropic: "Anthropic",
  "openai-responses": "OpenAI Responses",
  "vercel-model": "AI SDK ModelMessage",
  "vercel-ui": "AI SDK UIMessage",
  "gemini-contents": "Gemini",
  "langchain-flat": "LangChain",
  "langchain-dict": "LangChain, stored",
  langchain: "LangChain, serialised",
  bedrock: "Bedrock Converse",
} as const satisfies Partial<Record<MessageShape, string>>;

type SdkShape = keyof typeof SDK_SHAPES;

/** Their names, as the option `shape` takes them. */
export const MESSAGE_SHAPES = Object.keys(SHAPE_READERS) as readonly MessageShape[];

/**
 * The shape of an array of messages, by what only messages of that shape have; plain text chat is
 * OpenAI's, unless `plain` says otherwise.
 *
 * @throws {ElisionError} `unknown-shape` for anything else, and for messages of two shapes, naming the
 * messages, from 1, and what was seen in them.
 */
export function shapeOf(messages: unknown, options: ShapeOptions = {}): MessageShape {
  if (!Array.isArray(messages)) return chatShapeOf(messages, options);
  const found = Object.keys(SDK_SHAPES).filter((name) =>
    isOf(messages, name as SdkShape),
  ) as SdkShape[];
  const [shape] = found;
  if (shape === undefined) return chatShapeOf(messages, options);
  const first = firstOf(messages, shape);
  const other = found.find((each) => each !== shape);
  if (other !== undefined) throw mixed(firstOf(messages, other), SDK_SHAPES[other], first, shape);
  const chat = messages.findIndex((message) => chatSignIn(message) !== undefined);
  if (chat >= 0) {
    const { key, owner } = chatSignIn(messages[chat]) ?? { key: "", owner: "" };
    throw unknownShape(
      `message ${chat + 1}: "${key}" (${owner}), but message ${first + 1} is of ${SDK_SHAPES[shape]}`,
    );
  }
  return shape;
}

/**
 * Throws where messages that come after those of a shape are of another.
 *
 * @throws {ElisionError} `unknown-shape`
 */
export function checkSameShape(messages: readonly unknown[], shape: MessageShape): void {
  const isSdk = shape in SDK_SHAPES;
  if (isSdk && isOf(messages, shape as SdkShape)) return;
  for (const other of Object.keys(SDK_SHAPES) as SdkShape[])
    if (other !== shape && isOf(messages, other))
      throw unknownShape(`messages of ${SDK_SHAPES[other]} after messages of the shape ${shape}`);
  for (const message of messages) {
    const sign = chatSignIn(message);
    if (isSdk && sign !== undefined)
      throw unknownShape(`"${sign.key}" (${sign.owner}) after messages of the shape ${shape}`);
  }
}

/** Options of functions that read messages of any shape. */
export interface ShapeOption {
  /** The shape of the messages. Default: found from what they hold. */
  readonly shape?: MessageShape;
}

/** How the option is checked. */
export const SHAPE_OPTION = {
  shape: [
    `one of ${MESSAGE_SHAPES.join(", ")}`,
    (value) => MESSAGE_SHAPES.some((shape) => shape === value),
  ],
} as const satisfies Record<string, ValueKind>;

/** Whether messages are of a shape that no other SDK has. */
export function isOf(messages: readonly unknown[], shape: SdkShape): boolean {
  return claims(SHAPE_READERS[shape], [new ValueTree(messages)]);
}

function firstOf(messages: readonly unknown[], shape: SdkShape): number {
  return Math.max(
    0,
    messages.findIndex((message) => isOf([message], shape)),
  );
}

function mixed(at: number, owner: string, first: number, shape: SdkShape): Error {
  return unknownShape(
    `message ${at + 1} is of ${owner}, but message ${first + 1} of ${SDK_SHAPES[shape]}`,
  );
}
