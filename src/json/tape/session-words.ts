import type { Node, Tree } from "../tree/tree.ts";

/**
 * The words of sessions whose lines are messages that name their parents, as data for the kernel
 * (kernel/assembly/sessions/session-columns.ts): messages with Anthropic's blocks in an envelope.
 */
export interface SessionTable {
  /** The use of each key. */
  readonly keys: readonly (readonly [key: string, use: SessionUse])[];
  /** The kind of a line, by its type; a line of any other type is left to the format's own reader. */
  readonly lines: readonly (readonly [type: string, kind: SessionLine])[];
  /** Roles, types of blocks, and other words with a meaning. */
  readonly words: readonly (readonly [word: string, meaning: SessionWord])[];
  /** Whether an output, which is a string or a block, begins like that of a command that failed. */
  saysFailure?(tree: Tree, output: Node): boolean;
  /** Whether an item, which is a message of the user, begins a turn: the mark `turn` is before it. */
  beginsTurn?(tree: Tree, item: Node): boolean;
}

/** The uses of keys, numbered for the kernel by index, from 1. */
export const SESSION_USES = [
  "type",
  "id",
  "parent",
  /** True in lines of a separate thread, which `thread` names. */
  "in thread",
  "message",
  /** Contains a copy of a result. */
  "copy",
  "thread",
  /** The id of the newest leaf. */
  "leaf",
  "subtype",
  "role",
  "content",
  /** The id of a reply; in a block, that of a call. */
  "own id",
  "model",
  "text",
  "thinking",
  "signature",
  "name",
  "input",
  "call id",
  "is error",
  "output",
  "arguments",
  "summary",
  /** Contains reasoning that only its provider can read. */
  "sealed",
  "status",
  /**
   * Copies of an output in an event for display: the first two of commands and patches, the others of
   * commands only.
   */
  "copy 1",
  "copy 2",
  "copy 3",
  "copy 4",
  "changes",
  "answer",
  /** In an item, needs the format's own reader. */
  "unread",
  /** Contains an item or an event. */
  "payload",
  /** Contains what an event is about. */
  "item",
] as const;

export type SessionUse = (typeof SESSION_USES)[number];

/**
 * Kinds of lines, numbered in the same way: with a message, with nothing that the model sees, naming the
 * newest leaf; with a payload of a Responses API item, an event, or the model of what follows; and an item that is the
 * line.
 */
export const SESSION_LINES = [
  ...(["message", "note", "leaf", "item", "event", "context"] as const),
  "bare item",
] as const;

export type SessionLine = (typeof SESSION_LINES)[number];

/** The meanings of words, numbered in the same way. */
export const SESSION_WORDS = [
  "user",
  "assistant",
  "system",
  "text",
  "call",
  "result",
  "thinking",
  /** The subtype of a note that ends what came before it. */
  "boundary",
  /** The model of messages that no model wrote. */
  "synthetic",
  /** An item that is a message, and a call whose input is not JSON. */
  "message",
  "free call",
  /** Events with copies, and events that need the format's own reader. */
  "command event",
  "patch event",
  "tool event",
  "odd event",
  /** An event about an item with copies, whose own id is the call's. */
  "item event",
] as const;

export type SessionWord = (typeof SESSION_WORDS)[number];

/** A session's settings for the kernel. */
export interface SessionAbout {
  /** Undefined if lines are learned: see `KernelSessions.learn`. */
  readonly table: SessionTable | undefined;
  /** The kinds of marks, and the thread of lines that name none, as numbers. */
  readonly marks: Readonly<Record<"link" | "boundary" | "leaf" | "turn", number>>;
  readonly rootThread: number;
  readonly wantsModels: boolean;
  /** Whether lines without a message are left to the format's reader. */
  readonly messagesOnly: boolean;
}

