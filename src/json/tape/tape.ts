/**
 * The tape: written by the scanner, and all that later stages read.
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
 * An object's tokens are key, value, key, value …; offsets count from the start of the bytes. Most keys that
 * are looked up are absent: the marks show that without a search of the members.
 */
export interface Tape {
  /** All its tokens, or those that are loaded: see `sections`. */
  tokens: Int32Array;
  /** Number of tokens written. */
  length: number;
  /** The flags of all its strings together. */
  flags: number;
  /** For a tape too long to keep in memory: the source of its tokens. */
  readonly sections?: Sections;
}

/** The tokens of a tape in sections of some thousands. */
export interface Sections {
  /** The section that contains the token with this index; valid until the next call. */
  section(index: number): Section;
}

export interface Section {
  /** Must not be changed. */
  readonly tokens: Int32Array;
  /** The index of its first token. */
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
 * The mark of a key in its object's field 0: one bit above the kind. An absent key can have the same mark as
 * a present one.
 */
export function keyMark(length: number, first: number, last: number): number {
  return 1 << (8 + ((7 * length + 5 * first + 4 * last) % 24));
}

/** The mark of an object with this key. */
export function markOf(key: string): number {
  return keyMark(key.length, key.charCodeAt(0), key.charCodeAt(key.length - 1));
}

/**
 * A string or key without escapes may have the number of its word above the flags, if the word was numbered
 * by then (key.ts): two words are equal if their numbers are. A string without a number may be any word.
 */
export const WORD_SHIFT = 12;
/** The kind and the flags of a string. */
export const FLAGS_MASK = (1 << WORD_SHIFT) - 1;

/** All marks: those of an object with an empty key, or a key with escapes. */
export const ANY_KEY = ~KIND_MASK;

/** An empty tape with room for `capacity` tokens; the scanner grows it as needed. */
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
