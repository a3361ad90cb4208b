/**
 * The tape: what the scanner writes, and all that anything after it looks at.
 *
 * Every value and every key is one token of four 32-bit integers, in the order of the text:
 *
 * | field   | a string (or key)             | an object or array         | anything else |
 * |---------|-------------------------------|----------------------------|---------------|
 * | 0 kind  | kind, flags, a word's number  | kind, and the keys' marks  | kind          |
 * | 1 start | offset of its first byte      | the same                   | the same      |
 * | 2 end   | offset after its last byte    | the same                   | the same      |
 * | 3 more  | its length in UTF-16 units    | index of the token after it | 0            |
 *
 * An object's tokens are key, value, key, value …; offsets count from the start of the bytes. Most keys
 * that are asked for are not there: the marks tell so without a look at the members.
 */
export interface Tape {
  /** All its tokens, or those at hand: see `sections`. */
  tokens: Int32Array;
  /** Number of tokens written. */
  length: number;
  /** The flags of all its strings together. */
  flags: number;
  /** Where a tape is too long to be held: what has its tokens. */
  readonly sections?: Sections;
}

/** The tokens of a tape in runs of some thousands. */
export interface Sections {
  /** The run with the token of this index in it, until another is asked for. */
  section(index: number): Section;
}

export interface Section {
  /** Not to be changed. */
  readonly tokens: Int32Array;
  /** The index of its first. */
  readonly first: number;
}

/** Integers to a token. */
export const STRIDE = 4;

/** Token kinds: the low byte of field 0. */
export const OBJECT = 1;
export const ARRAY = 2;
export const STRING = 3;
export const NUMBER = 4;
export const TRUE = 5;
export const FALSE = 6;
export const NULL = 7;
export const KIND_MASK = 0xff;

/** The string has a backslash escape. */
export const ESCAPED = 0x100;
/** The string has bytes beyond ASCII. */
export const NON_ASCII = 0x200;
/** The string has bytes that are not UTF-8; each maximal such part counts as one U+FFFD. */
export const INVALID_UTF8 = 0x400;
/** The string escapes a letter, a digit or an underscore (`\u0041`). */
export const WORD_ESCAPED = 0x800;

/**
 * The mark of a key in its object's field 0: one bit above the kind. A key that is not there can have
 * the same mark as one that is.
 */
export function keyMark(length: number, first: number, last: number): number {
  return 1 << (8 + ((7 * length + 5 * first + 4 * last) % 24));
}

/** The mark that an object with this key has. */
export function markOf(key: string): number {
  return keyMark(key.length, key.charCodeAt(0), key.charCodeAt(key.length - 1));
}

/**
 * A string, or key, that is written as it reads may have its number above the flags, if it is a word that
 * was known by then (key.ts): two words are the same if their numbers are. Without one it may be any.
 */
export const WORD_SHIFT = 12;
/** The kind and the flags of a string. */
export const FLAGS_MASK = (1 << WORD_SHIFT) - 1;

/** All marks: those of an object with a key that is empty, or not spelled as it reads. */
export const ANY_KEY = ~KIND_MASK;

/** An empty tape with room for `capacity` tokens; it grows as the scanner needs. */
export function createTape(capacity = 64): Tape {
  return { tokens: new Int32Array(capacity * STRIDE), length: 0, flags: 0 };
}

/** Doubles the room of a full tape. */
export function grow(tape: Tape): Int32Array {
  const larger = new Int32Array(tape.tokens.length * 2);
  larger.set(tape.tokens);
  tape.tokens = larger;
  return larger;
}
