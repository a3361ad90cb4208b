import { digestOf } from "../../base/digest.ts";

/**
 * The digest of the text of a JSON string, given its bytes `raw`; undefined if they are anything else.
 * `isUtf8`: whether they are UTF-8.
 */
export function digestOfString(raw: Buffer, isUtf8: boolean): string | undefined {
  const last = raw.length - 1;
  if (last < 1 || raw[0] !== QUOTE || raw[last] !== QUOTE) return undefined;
  const isSpelledOut = !raw.includes(BACKSLASH);
  if (isSpelledOut && raw.indexOf(QUOTE, 1) !== last) return undefined; // Several strings, for example.
  if (isSpelledOut && isUtf8) return digestOf(raw.subarray(1, last));
  // UTF-8 bytes can be parsed as Latin-1 and converted back: strings of one byte a character are the fastest.
  const areBytes = isUtf8 && !raw.includes("\\u");
  try {
    const value: unknown = JSON.parse(raw.toString(areBytes ? "latin1" : "utf8"));
    if (typeof value !== "string") return undefined;
    return digestOf(areBytes ? bytesOf(value) : value);
  } catch {
    return undefined;
  }
}

/** The digest of a JSON string's text, and whether its bytes are what `JSON.stringify` makes of the text. */
export interface TextIdentity {
  readonly digest: string;
  readonly isUsual: boolean;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The bytes of a Latin-1 text, valid until the next call. */
function bytesOf(text: string): Uint8Array {
  if (text.length > MOST_KEPT) return Buffer.from(text, "latin1");
  if (kept === undefined || text.length > kept.length) kept = Buffer.allocUnsafe(2 * text.length);
  return kept.subarray(0, kept.write(text, "latin1"));
}

/** Allocated at the first text, so that this module can be loaded without Buffer. */
let kept: Buffer | undefined;

const MOST_KEPT = 1 << 20;
