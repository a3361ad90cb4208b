import type { Node, Tree } from "../tree/tree.ts";

/**
 * The words of sessions whose lines are messages that name the one before them, as data for the kernel
 * (kernel/assembly/session-columns.ts): messages of Anthropic's blocks within an envelope.
 */
export interface SessionTable {
  /** The use of each key. */
  readonly keys: readonly (readonly [key: string, use: SessionUse])[];
  /** The kind of a line, by its type; a line of any other type is left to the format's own reader. */
  readonly lines: readonly (readonly [type: string, kind: SessionLine])[];
  /** Roles, types of blocks, and other words that decide. */
  readonly words: readonly (readonly [word: string, meaning: SessionWord])[];
  /** Whether the text of an item begins as that of a command that failed. */
  saysFailure?(tree: Tree, text: Node): boolean;
}

/** The uses of keys, numbered for the kernel by their place here, from 1. */
export const SESSION_USES = [
  "type",
  "id",
  "parent",
  /** True in lines of a thread of its own, which `thread` names. */
  "in thread",
  "message",
  /** Holds a copy of a result. */
  "copy",
  "thread",
  /** The id of the newest leaf. */
  "leaf",
  "subtype",
  "role",
  "content",
  /** The id of a reply, in a block that of a call. */
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
  /** Holds reasoning that only its provider can read. */
  "sealed",
  "status",
  /** Copies of an output that an event for the screen holds: of commands and patches, of commands; others. */
  "copy 1",
  "copy 2",
  "copy 3",
  "copy 4",
  "changes",
  "answer",
  /** In an item, for the format's own reader. */
  "unread",
  /** Holds an item or an event. */
  "payload",
] as const;

export type SessionUse = (typeof SESSION_USES)[number];

/**
 * Kinds of lines, numbered in the same way: with a message, with nothing the model sees, naming the newest leaf; with
 * an item of the Responses API, an event or the model of what follows in their payload.
 */
export const SESSION_LINES = ["message", "note", "leaf", "item", "event", "context"] as const;

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
  /** The subtype of a note that ends what was before it. */
  "boundary",
  /** The model of messages that no model wrote. */
  "synthetic",
  /** An item that is a message, and a call whose input is no JSON. */
  "message",
  "free call",
  /** Events that hold copies, and those that are for the format's own reader. */
  "command event",
  "patch event",
  "tool event",
  "odd event",
] as const;

export type SessionWord = (typeof SESSION_WORDS)[number];

/** A session for the kernel. */
export interface SessionAbout {
  readonly table: SessionTable;
  /** The kinds of marks, and the thread of lines that name none, as numbers. */
  readonly marks: { readonly link: number; readonly boundary: number; readonly leaf: number };
  readonly rootThread: number;
  readonly wantsModels: boolean;
  /** Whether lines without a message are left. */
  readonly messagesOnly: boolean;
}

/** Answers questions about a word that only JavaScript can. */
export interface SessionAnswers {
  /** The sign that a key is: see formats/unread/result-signs.ts. */
  signOf(key: string): number;
  /** Whether a word under a key of such a sign says that its object is a result. */
  saysResult(word: string, sign: number): boolean;
  /** Whether a string of the line at hand begins as the output of a command that failed. */
  saysFailure(text: Node): boolean;
}

/** Lines of a session that were read, until the next are: columns of integers. */
export interface SessionBatch {
  readonly count: number;
  /** Messages and marks, in columns by the places of `SESSION_FOUND`. */
  readonly found: number;
  readonly messages: number;
  readonly parts: number;
  readonly calls: number;
  readonly results: number;
  readonly signed: number;
  readonly sides: number;
  /** The number of the model that was named last; 0 for none. */
  readonly model: number;
  readonly hasThreads: boolean;
  /** Values of the column at a place. */
  column(place: number, count: number): Int32Array;
  /** `SESSION_NOTE_STRIDE` integers for each result: see session-found.ts. */
  readonly notes: Int32Array;
  /** For each block of reasoning that is signed its part and the number of its model. */
  readonly signedParts: Int32Array;
  /** For each copy of an output the number of its call's id, and its bytes. */
  readonly sideBytes: Int32Array;
  /** As of `MaskedRows`. */
  readonly next: number;
  readonly scanned: number;
}

/** Messages and marks, and parts, that a batch has at most. */
export const MOST_FOUND = 2048;
export const MOST_PARTS = 4096;

/** Where columns begin, in integers. */
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
export const SESSION_NOTE_STRIDE = 6;
/** Where the copies of outputs begin, behind the results and the reasoning that is signed. */
export const SESSION_SIDES: number = SESSION_NOTES + MOST_PARTS * (SESSION_NOTE_STRIDE + 2);
