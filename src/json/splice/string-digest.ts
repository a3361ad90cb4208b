import { digestOf } from "../../base/digest.ts";

/**
 * The digest of the text that one JSON string is, of which `raw` is the bytes; undefined for other bytes. `isUtf8`:
 * whether they are.
 */
export function digestOfString(raw: Buffer, isUtf8: boolean): string | undefined {
  const last = raw.length - 1;
  if (last < 1 || raw[0] !== QUOTE || raw[last] !== QUOTE) return undefined;
  const isSpelledOut = !raw.includes(BACKSLASH);
  if (isSpelledOut && raw.indexOf(QUOTE, 1) !== last) return undefined; // Several strings, say.
  if (isSpelledOut && isUtf8) return digestOf(raw.subarray(1, last));
  // Bytes of UTF-8 may be taken for characters and back: strings of one byte each are the fastest.
  const areBytes = isUtf8 && !raw.includes("\\u");
  try {
    const value: unknown = JSON.parse(raw.toString(areBytes ? "latin1" : "utf8"));
    if (typeof value !== "string") return undefined;
    return digestOf(areBytes ? bytesOf(value) : value);
  } catch {
    return undefined;
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The bytes that characters of one byte each are, until the next call. */
function bytesOf(text: string): Uint8Array {
  if (text.length > MOST_KEPT) return Buffer.from(text, "latin1");
  if (kept === undefined || text.length > kept.length) kept = Buffer.allocUnsafe(2 * text.length);
  return kept.subarray(0, kept.write(text, "latin1"));
}

/** Made at the first text: where there is no Buffer, this module can be loaded all the same. */
let kept: Buffer | undefined;

const MOST_KEPT = 1 << 20;
