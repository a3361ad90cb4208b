import { isUtf8 } from "node:buffer";
import { digestOf, REF_DIGITS } from "../base/digest.ts";

/** The entries of the log, one line of NDJSON each. */
export type ArchiveEntry = TextEntry | UnitEntry;

/** A removed text. */
export interface TextEntry {
  readonly kind: "text";
  /** SHA-256 of the text as UTF-8, 64 lower-case hex digits. A lone surrogate counts as U+FFFD. */
  readonly digest: string;
  /** The removed bytes, as in the input. */
  readonly raw: Uint8Array;
  /** SHA-256 of the raw bytes, if it is known already. */
  readonly rawDigest?: string;
  /** The text; only present if it differs from the raw bytes decoded as one JSON string. */
  readonly text?: string;
}

/** How to restore the original of a compacted unit (a record of rows, else a file). */
export interface UnitEntry {
  readonly kind: "unit";
  /** SHA-256 of the compacted unit's bytes, 64 lower-case hex digits. */
  readonly digest: string;
  /** JSON. */
  readonly recipe: unknown;
}

/** The first bytes of an entry's line, to find it without parsing. */
export function lineStart(kind: ArchiveEntry["kind"], prefix: string): string {
  return `{"kind":"${kind}","digest":"${prefix}`;
}

/** Whether it is a SHA-256 in 64 lower-case hex digits. */
export function isDigest(digest: unknown): boolean {
  return typeof digest === "string" && /^[0-9a-f]{64}$/.test(digest);
}

/** The checksum of a recipe as JSON, which detects changed numbers in it. */
export function recipeSum(json: string): string {
  return digestOf(json).slice(0, REF_DIGITS);
}

/**
 * An entry as a line. Raw bytes are a string if they are UTF-8, else `base64`. A unit's line has the checksum of
 * its recipe as `sum`.
 */
export function encodeEntry(entry: ArchiveEntry): string {
  const { kind, digest } = entry;
  if (kind === "unit") {
    const recipe = JSON.stringify(entry.recipe);
    return `{"kind":"unit","digest":"${digest}","sum":"${recipeSum(recipe)}","recipe":${recipe}}\n`;
  }
  const { raw, text } = entry;
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const kept = isUtf8(bytes) ? { raw: bytes.toString() } : { base64: bytes.toString("base64") };
  return `${JSON.stringify({ kind, digest, ...kept, ...(text !== undefined && { text }) })}\n`;
}

/** An entry's line as bytes. UTF-8 is escaped byte by byte: read as Latin-1, each byte is a character. */
export function encodeLine(entry: ArchiveEntry): Buffer {
  if (entry.kind === "unit" || entry.text !== undefined || !isUtf8(entry.raw))
    return Buffer.from(encodeEntry(entry));
  const { digest, raw } = entry;
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const json = JSON.stringify(bytes.toString("latin1"));
  return Buffer.from(`${lineStart("text", digest)}","raw":${json}}\n`, "latin1");
}

/** The checksum in the line of a unit; undefined where it has none. */
export function sumIn(line: string): string | undefined {
  return (JSON.parse(line) as EntryLine).sum;
}

/** The entry of a line; undefined for an unknown kind. */
export function decodeEntry(line: string): ArchiveEntry | undefined {
  const value = JSON.parse(line) as EntryLine;
  const { kind, digest, raw, base64, text } = value;
  if (typeof digest !== "string") return undefined;
  if (kind === "unit") return { kind, digest, recipe: value.recipe };
  if (kind !== "text") return undefined;
  const bytes = raw === undefined ? Buffer.from(base64 ?? "", "base64") : Buffer.from(raw);
  return { kind, digest, raw: bytes, ...(text !== undefined && { text }) };
}

/** The keys of a line, of any kind. */
interface EntryLine {
  readonly kind?: string;
  readonly digest?: string;
  readonly raw?: string;
  readonly base64?: string;
  readonly text?: string;
  readonly recipe?: unknown;
  readonly sum?: string;
}
