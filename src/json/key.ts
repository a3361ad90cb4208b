import { keyMark } from "./tape.ts";

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

  constructor(text: string) {
    this.text = text;
    this.length = text.length;
    this.codes = Uint8Array.from(text, (character) => character.charCodeAt(0));
    this.mark = keyMark(text.length, this.codes[0] ?? 0, this.codes.at(-1) ?? 0);
  }
}

/** A key that may be asked for either way. */
export type AnyKey = string | Key;

export function textOfKey(key: AnyKey): string {
  return typeof key === "string" ? key : key.text;
}
