import { WORDS } from "../tree/key.ts";

/**
 * Rules out most keys that are not in a set, without decoding them: by the number of their word, or by their
 * length and edges. The set has ASCII keys of up to 31 letters, in any case.
 */
export class KeyFilter {
  private readonly keys: ReadonlySet<string>;
  /** A bit for each length, indexed by the low bits of the first and the last letter. */
  private readonly lengths = new Int32Array(1 << (2 * LETTER_BITS));
  private anyLength = 0;
  /** By the number of a word: whether it is in the set, as far as it was looked up. */
  private readonly byWord = new Uint8Array(1 << 9);

  constructor(keys: Iterable<string>) {
    this.keys = new Set(keys);
    for (const key of this.keys) {
      const bit = 1 << key.length;
      const at = edgesAt(key.charCodeAt(0), key.charCodeAt(key.length - 1));
      this.lengths[at] = (this.lengths[at] ?? 0) | bit;
      this.anyLength |= bit;
    }
  }

  /** The keys, in lower case. */
  get all(): Iterable<string> {
    return this.keys;
  }

  /** Whether a text is one of the keys, in any case. */
  has(text: string): boolean {
    return this.keys.has(text.toLowerCase());
  }

  /** The same for a word, by its number. */
  hasWord(word: number): boolean {
    const known = this.byWord[word] ?? 0;
    if (known !== 0) return known === YES;
    const has = this.has(WORDS[word] ?? "");
    this.byWord[word] = has ? YES : NO;
    return has;
  }

  /** Whether any key has this length. */
  hasLength(length: number): boolean {
    return length < 32 && (this.anyLength & (1 << length)) !== 0;
  }

  /** False if certainly no key has this length, first and last letter. */
  mayBe(length: number, first: number, last: number): boolean {
    return ((this.lengths[edgesAt(first, last)] ?? 0) & (1 << length)) !== 0;
  }
}

/** Bits that are the same in lower and upper case. */
const LETTER_BITS = 5;
const LETTER_MASK = (1 << LETTER_BITS) - 1;

const edgesAt = (first: number, last: number) =>
  ((first & LETTER_MASK) << LETTER_BITS) | (last & LETTER_MASK);

const YES = 1;
const NO = 2;
