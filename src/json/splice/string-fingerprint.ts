import { digestOf } from "../../base/digest.ts";

/**
 * A digest of the JSON string that `raw` is, of its bytes as they are; undefined where its text may be written
 * otherwise, or is of bytes that are not UTF-8. It is that of the text then: see `fingerprintOf`.
 */
export function fingerprintOfString(raw: Buffer): string | undefined {
  const isUsual = !raw.includes("\\u", 0, "latin1") && !raw.includes("\\/", 0, "latin1");
  return isUsual ? digestOf(raw) : undefined;
}

/** A digest that the same texts have and no others: lone surrogates are told apart. */
export function fingerprintOf(text: string): string {
  return digestOf(JSON.stringify(text));
}
