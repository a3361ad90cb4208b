import type { SignWords } from "../tape/chat-table.ts";
import { WORDS as ALL_WORDS } from "../tree/key.ts";

/** Where assembly/chat/result-words.ts finds the classes of words, and the edges of other keys. */
const WORDS = 47_104;
const STARTS = WORDS + 512;
const EDGES = STARTS + 128;
const MIDDLES = EDGES + 128;

/** The bits of a word: it is known; as a value it says that there is a result, by its kind or its role. */
const IS_KNOWN = 32;
const SAYS = [
  [3, 8],
  [4, 16],
] as const;

/** Writes the words of results into the module's memory. */
export function writeSignWords(bytes: Buffer, words: SignWords): void {
  bytes.fill(0, WORDS, MIDDLES + 128);
  for (const [number, text] of ALL_WORDS.entries()) {
    let known = IS_KNOWN | words.signOf(text);
    for (const [sign, bit] of SAYS) if (words.saysResult(text, sign)) known |= bit;
    bytes[WORDS + number] = known;
  }
  const set = (bits: number, bit: number) => {
    bytes[bits + (bit >> 3)] = (bytes[bits + (bit >> 3)] ?? 0) | (1 << (bit & 7));
  };
  for (const key of words.keys) {
    const first = key.charCodeAt(0) & 31;
    set(STARTS, ((key.length & 31) << 5) | first);
    set(EDGES, (first << 5) | (key.charCodeAt(key.length - 1) & 31));
    set(MIDDLES, ((key.charCodeAt(1) & 31) << 5) | (key.charCodeAt(2) & 31));
  }
}
