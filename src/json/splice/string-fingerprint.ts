import { digestOf } from "../../base/digest.ts";

/**
 * A digest of a JSON string's bytes `raw`, equal to `fingerprintOf` its text. Undefined if the text may have
 * another spelling, or the bytes are not UTF-8.
 */
export function fingerprintOfString(raw: Buffer): string | undefined {
  return hasOneSpelling(raw) ? digestOf(raw) : undefined;
}

/**
 * Whether no escape of a JSON string leaves a choice: its bytes, if they are UTF-8, are then what `JSON.stringify`
 * makes of its text.
 */
export function hasOneSpelling(raw: Buffer): boolean {
  return !hasEscape(raw, "\\u") && !hasEscape(raw, "\\/");
}

function hasEscape(raw: Buffer, letters: string): boolean {
  for (let at = raw.indexOf(letters, 0, "latin1"); at >= 0; ) {
    let first = at;
    while (raw[first - 1] === BACKSLASH) first--;
    // After an odd number of backslashes, this one is escaped itself.
    if ((at - first) % 2 === 0) return true;
    at = raw.indexOf(letters, at + 1, "latin1");
  }
  return false;
}

const BACKSLASH = 0x5c;

/** A digest that only equal texts have: lone surrogates are distinguished. */
export function fingerprintOf(text: string): string {
  return digestOf(JSON.stringify(text));
}
