import type { Node } from "../tree/tree.ts";
import type { SignWords } from "./chat-table.ts";

/**
 * The steps of a path, by which the kernel reads lines like one that was learned: see
 * kernel/assembly/sessions/learned-path.ts. A step is its kind and up to five integers; a place is a number for a value
 * of the line, 0 for the line itself, and a text is the number that the kernel gave it.
 */
export const STEP = {
  /** Whether an object (a place) has a key (a text), whose value gets a place; -1: whether it has none. */
  key: 1,
  /** Whether a value (a place) is of a kind. */
  kind: 2,
  /** Whether a string (a place) is a text, or is another. */
  is: 3,
  isNot: 4,
  /** Whether an array, or an object (a place) has a number of items, which get the places from another on. */
  count: 5,
  /** Whether a string (a place) begins with a text (1), or does not (0). */
  begins: 6,
  /** Whether two strings (places) are the same text (1), or are not (0). */
  same: 7,
  /** Whether a string (a place) may have a text in its first characters, by their number (1), or does not (0). */
  mayHold: 8,
  /** Whether a number was noted for this message by the one before it. */
  before: 9,
  /** Whether two places are of one value. */
  one: 10,
  /** Whether an array, or an object (a place) has items (1), or none (0). */
  has: 11,
  /**
   * A role (with `FIXED`), the places of its id and its parent's, a thread (a text), and the place of its reply's id or
   * `OWN_REPLY`.
   */
  message: 16,
  /** A place, and whether it is known to be no result. */
  text: 17,
  /** A place, whether it is signed, and whether only the provider can read it. */
  reasoning: 18,
  /** The place of its id, its name (a text) and the chars of that, the places of its arguments and its name. */
  call: 19,
  /** The places of its content and its call's id, what is known of it, its tool (a text) and the place of that. */
  result: 20,
  /** A place, 0, `OF_LATEST`, `OF_PROMPT` or `OF_REPLY`, and the place of another call's id. */
  copy: 21,
  /** A place. */
  ignored: 22,
  /** A kind of mark, the places of its ids, and a thread (a text). */
  mark: 23,
  /** A place. */
  model: 24,
  /** In a row, the place of an array of messages, each of which has a path of its own, and a number for the first. */
  items: 25,
  /** A message without parts, at the end: its line has no text. */
  empty: 26,
  /** A place, and whether it is in the result before it. */
  image: 27,
  /** In a row, the place of a message that is in a list of its item. */
  unit: 28,
  /** A number for the next message. */
  next: 29,
  /** In a row, the place of a value that the reader does not know. */
  unknown: 30,
  /** In a row, the place of an array whose items hold copies, and a number for the first. */
  copies: 31,
  /** The place of a string whose first word is the tool of the results in the next message. */
  tool: 32,
  /** In a message that its format read, the chars of the result after it, if its shape is not `isCounted`. */
  chars: 33,
} as const;

/** Says of the role of a message that it is fixed. */
export const FIXED = 8;

/** A message is of a reply that no other item is of. */
export const OWN_REPLY = -2;

/** A copy is of the result before it, in a prompt that is stored whole, or of a result of the reply of its number. */
export const OF_LATEST = 1;
export const OF_PROMPT = 2;
export const OF_REPLY = 3;

/** Says of a result that it may be edited; 1 says that it is an error. */
export const MAY_EDIT = 2;
/** One of its blocks must have a text: a block of its own would look different. */
export const NEEDS_TEXT = 4;
/** From this bit on, the number of its shape. */
export const SHAPE_BIT = 3;

export type PathStep = readonly [kind: number, ...about: number[]];

/** The most places of a path, and the most values that are read. */
export const MOST_PLACES = 250;
export const MOST_READS = 100;
/** The most messages and marks of a line. */
export const MOST_OF_LINE = 16;

/** The most places of a message that is read by its format, and the most values that are read. */
export const MOST_OF_OWN = 768;

/** Bytes before the steps, for the places and for what was read, and bytes of all steps. */
export const BEFORE_STEPS = 2048;
export const STEP_BYTES: number = 128 * 1024;

/** The integers of a step in memory, and the offsets of the next step and of the one for another answer. */
export const STEP_INTEGERS = 8;
export const NEXT_STEP = 6;
export const OTHER_STEP = 7;

/** From here on steps are what was found. */
export const FIRST_FOUND = 16;

/** The path of one message that its format read: steps without questions, and the values in their places. */
export interface OwnPath {
  readonly steps: readonly PathStep[];
  readonly places: readonly Node[];
}

/**
 * Reads a message, for which the one before it noted a number; undefined if the kernel cannot count what its format
 * found. `isRow`: the tape may have been written again since the conversation that was read last.
 */
export type OwnReader = (
  item: Node,
  about: { readonly before: number; readonly isRow: boolean },
) => OwnPath | undefined;

/** Learns rows that are read by their messages, see kernel/assembly/rows/item-rows.ts. */
export interface LearnedItems {
  /** Forgets what was learned by another, and returns whether it did; `signs` tell the signs of results. */
  begin(by: object, signs: Pick<SignWords, "signOf" | "saysResult">): boolean;
  /** The number of a text; negative if there is no room. */
  textOf(text: string): number;
  /** Learns what is around the messages of a row, or a message; false if that is known, or there is no room. */
  learnRow(path: readonly PathStep[]): boolean;
  learnItem(path: readonly PathStep[]): boolean;
  /** Has messages that are like none that was learned read one by one, until something is learned by another. */
  askAbout(read: OwnReader): void;
  /** Learns a key of messages that readers ask for. */
  learnKey(key: string): void;
  /**
   * About the conversation that was read last: its first message, `NONE` if that is not in a list; the message at which
   * reading stopped, `NONE` if it was around them or for another reason, and the number noted for it; whether results
   * have copies; whether a text of the user may be a tool's answer where there are no calls, and whether one after a
   * reply, or several, begin so that the guard reports them; whether messages are fixed; the model that signed
   * reasoning, the document's value for one without a name.
   */
  readonly first: Node;
  readonly unlike: Node;
  readonly before: number;
  readonly hasCopies: boolean;
  readonly mayAnswer: boolean;
  readonly hasAnswers: boolean;
  readonly hasFixed: boolean;
  readonly signer: Node;
}
