import type { Key } from "../tree/key.ts";
import type { Node } from "../tree/tree.ts";

/**
 * The words of a chat format as data, for the kernel's way through a conversation (kernel/assembly/chat-columns.ts):
 * messages in a list, each with a role, tool calls in the assistant's, and results that name their call.
 */
export interface ChatTable {
  /**
   * The use of each key; other keys are ignored. An object or array under such a key, or a message of
   * another role, leaves the conversation to the format's own reader.
   */
  readonly keys: readonly (readonly [key: Key, use: KeyUse])[];
  /** Who speaks, by the word that is a message's role; see `keys` for another. */
  readonly roles: readonly (readonly [word: Key, role: ChatRole])[];
  /**
   * The word under the key for the role in a pair that makes a message of the assistant a call, its name the tool's; or
   * where calls are told in order, the role of a call.
   */
  readonly callWord?: Key;
  /**
   * The kinds of the blocks of contents, by the word that is their type, where calls and results are blocks: see
   * kernel/block-columns.ts. Any other block, and any key in one that has no use, leaves the conversation too.
   */
  readonly blocks?: readonly (readonly [word: Key, kind: BlockKind])[];
  /** Where contents may be blocks, but neither calls nor results: the type of those that hold a text. */
  readonly textBlock?: Key;
  /** How calls without ids are told: see kernel/assembly/text-turns.ts. */
  readonly textCalls?: TextCalls;
  /** Whether a conversation without a call is left to the format's own reader, which may find some in its texts. */
  readonly needsCalls?: true;
}

/**
 * Ways to tell calls without ids, numbered for the kernel by their place here, from 1: in the text of a reply or by the
 * header of what answers it, as in SWE-agent's protocol; so where no call has an id, else only by the header; or in
 * order, where a message is a call, or the reply before a result.
 */
export const TEXT_CALLS = ["in replies", "unless called", "in order"] as const;

export type TextCalls = (typeof TEXT_CALLS)[number];

/** The words by which tool results are marked, in any format: see `signOfKey`. */
export interface SignWords {
  /** All keys that are signs, in small letters. */
  readonly keys: Iterable<string>;
  /** The sign that a key is: 0 for none, 1 a result, 2 a call's id, 3 a kind, 4 a role. */
  signOf(key: string): number;
  /** Whether a word under a key that is such a sign says that there is a result. */
  saysResult(word: string, sign: number): boolean;
}

/** The kinds of blocks, numbered for the kernel by their place here, from 1. */
export const BLOCK_KINDS = ["text", "call", "result", "reasoning", "sealed", "image"] as const;

export type BlockKind = (typeof BLOCK_KINDS)[number];

/** The uses of keys, numbered for the kernel by their place here, from 1. */
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
  /** A key whose presence needs the format's own reader. */
  "odd",
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
  /** A key next to the messages or in one that says nothing of the format, whatever its value: tools, a time. */
  "extra",
  /** Says what a call is. */
  "kind",
  /** Says of a result that it is an error, where it is true. */
  "error",
  /** A string that signs reasoning. */
  "signature",
  /** The id that a message which is a call shares with its result: before the result's other id. */
  "pair id",
  /** Says whether a message of the assistant is a call: see `callWord`. */
  "pair role",
  /** A text next to the messages that is a message of the system's, before them. */
  "system",
  /** A text next to the messages, without which a row is not of the format. */
  "row id",
] as const;

export type KeyUse = (typeof KEY_USES)[number];

/** Who speaks, by number in the same way. */
export const CHAT_ROLES = ["system", "user", "assistant", "tool"] as const;

export type ChatRole = (typeof CHAT_ROLES)[number];

/** The tool results of a conversation in columns, and what it is as a whole; until the next is read. */
export interface ChatColumns {
  /** `RESULT_STRIDE` integers for each result, in order: see `RESULT`. */
  results: Int32Array;
  count: number;
  messages: number;
  /** Chars of all that the model sees. */
  chars: number;
  /** Messages that are not the system's. */
  spoken: number;
  toolTurns: number;
  calls: number;
  /** There is no more in its messages than roles, strings, and calls and results that name each other. */
  isClosed: boolean;
  /** There is more than messages in the conversation: objects or arrays. */
  hasExtra: boolean;
  /** There is reasoning in its blocks that its provider signed. */
  hasSigned: boolean;
  turns: number;
  /** The turn of the first call that has an id and is not answered; 0 where there is none. */
  openTurn: number;
  /** `UNCOUNTED` and `REFUSABLE`, or neither. */
  notes: number;
  /** Chars by role, kind and tool, where they are wanted: see `CHAT_SUMS`. */
  readonly sums: Int32Array;
  /** Tools that are numbered, and the string that is the name of each. */
  tools: number;
  toolName(tool: number): Node;
}

/** There is more than the sums count: an image, or more tools than are numbered. */
export const UNCOUNTED = 1;
/** There may be something that the API of its provider refuses, or an id that several open calls have. */
export const REFUSABLE = 2;

/** Where the sums begin, in integers. */
export const CHAT_SUMS = {
  /** Four for each of `CHAT_ROLES`: chars of text, reasoning, calls and results. */
  byRole: 0,
  /** The chars before each of the newest tool turns, by its number modulo `TURNS_SUMMED`. */
  turns: 16,
  /** Four for each tool by its number, and behind all for those without a name: calls, their chars, results, theirs. */
  tools: 48,
} as const;

export const TURNS_SUMMED = 32;
export const MOST_TOOLS = 64;

/** Finds the tool results of a conversation on a tape; what it gives holds until the next is read. */
export interface ChatFinder {
  /**
   * Those of the conversation that was scanned last, or is the value `root` in it; undefined where it is for the
   * format's own reader.
   */
  read(table: ChatTable, root: Node): ChatColumns | undefined;
  /**
   * Begins with a conversation whose messages are lines. False where the words of the table cannot be known.
   */
  beginLines(table: ChatTable, about: LinesToRead): boolean;
  /**
   * Those of the line that was scanned last, the next message of such a conversation: chars and `isClosed` are
   * the line's, the other counts are of all so far.
   */
  readLine(): ChatColumns | undefined;
  /** The columns of such a conversation so far, without results. */
  soFar(): ChatColumns;
}

/** How messages that are lines are read. */
export interface LinesToRead {
  /** Whether what calls were asked with is kept for their results. */
  readonly keepsArguments: boolean;
  /** By these what stands next to a message is known to be no result. */
  readonly signs: SignWords;
}

export const RESULT_STRIDE = 11;

/** The integers of a result; a token is an index of the tape. */
export const RESULT = {
  /** The string that is its text; -1 where it has none, and then it cannot be edited. */
  text: 0,
  chars: 1,
  /** `HAS_CALL` and `IN_BLOCK`, or neither. */
  flags: 2,
  /** Tool turns up to the turn of its call. */
  toolTurn: 3,
  /** Messages up to its own: those that are not the system's, and all. */
  spoken: 4,
  message: 5,
  /** The name of its tool: a string, -1 where that is not known, -2 where it is empty. */
  tool: 6,
  /** The turn of its call, or its own. */
  turn: 7,
  /** The id of its call, and the arguments: strings, or -1. */
  id: 8,
  args: 9,
  /** The number of its tool among those of the conversation, from 0 up; -1 where it has none. */
  toolNumber: 10,
} as const;

/** The call that a result answers is there. */
export const HAS_CALL = 1;
/** Its text is in a block of its message's content. */
export const IN_BLOCK = 2;
/** Its format says that it is an error, or where columns are not the kernel's its text. */
export const IS_ERROR = 4;
