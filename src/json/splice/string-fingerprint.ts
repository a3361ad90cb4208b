import { digestOf } from "../../base/digest.ts";

/**
 * A digest of a JSON string's bytes `raw`, equal to `fingerprintOf` its text. Undefined if the text may have
 * another spelling, or the bytes are not UTF-8.
 */
export function fingerprintOfString(raw: Buffer): string | undefined {
  return hasOneSpelling(raw) ? digestOf(raw) : undefined;
}

/** Whether the bytes of a JSON string, if they are UTF-8, are what `JSON.stringify` makes of its text. */
export function hasOneSpelling(raw: Buffer): boolean {
  return !raw.includes("\\u", 0, "latin1") && !raw.includes("\\/", 0, "latin1");
}

/** A digest that only equal texts have: lone surrogates are distinguished. */
export function fingerprintOf(text: string): string {
  return digestOf(JSON.stringify(text));
}
