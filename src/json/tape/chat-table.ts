import type { Key } from "../tree/key.ts";
import type { Shape } from "../tree/shape.ts";
import type { Node } from "../tree/tree.ts";

/**
 * The words of a chat format as data, from which the kernel reads a conversation
 * (kernel/assembly/chat/chat-columns.ts): messages in an array, each with a role, tool calls in the assistant's,
 * and results that name their call.
 */
export interface ChatTable {
  /**
   * The use of each key; other keys are ignored. An object or array under an ignored key, or a message of
   * another role, leaves the conversation to the format's own reader.
   */
  readonly keys: readonly (readonly [key: Key, use: KeyUse])[];
  /** The role that each word means; see `keys` for the key it is under. */
  readonly roles: readonly (readonly [word: Key, role: ChatRole])[];
  /**
   * The word that makes a message of the assistant a call, under the `pair role` key, whose name is the
   * tool's; or the role of a call, where calls are in order.
   */
  readonly callWord?: Key;
  /** Roles of messages that are calls without ids, which are answered in order: their contents are the arguments. */
  readonly callRoles?: readonly Key[];
  /**
   * The kinds of content blocks, by the word of their type, in formats whose calls and results are blocks:
   * see kernel/block-columns.ts. Any other block, or a key without a use in a block, leaves the conversation
   * to the format's reader too.
   */
  readonly blocks?: readonly (readonly [word: Key, kind: BlockKind])[];
  /** The type of text blocks, in formats whose contents may be blocks while calls and results are not. */
  readonly textBlock?: Key;
  /** The same of blocks of images. */
  readonly imageBlock?: Key;
  /** Where calls without ids are found: see kernel/assembly/chat/text-turns.ts. */
  readonly textCalls?: TextCalls;
  /**
   * Whether such an answer may lack its header: a conversation with a user's message that needs one, and has none, is
   * then left to the format's own reader.
   */
  readonly mayLackHeader?: true;
  /**
   * Whether a conversation without a call is left to the format's own reader, which may find calls in its
   * texts.
   */
  readonly needsCalls?: true;
  /** Whether an item of the calls of a message may be JSON in a string. */
  readonly callsInTexts?: true;
  /** There are no words: messages are read like earlier ones, see kernel/assembly/rows/item-rows.ts. */
  readonly byItems?: true;
}

/**
 * Where calls without ids are found, numbered for the kernel by index, from 1: in the text of a reply or by
 * the header of its answer, as in SWE-agent's protocol; the same if no call has an id, else by the header
 * only; in order, where a message, or the reply before a result, is a call; or by the header only, if no call has an
 * id.
 */
export const TEXT_CALLS = ["in replies", "unless called", "in order", "by headers"] as const;

export type TextCalls = (typeof TEXT_CALLS)[number];

/** The words that mark tool results in any format, see `signOfKey`, and those that tell a format. */
export interface SignWords {
  /** All keys that are signs, those of results in lower case. */
  readonly keys: Iterable<string>;
  /** The sign that a key is: 0 for none, 1 a result, 2 a call's id, 3 a kind, 4 a role, 5 a format. */
  signOf(key: string): number;
  /** Whether a word under a key with such a sign says that there is a result. */
  saysResult(word: string, sign: number): boolean;
}

/** The kinds of blocks, numbered for the kernel by index, from 1. */
export const BLOCK_KINDS = ["text", "call", "result", "reasoning", "sealed", "image"] as const;

export type BlockKind = (typeof BLOCK_KINDS)[number];

/** The uses of keys, numbered for the kernel by index, from 1. */
export const KEY_USES = [
  "messages",
  "role",
  "content",
  "calls",
  "result id",
  "name",
  /** A text next to the content; in a block, the text if there is no `block text`. */
  "text",
  "reasoning",
  "other reasoning",
  /** The tags of a message: a summary may list it for them, and a result be kept. */
  "tags",
  "call id",
  /** The body of a call, and the key used if the first is missing. */
  "call",
  "other call",
  "arguments",
  "other arguments",
  "block text",
  "other block text",
  "last block text",
  "image",
  /**
   * A key next to the messages or in one that tells nothing about the format, whatever its value: tools, a
   * time.
   */
  "extra",
  /** The kind of a call. */
  "kind",
  /** Marks a result as an error if it is true. */
  "error",
  /** The signature of reasoning. */
  "signature",
  /**
   * The id shared by a message that is a call and its result; takes precedence over the result's other id.
   */
  "pair id",
  /** Tells whether a message of the assistant is a call: see `callWord`. */
  "pair role",
  /** A text next to the messages that counts as a system message before them. */
  "system",
  /** A text next to the messages; a row without it is not of the format. */
  "row id",
  /** Reasoning as blocks, which repeat that under the keys above if a message has both. */
  "reasoning blocks",
  /** The body of a call without an id, which is answered in order. */
  "call in order",
  /** Messages that follow those before. */
  "more messages",
] as const;

export type KeyUse = (typeof KEY_USES)[number];

/** Roles, numbered for the kernel in the same way. */
export const CHAT_ROLES = ["system", "user", "assistant", "tool"] as const;

export type ChatRole = (typeof CHAT_ROLES)[number];

