import { markOf } from "../tape/tape.ts";

/** The most words to number, and the longest: the kernel compares one block of sixteen bytes. */
const MAX_WORDS = 256;
const MAX_WORD_BYTES = 15;

/**
 * A key or word that is searched for often, prepared once: readers look up the same keys in every message. It
 * is ASCII, and not empty.
 */
export class Key {
  readonly text: string;
  /** See tape.ts. */
  readonly mark: number;
  readonly length: number;
  /** The number of the word; 0 if it has none, in which case no string equal to it has a number. */
  readonly number: number;

  constructor(text: string) {
    this.text = text;
    this.length = text.length;
    this.mark = markOf(text);
    this.number = numberOf(text);
  }
}

const words = [""];

/** The texts of words by number, from 1 up; more can be added. */
export const WORDS: readonly string[] = words;

function numberOf(text: string): number {
  const known = words.indexOf(text, 1);
  if (known > 0) return known;
  if (words.length > MAX_WORDS || text.length > MAX_WORD_BYTES) return 0;
  return words.push(text) - 1;
}

/** A key, prepared or not. */
export type AnyKey = string | Key;

export function textOfKey(key: AnyKey): string {
  return typeof key === "string" ? key : key.text;
}