/** Answers the questions about a word that only JavaScript can. */
export interface SessionAnswers {
  /**
   * The sign that a key is: see formats/unread/result-signs.ts; plus 8 if its value only says something about a result.
   */
  signOf(key: string): number;
  /** Whether a word under a key with such a sign says that its object is a result. */
  saysResult(word: string, sign: number): boolean;
  /** Whether a string or a block of the current line begins like the output of a command that failed. */
  saysFailure(output: Node): boolean;
  /** Whether an item of the user in the current line begins a turn. */
  beginsTurn(item: Node): boolean;
  /** Writes the placeholders of results, if they say more than the length. */
  readonly writing?: SessionWriting | undefined;
}

/** A part: its number among all parts, and the numbers of its id and its name; 0 for none. */
export interface SessionPart {
  readonly index: number;
  readonly id: number;
  readonly name: number;
}

/** Writes what the kernel cannot of placeholders that say more than the length. */
export interface SessionWriting {
  /** The main argument of a call, from the value of its arguments. */
  argumentOf(args: Node): string;
}

/** A call: the number of its part, that of its tool's name, and its main argument. */
export interface OpenedCall {
  readonly part: number;
  readonly name: number;
  readonly argument: string;
}

/** Lines of a session that were read, as columns of integers; valid until the next are read. */
export interface SessionBatch {
  readonly count: number;
  /** Messages and marks, in columns at the offsets of `SESSION_FOUND`. */
  readonly found: number;
  readonly messages: number;
  readonly parts: number;
  readonly calls: number;
  readonly results: number;
  readonly signed: number;
  readonly sides: number;
  /** Results whose text was not found. */
  readonly hollow: number;
  /** Whether a line before the first of these results may be a tool's answer in a text. */
  readonly mayAnswer: boolean;
  /** The number of the model named last; 0 for none. */
  readonly model: number;
  readonly hasThreads: boolean;
  /** The values of the column at an offset. */
  column(place: number, count: number): Int32Array;
  /** `SESSION_NOTE_STRIDE` integers for each result: see `SESSION_NOTE`. */
  readonly notes: Int32Array;
  /** The placeholders of results, one after another, if they are written as lines are read. */
  readonly written: Buffer;
  /** For each block of signed reasoning, its part and the number of its model. */
  readonly signedParts: Int32Array;
  /** For each copy of an output, the number of its call's id, and its bytes. */
  readonly sideBytes: Int32Array;
  /** As in `MaskedRows`. */
  readonly next: number;
  readonly scanned: number;
}

/** The most messages and marks, and the most parts, of a batch. */
export const MOST_FOUND = 2048;
export const MOST_PARTS = 4096;

/** The offsets of columns, in integers. */
export const SESSION_FOUND = {
  kinds: 0,
  ids: MOST_FOUND,
  parents: 2 * MOST_FOUND,
  threads: 3 * MOST_FOUND,
  replies: 4 * MOST_FOUND,
  records: 5 * MOST_FOUND,
  firstParts: 6 * MOST_FOUND,
} as const;

export const SESSION_PARTS = {
  kinds: 7 * MOST_FOUND,
  ids: 7 * MOST_FOUND + MOST_PARTS,
  chars: 7 * MOST_FOUND + 2 * MOST_PARTS,
} as const;

export const SESSION_NOTES: number = 7 * MOST_FOUND + 3 * MOST_PARTS;
export const SESSION_NOTE_STRIDE = 9;

/**
 * The integers of a result. `start` is relative to the first line; `about` has a reason and `ARRANGED_STATES`; `part`
 * is the number of its part; `copy` has the bytes of its side copy. If its placeholder was written, `length` is what
 * masking saves in chars. `call`: the part of its call plus one. `written`: the bytes of the placeholder, which is 0 if
 * the result stays; above them those before the ref.
 */
export const SESSION_NOTE = {
  ...{ chars: 0, start: 1, length: 2, about: 3, part: 4, copy: 5 },
  ...{ call: 6, textLength: 7, written: 8 },
} as const;

/** The bits of the bytes of a placeholder; those before its ref are above. */
export const SESSION_WRITTEN_BITS = 16;
/** The offset of the copies of outputs, after the results and the signed reasoning. */
export const SESSION_SIDES: number = SESSION_NOTES + MOST_PARTS * (SESSION_NOTE_STRIDE + 2);
