import type { Node, NodeKind } from "./node.ts";
import { scan } from "./scan.ts";
import type { ScanError } from "./scan-error.ts";
import {
  ARRAY,
  createTape,
  ESCAPED,
  FALSE,
  INVALID_UTF8,
  KIND_MASK,
  NON_ASCII,
  NULL,
  NUMBER,
  OBJECT,
  STRIDE,
  STRING,
  type Tape,
  TRUE,
} from "./tape.ts";

/** One scanned JSON document: its bytes, its tape, and where it lies in them. */
export interface Document {
  readonly bytes: Buffer;
  readonly tape: Tape;
  readonly start: number;
  readonly end: number;
}

/** Scans `bytes[start, end)` and gives its root, or what is wrong with it. */
export function parse(
  bytes: Uint8Array,
  {
    start = 0,
    end = bytes.length,
    tape = createTape(),
  }: { start?: number; end?: number; tape?: Tape } = {},
): TapeNode | ScanError {
  const error = scan(bytes, tape, { start, end });
  if (error !== undefined) return error;
  return new TapeNode({ bytes: asBuffer(bytes), tape, start, end }, 0);
}

/** A view of one token of a tape. Valid until the tape is written again. */
export class TapeNode implements Node {
  readonly document: Document;
  /** Index of its token on the tape. */
  readonly index: number;

  constructor(document: Document, index: number) {
    this.document = document;
    this.index = index;
  }

  get kind(): NodeKind {
    return KINDS[this.field(0) & KIND_MASK] ?? "null";
  }

  /** Offset of its first byte. */
  get start(): number {
    return this.field(1);
  }

  /** Offset after its last byte. */
  get end(): number {
    return this.field(2);
  }

  get chars(): number {
    return (this.field(0) & KIND_MASK) === STRING ? this.field(3) : 0;
  }

  get(key: string): this | undefined {
    if ((this.field(0) & KIND_MASK) !== OBJECT) return undefined;
    const stop = this.field(3);
    let found = -1;
    for (let at = this.index + 1; at < stop; at = this.after(at + 1)) {
      if (this.isKey(at, key)) found = at + 1;
    }
    return found < 0 ? undefined : this.at(found);
  }

  items(): readonly this[] {
    const kind = this.field(0) & KIND_MASK;
    if (kind !== ARRAY && kind !== OBJECT) return [];
    const skip = kind === OBJECT ? 1 : 0;
    const stop = this.field(3);
    const items: this[] = [];
    for (let at = this.index + 1 + skip; at < stop; at = this.after(at) + skip)
      items.push(this.at(at));
    return items;
  }

  keys(): readonly string[] {
    if ((this.field(0) & KIND_MASK) !== OBJECT) return [];
    const stop = this.field(3);
    const keys: string[] = [];
    for (let at = this.index + 1; at < stop; at = this.after(at + 1)) keys.push(this.at(at).text());
    return keys;
  }

  text(): string {
    const { bytes } = this.document;
    const kind = this.field(0);
    if ((kind & KIND_MASK) !== STRING) return bytes.toString("utf8", this.start, this.end);
    if ((kind & ESCAPED) !== 0) return JSON.parse(bytes.toString("utf8", this.start, this.end));
    const encoding = (kind & NON_ASCII) === 0 ? "latin1" : "utf8";
    return bytes.toString(encoding, this.start + 1, this.end - 1);
  }

  excerpt(count: number): string {
    const kind = this.field(0);
    if ((kind & (ESCAPED | NON_ASCII)) !== 0 || (kind & KIND_MASK) !== STRING) return this.text();
    const from = count < 0 ? Math.max(this.start + 1, this.end - 1 + count) : this.start + 1;
    const to = count < 0 ? this.end - 1 : Math.min(this.end - 1, this.start + 1 + count);
    return this.document.bytes.toString("latin1", from, to);
  }

  includes(part: string): boolean {
    if ((this.field(0) & KIND_MASK) !== STRING) return false;
    if ((this.field(0) & ESCAPED) !== 0) return this.text().includes(part);
    const body = this.document.bytes.subarray(this.start + 1, this.end - 1);
    return body.indexOf(part) >= 0;
  }

  /** Whether the whole document that it belongs to is ASCII. */
  get isAscii(): boolean {
    return (this.document.tape.flags & NON_ASCII) === 0;
  }

  /** Whether a string of the document holds bytes that are not UTF-8. */
  get hasInvalidUtf8(): boolean {
    return (this.document.tape.flags & INVALID_UTF8) !== 0;
  }

  private at(index: number): this {
    return new TapeNode(this.document, index) as this;
  }

  private field(offset: number): number {
    return this.document.tape.tokens[this.index * STRIDE + offset] ?? 0;
  }

  /** Index of the token after the value at `index`. */
  private after(index: number): number {
    const { tokens } = this.document.tape;
    const kind = (tokens[index * STRIDE] ?? 0) & KIND_MASK;
    return kind === OBJECT || kind === ARRAY ? (tokens[index * STRIDE + 3] ?? 0) : index + 1;
  }

  private isKey(index: number, key: string): boolean {
    const { bytes, tape } = this.document;
    const base = index * STRIDE;
    const from = (tape.tokens[base + 1] ?? 0) + 1;
    const plain = ((tape.tokens[base] ?? 0) & (ESCAPED | NON_ASCII)) === 0;
    if (!plain) return this.at(index).text() === key;
    if ((tape.tokens[base + 3] ?? 0) !== key.length) return false;
    for (let k = 0; k < key.length; k++) {
      if (bytes[from + k] !== key.charCodeAt(k)) return false;
    }
    return true;
  }
}

const KINDS: Record<number, NodeKind> = {
  [OBJECT]: "object",
  [ARRAY]: "array",
  [STRING]: "string",
  [NUMBER]: "number",
  [TRUE]: "boolean",
  [FALSE]: "boolean",
  [NULL]: "null",
};

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes)
    ? bytes
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
