import { keyMark } from "../tape/tape.ts";

/** How many words are numbered, and the longest: what the kernel sees of a string at once. */
const MAX_WORDS = 256;
const MAX_WORD_BYTES = 15;

/**
 * A key or a word that is looked for often, taken apart once: readers that ask every message for the
 * same keys have them so. It is ASCII, and not empty.
 */
export class Key {
  readonly text: string;
  /** See tape.ts. */
  readonly mark: number;
  readonly length: number;
  readonly codes: Uint8Array;
  /** The number of the word; 0 if it has none, and then no string that is this word has one. */
  readonly number: number;

  constructor(text: string) {
    this.text = text;
    this.length = text.length;
    this.codes = new Uint8Array(text.length);
    for (let k = 0; k < text.length; k++) this.codes[k] = text.charCodeAt(k);
    this.mark = keyMark(text.length, this.codes[0] ?? 0, this.codes.at(-1) ?? 0);
    this.number = numberOf(text);
  }
}

const words = [""];

/** The texts of words by their numbers, from 1 up; there can always be one more. */
export const WORDS: readonly string[] = words;

function numberOf(text: string): number {
  const known = words.indexOf(text, 1);
  if (known > 0) return known;
  if (words.length > MAX_WORDS || text.length > MAX_WORD_BYTES) return 0;
  return words.push(text) - 1;
}

/** A key that may be asked for either way. */
export type AnyKey = string | Key;

export function textOfKey(key: AnyKey): string {
  return typeof key === "string" ? key : key.text;
}