/** The tool results of a conversation in columns, and its counts; valid until the next is read. */
export interface ChatColumns {
  /** `RESULT_STRIDE` integers for each result, in order: see `RESULT`. */
  results: Int32Array;
  count: number;
  messages: number;
  /** Chars of all that the model sees. */
  chars: number;
  /** Messages other than the system's. */
  spoken: number;
  toolTurns: number;
  /** Messages with a call. */
  callMessages: number;
  calls: number;
  /** Its messages hold only roles, strings, and calls and results that name each other. */
  isClosed: boolean;
  /** The conversation holds more than messages: objects or arrays. */
  hasExtra: boolean;
  /** A long string next to the messages may be JSON, and hold results. */
  hasJson: boolean;
  /** Its blocks hold reasoning that the provider signed. */
  hasSigned: boolean;
  turns: number;
  /** The turn of the first unanswered call with an id; 0 if there is none. */
  openTurn: number;
  /** The bits of `UNCOUNTED`, `REFUSABLE`, `HAS_ODD` and `HAS_TAGS`. */
  notes: number;
  /** Chars by role, kind and tool, if wanted: see `CHAT_SUMS`. */
  readonly sums: Int32Array;
  /** The number of numbered tools, and the string with the name of each. */
  tools: number;
  toolName(tool: number): Node;
}

/** The sums are incomplete: there is an image, or more tools than are numbered. */
export const UNCOUNTED = 1;
/** The provider's API may refuse something, or several open calls may share an id. */
export const REFUSABLE = 2;
/** The text of a result is not one string: see `RESULT`. */
export const HAS_ODD = 4;
/** A message has tags. */
export const HAS_TAGS = 8;

/** The layout of the sums, in integers. */
export const CHAT_SUMS = {
  /** Four for each of `CHAT_ROLES`: chars of text, reasoning, calls and results. */
  byRole: 0,
  /** The chars before each of the newest tool turns, by its number modulo `TURNS_SUMMED`. */
  turns: 16,
  /**
   * Four for each tool by number, and last for calls without a name: calls, their chars, results, their
   * chars.
   */
  tools: 48,
} as const;

export const TURNS_SUMMED = 32;
export const MOST_TOOLS = 64;

/** Finds the tool results of a conversation on a tape; its return values are valid until the next call. */
export interface ChatFinder {
  /**
   * The results of the conversation that was scanned last, or of the value `root` in it; undefined if it
   * needs the format's own reader.
   */
  read(table: ChatTable, root: Node): ChatColumns | undefined;
  /**
   * Starts a conversation whose messages are lines. False if the table has a word that cannot be numbered.
   */
  beginLines(table: ChatTable, about: LinesToRead): boolean;
  /**
   * The results of the line that was scanned last, the next message of such a conversation. Chars and
   * `isClosed` are those of the line; the other counts include all lines so far.
   */
  readLine(): ChatColumns | undefined;
  /** The columns of such a conversation so far, without results. */
  soFar(): ChatColumns;
  /** Teaches the kernel the signs by which it knows what tells nothing; false if it knows them. */
  learnSigns(words: SignWords): boolean;
}

/** Options for reading messages that are lines. */
export interface LinesToRead {
  /** Whether the arguments of calls are kept for their results. */
  readonly keepsArguments: boolean;
  /** The words that rule out results in objects next to a message. */
  readonly signs: SignWords;
}

export const RESULT_STRIDE = 12;

/** The integers of a result; a token is an index of the tape. */
export const RESULT = {
  /**
   * The string with its text; -1 if it has none and cannot be edited. The text of an odd result is in several
   * blocks, or has images: the array of these blocks, which hold nothing else. Or it is the JSON of a value.
   */
  text: 0,
  chars: 1,
  /** `HAS_CALL`, `IN_BLOCK`, `IS_ERROR`, and from `VALUE_BIT` on the shape. */
  flags: 2,
  /** The tool turn of its call. */
  toolTurn: 3,
  /** Messages up to its own: those other than the system's, and all. */
  spoken: 4,
  message: 5,
  /** The name of its tool: a string, -1 if unknown, -2 if empty. */
  tool: 6,
  /** The turn of its call, or its own. */
  turn: 7,
  /** The id of its call, and the arguments: strings, or -1. */
  id: 8,
  args: 9,
  /** The number of its tool in the conversation, from 0; -1 if it has none. */
  toolNumber: 10,
  /** Messages with calls up to that of its call, or up to its own. */
  callMessage: 11,
} as const;

/** The call that the result answers is present. */
export const HAS_CALL = 1;
/** Its text is in a block of its message's content. */
export const IN_BLOCK = 2;
/** The format marks it as an error, or, in columns that are not the kernel's, its text does. */
export const IS_ERROR = 4;
/** From this bit on, the number of its shape in `VALUE_SHAPES`, from 1, if its text is the JSON of a value. */
export const VALUE_BIT = 6;

/** How results are stored whose text is JSON, or other than in strings or blocks, as far as the kernel reads them. */
export const VALUE_SHAPES: readonly Shape[] = [
  { as: "value" },
  { as: "object", key: "output" },
  { as: "object", key: "error" },
  { as: "object", key: "text" },
  { as: "blocks", key: "result" },
  // No earlier shape is a string: see kernel/assembly/chat/odd-values.ts.
  { as: "json", key: "result" },
  { as: "json", key: "output" },
  { as: "blocks", key: "logs", type: "logs" },
  { as: "texts", keys: ["text"] },
  { as: "texts", keys: ["stdout", "stderr"] },
];

/** Whether the kernel counts the chars of a shape with a number: of others only the format of a message can. */
export function isCounted(shape: number): boolean {
  return shape <= 4;
}

/** The number of a shape among these; 0 for another. */
export function numberOfShape(shape: Shape | undefined): number {
  if (shape === undefined || ("isSealed" in shape && shape.isSealed)) return 0;
  return VALUE_SHAPES.findIndex((each) => isSameShape(each, shape)) + 1;
}

function isSameShape(one: Shape, other: Shape): boolean {
  if (one.as === "texts")
    return other.as === "texts" && one.keys.join() === other.keys.join() && !other.frame;
  const key = (shape: Shape) => ("key" in shape ? shape.key : undefined);
  return one.as === other.as && key(one) === key(other);
}
