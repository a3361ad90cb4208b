import { isUtf8 } from "node:buffer";
import type { Archive } from "../../archive/archive.ts";
import type { RecipePiece } from "../../archive/recipe.ts";
import { digestOf, REF_DIGITS } from "../../base/digest.ts";
import { digestOfString, type TextIdentity } from "../../json/splice/string-digest.ts";
import { hasOneSpelling } from "../../json/splice/string-fingerprint.ts";

/** Up to this many bytes are inlined in a recipe instead of getting an entry. */
const INLINE_BYTES = 64;

/** The most bytes of an entry that is no JSON string. */
export const PART_BYTES = 1024 * 1024;

/** Digits of a digest that distinguish raw bytes of the same text. */
const RAW_DIGITS = 16;

/**
 * Archives removed bytes, and returns the pieces that restore them. A JSON string is stored under the digest of
 * its text, as references need it; other bytes in parts, each as a text.
 */
export function keepRaw(archive: Archive, raw: Buffer, text = textOf(raw)): readonly RecipePiece[] {
  if (text !== undefined) return [keepString(archive, raw, text)];
  if (raw.length <= INLINE_BYTES && isUtf8(raw)) return raw.length === 0 ? [] : [raw.toString()];
  const pieces: RecipePiece[] = [];
  for (let start = 0; start < raw.length; ) {
    const end = partEnd(raw, start);
    const part = raw.subarray(start, end);
    pieces.push(
      isUtf8(part)
        ? ["text", keepText(archive, part.toString())]
        : ["base64", keepText(archive, part.toString("base64"))],
    );
    start = end;
  }
  return pieces;
}

function keepString(archive: Archive, raw: Buffer, { digest, isUsual }: TextIdentity): RecipePiece {
  archive.add({ kind: "text", digest, raw, spelling: isUsual ? "usual" : "other" });
  return isUsual ? ["json", digest] : ["raw", digest, rawDigestOf(raw)];
}

/** The text of a JSON string, whose digest may be known; undefined for other bytes. */
export function textOf(raw: Buffer, known?: string): TextIdentity | undefined {
  const isValid = isUtf8(raw);
  const digest = known ?? digestOfString(raw, isValid);
  return digest === undefined ? undefined : { digest, isUsual: isValid && hasOneSpelling(raw) };
}

/** The text of a string in JSON in a string, given its bytes there; undefined for other bytes. */
export function textInside(raw: Buffer): string | undefined {
  if (raw[0] !== BACKSLASH) return undefined;
  try {
    const text: unknown = JSON.parse(JSON.parse(`"${raw.toString()}"`));
    return typeof text === "string" ? text : undefined;
  } catch {
    return undefined;
  }
}

const BACKSLASH = 0x5c;

/** Fills in the ref of a placeholder, for which there is room at an offset. */
export function writeRef(bytes: Buffer, at: number, digest: string): void {
  bytes.write(digest, at, REF_DIGITS, "latin1");
}

/** Fills in the ref of a placeholder in a text, at an offset in chars. */
export function withRef(text: string, at: number, digest: string): string {
  return text.slice(0, at) + digest.slice(0, REF_DIGITS) + text.slice(at + REF_DIGITS);
}

/** Archives a text that is not one JSON string of the input; returns its digest. */
export function keepText(archive: Archive, text: string): string {
  const digest = digestOf(text);
  const raw = Buffer.from(JSON.stringify(text));
  keepString(archive, raw, { digest, isUsual: hasOneSpelling(raw) });
  return digest;
}

/** The digest of the raw bytes of a text. */
export function rawDigestOf(raw: Uint8Array): string {
  return digestOf(raw).slice(0, RAW_DIGITS);
}

/** The end of a part, not within a character. */
export function partEnd(raw: Buffer, start = 0): number {
  let end = Math.min(raw.length, start + PART_BYTES);
  for (let back = 0; back < 3 && end < raw.length && isContinuation(raw[end]); back++) end--;
  return end;
}

function isContinuation(byte = 0): boolean {
  return (byte & 0xc0) === 0x80;
}
