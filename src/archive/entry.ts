import { isUtf8 } from "node:buffer";
import { bufferOf } from "../base/buffer-of.ts";
import { digestOf, REF_DIGITS } from "../base/digest.ts";
import { tooLong } from "./archive-errors.ts";

/** The entries of the log, one line of NDJSON each. */
export type ArchiveEntry = TextEntry | UnitEntry;

/** A removed text. */
export interface TextEntry {
  readonly kind: "text";
  /** SHA-256 of the text as UTF-8, 64 lower-case hex digits. A lone surrogate counts as U+FFFD. */
  readonly digest: string;
  /** The removed bytes, as in the input. */
  readonly raw: Uint8Array;
  /**
   * If the raw bytes are known to be one JSON string: whether they are what `JSON.stringify` makes of the text, so that
   * the digest identifies them.
   */
  readonly spelling?: "usual" | "other";
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

const DIGEST_DIGITS = 64;

/** The place of the digest in a line: the words for both kinds have the same length. */
export const DIGEST_AT = lineStart("text", "").length;

/** Whether a line has this start. */
export function startsWith(line: Buffer, start: string): boolean {
  return line.toString("latin1", 0, start.length) === start;
}

/** Whether it is a SHA-256 in 64 lower-case hex digits. */
export function isDigest(digest: unknown): boolean {
  return typeof digest === "string" && /^[0-9a-f]{64}$/.test(digest);
}

/** The checksum of a recipe as JSON, which detects changed numbers in it. */
export function recipeSum(json: string): string {
  return digestOf(json).slice(0, REF_DIGITS);
}

/** A piece of a line: ASCII, or bytes. */
export type LinePiece = string | Uint8Array;

/**
 * An entry as a line, in pieces. Raw bytes that are a JSON string are its `string`, as they are; others are encoded as
 * `raw`, or as `base64` if they are not UTF-8. A unit's line has the checksum of its recipe as `sum`.
 */
export function linePieces(entry: ArchiveEntry): readonly LinePiece[] {
  try {
    return entry.kind === "unit" ? unitLine(entry) : textLine(entry);
  } catch (error) {
    throw tooLong(entry.kind === "text" ? entry.raw.length : 0, error);
  }
}

/** An entry as a line. */
export function encodeEntry(entry: ArchiveEntry): Buffer {
  return Buffer.concat(linePieces(entry).map((piece) => Buffer.from(piece)));
}

function unitLine({ kind, digest, recipe }: UnitEntry): readonly LinePiece[] {
  const json = JSON.stringify(recipe);
  const start = `${lineStart(kind, digest)}","sum":"${recipeSum(json)}","recipe":`;
  return [start, Buffer.from(json), LINE_END];
}

function textLine({ kind, digest, raw, text, spelling }: TextEntry): readonly LinePiece[] {
  const areUtf8 = spelling === "usual" || isUtf8(raw);
  const isPlain = areUtf8 && text === undefined && digest.length === DIGEST_DIGITS;
  if (isPlain && (spelling !== undefined || isString(raw)))
    return [lineStart("text", digest) + STRING_KEY, raw, LINE_END];
  const bytes = bufferOf(raw);
  const kept = areUtf8 ? { raw: bytes.toString() } : { base64: bytes.toString("base64") };
  const line = JSON.stringify({ kind, digest, ...kept, ...(text !== undefined && { text }) });
  return [Buffer.from(line), "\n"];
}

const STRING_KEY = '","string":';
const LINE_END = "}\n";

/** The entry of a line with a `string`, whose bytes are those of the line; undefined for another line. */
export function stringIn(line: Buffer): TextEntry | undefined {
  const at = DIGEST_AT + DIGEST_DIGITS + STRING_KEY.length;
  const start = line.toString("latin1", 0, at);
  const digest = start.slice(DIGEST_AT, DIGEST_AT + DIGEST_DIGITS);
  if (start !== lineStart("text", digest) + STRING_KEY) return undefined;
  return { kind: "text", digest, raw: line.subarray(at, line.lastIndexOf("}")) };
}

/** Whether bytes are one JSON string, with nothing around it. */
function isString(bytes: Uint8Array): boolean {
  if (bytes[0] !== QUOTE || bytes.at(-1) !== QUOTE) return false;
  try {
    return typeof JSON.parse(bufferOf(bytes).toString()) === "string";
  } catch {
    return false;
  }
}

const QUOTE = 0x22;

/** The checksum in the line of a unit; undefined where it has none. */
export function sumIn(line: Buffer): string | undefined {
  return (JSON.parse(line.toString()) as EntryLine).sum;
}

/** The entry of a line; undefined for an unknown kind. */
export function decodeEntry(line: Buffer): ArchiveEntry | undefined {
  const string = stringIn(line);
  if (string !== undefined) return { ...string, raw: Buffer.from(string.raw) };
  const value = JSON.parse(line.toString()) as EntryLine;
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
