import { remembered } from "../../base/remembered.ts";
import { utf8Bytes } from "../../base/utf8-bytes.ts";

/** How text is written: `ascii` writes `\uXXXX` escapes, so that a record that was pure ASCII stays so. */
export interface Encoding {
  readonly ascii: boolean;
}

/** `text` as a JSON string, quotes included. Lone surrogates are escaped, so it is always UTF-8. */
export function encodeString(text: string, { ascii }: Encoding): string {
  const isShort = text.length <= MAX_CHARS_KEPT;
  if (ascii) return isShort ? knownInAscii(text) : inAscii(text);
  return isShort ? knownInUtf8(text) : inUtf8(text);
}

/** A text that is unlikely to recur as a JSON string, without caching it. */
export function encodeOnce(text: string, { ascii }: Encoding): string {
  return ascii ? inAscii(text) : inUtf8(text);
}

const inUtf8 = (text: string) => JSON.stringify(text);
const inAscii = (text: string) => escapeNonAscii(JSON.stringify(text));

// Placeholders are short and recur often, so they are cached.
const MAX_KEPT = 8192;
const MAX_CHARS_KEPT = 128;
const knownInUtf8 = remembered(inUtf8, MAX_KEPT);
const knownInAscii = remembered(inAscii, MAX_KEPT);

/** Bytes of `text` as a JSON string, quotes included. */
export function encodedBytes(text: string, encoding: Encoding): number {
  const json = encodeString(text, encoding);
  return encoding.ascii ? json.length : utf8Bytes(json);
}

/** Encodes `text` as a JSON string within a JSON string, without the outer quotes. */
export function encodeInside(text: string, encoding: Encoding): string {
  return encodeString(encodeString(text, { ascii: false }), encoding).slice(1, -1);
}

/** JSON text with every character beyond ASCII escaped. Valid only if all of them are inside strings. */
export function escapeNonAscii(json: string): string {
  return json.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
