import { digestOf } from "../base/digest.ts";
import type { ArchiveEntry } from "./entry.ts";

/** 32-bit integers of a stored key: 128 bits. */
const WORDS = 4;
const KEY_BYTES = 4 * WORDS;

/** The greatest load of the table, which makes about 25 bytes a key on average. */
const MAX_LOAD = 0.8;

const FIRST_SLOTS = 256;

/** A test for whether a key of at least 32 hex digits is new, in 20 to 40 bytes a key. */
export function firstTime(): (key: string) => boolean {
  let slots = FIRST_SLOTS;
  let words = new Uint32Array(slots * WORDS);
  let count = 0;
  const key = new Uint32Array(WORDS);
  const keyBytes = Buffer.from(key.buffer);

  /** The index of the key's slot, or of the free slot for it. */
  const find = () => {
    for (let slot = (key[0] ?? 0) % slots; ; slot = slot + 1 === slots ? 0 : slot + 1) {
      const at = slot * WORDS;
      if (isFree(words, at) || isAt(words, at, key)) return at;
    }
  };
  const grow = () => {
    const old = words;
    slots *= 2;
    words = new Uint32Array(slots * WORDS);
    for (let at = 0; at < old.length; at += WORDS) {
      if (isFree(old, at)) continue;
      key.set(old.subarray(at, at + WORDS));
      words.set(key, find());
    }
  };
  return (digits) => {
    // What is no hexadecimal digit ends the bytes written.
    const filled = keyBytes.write(digits, "hex");
    if (filled < KEY_BYTES) keyBytes.fill(0, filled);
    const at = find();
    if (!isFree(words, at)) return false;
    words.set(key, at);
    if (++count > MAX_LOAD * slots) grow();
    return true;
  };
}

/** The hexadecimal digits of half a key. */
const HALF_DIGITS = KEY_BYTES;

/**
 * The key of an entry: the digest of its text and, if that leaves a choice, of its bytes; else the digest of its line.
 */
export function keyOf(entry: ArchiveEntry, lineOf: () => Uint8Array): string {
  if (entry.kind === "unit" || entry.text !== undefined) return digestOf(lineOf());
  const { digest, raw, spelling } = entry;
  return spelling === "usual" ? digest : digest.slice(0, HALF_DIGITS) + digestOf(raw);
}

/** All zero: no digest begins with 128 zero bits. */
function isFree(words: Uint32Array, at: number): boolean {
  return (words[at] || words[at + 1] || words[at + 2] || words[at + 3]) === 0;
}

function isAt(words: Uint32Array, at: number, key: Uint32Array): boolean {
  for (let k = 0; k < WORDS; k++) if (words[at + k] !== key[k]) return false;
  return true;
}
