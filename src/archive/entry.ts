import { isUtf8 } from "node:buffer";

/** What the log holds, one line of NDJSON each. */
export type ArchiveEntry = TextEntry | UnitEntry;

/** A text that was taken out. */
export interface TextEntry {
  readonly kind: "text";
  /** SHA-256 of the text as UTF-8, 64 lower-case hex digits. A lone surrogate counts as U+FFFD. */
  readonly digest: string;
  /** The bytes that were taken out, as they stood in the input. */
  readonly raw: Uint8Array;
  /** The text, only where it is not what the raw bytes are as one JSON string. */
  readonly text?: string;
}

/** How a compacted unit (a record of rows, else a file) becomes the original again. */
export interface UnitEntry {
  readonly kind: "unit";
  /** SHA-256 of the compacted unit's bytes, 64 lower-case hex digits. */
  readonly digest: string;
  /** JSON. */
  readonly recipe: unknown;
}

/** What an entry begins with, so that it is found among lines without parsing them. */
export function lineStart(kind: ArchiveEntry["kind"], prefix: string): string {
  return `{"kind":"${kind}","digest":"${prefix}`;
}

/** An entry as a line. Raw bytes are a string where they are UTF-8, and else `base64`. */
export function encodeEntry(entry: ArchiveEntry): string {
  const { kind, digest } = entry;
  if (kind === "unit") return `${JSON.stringify({ kind, digest, recipe: entry.recipe })}\n`;
  const { raw, text } = entry;
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const kept = isUtf8(bytes) ? { raw: bytes.toString() } : { base64: bytes.toString("base64") };
  return `${JSON.stringify({ kind, digest, ...kept, ...(text !== undefined && { text }) })}\n`;
}

/** The entry of a line, or nothing where it is of no kind that is known. */
export function decodeEntry(line: string): ArchiveEntry | undefined {
  const value = JSON.parse(line) as Line;
  const { kind, digest, raw, base64, text } = value;
  if (typeof digest !== "string") return undefined;
  if (kind === "unit") return { kind, digest, recipe: value.recipe };
  if (kind !== "text") return undefined;
  const bytes = raw === undefined ? Buffer.from(base64 ?? "", "base64") : Buffer.from(raw);
  return { kind, digest, raw: bytes, ...(text !== undefined && { text }) };
}

/** What a line of any kind may hold. */
interface Line {
  readonly kind?: string;
  readonly digest?: string;
  readonly raw?: string;
  readonly base64?: string;
  readonly text?: string;
  readonly recipe?: unknown;
}
