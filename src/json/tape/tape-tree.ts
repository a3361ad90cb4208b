import { digestOf } from "../../base/digest.ts";
import { begins, ends } from "../splice/edges.ts";
import { digestOfString } from "../splice/string-digest.ts";
import { fingerprintOf, fingerprintOfString } from "../splice/string-fingerprint.ts";
import type { Node, Tree } from "../tree/tree.ts";
import type { ArgumentsLine } from "./byte-search.ts";
import { type RecordReaders, ScannedRecord } from "./scanned-record.ts";
import { ESCAPED, FLAGS_MASK, KIND_MASK, STRING, type Tape, WORD_ESCAPED } from "./tape.ts";
import type { IdTarget } from "./tape-bytes.ts";
import type { TapePages } from "./tape-pages.ts";
import { TapeValues } from "./tape-values.ts";

/** A scanned document as a tree, with the texts of its strings. */
export class TapeTree extends TapeValues implements Tree {
  /** Undefined if the kernel did not scan the document. */
  readonly scanned: ScannedRecord | undefined;

  /** Valid until the tape is written again. `readers`: of the kernel that wrote it. */
  constructor(bytes: Buffer | TapePages, tape: Tape, readers?: RecordReaders) {
    super(bytes, tape, readers?.texts);
    this.scanned = readers && new ScannedRecord(readers, this);
  }

  override renew(): void {
    super.renew();
    this.scanned?.renew();
  }

  /** The bytes between the quotes of a string, valid until the next call; undefined for another value. */
  raw(node: Node): Uint8Array | undefined {
    if (this.kind(node) !== STRING) return undefined;
    return this.bytes.subarray(this.start(node) + 1, this.end(node) - 1);
  }

  /** The digest of the text of a string. */
  digest(node: Node): string {
    const start = this.start(node);
    const end = this.end(node);
    const isSpelled = (this.field(node, 0) & (KIND_MASK | ESCAPED)) === (STRING | ESCAPED);
    const text =
      isSpelled && !this.hasInvalidUtf8 ? this.bytes.spelledOut(start + 1, end - 1) : undefined;
    if (text !== undefined) return digestOf(text);
    const raw = this.bytes.subarray(start, end);
    return digestOfString(raw, !this.hasInvalidUtf8) ?? digestOf(this.text(node));
  }

  /** A digest that only strings with equal texts have. */
  fingerprint(node: Node): string {
    const isPlain = this.isString(node) && !this.hasInvalidUtf8;
    const raw = isPlain && this.bytes.subarray(this.start(node), this.end(node));
    return (raw ? fingerprintOfString(raw) : undefined) ?? fingerprintOf(this.text(node));
  }

  /** Reads a string into an id; false if it is long or has escapes. */
  readId(node: Node, into: IdTarget): boolean {
    if ((this.field(node, 0) & FLAGS_MASK) !== STRING) return false;
    return this.bytes.readId(this.start(node) + 1, this.end(node) - 1, into);
  }

  same(node: Node, other: Node): boolean {
    return this.isString(node) && this.isString(other) && this.text(node) === this.text(other);
  }

  startsWith(node: Node, text: string): boolean {
    return this.isString(node) && this.head(node, text.length) === text;
  }

  head(node: Node, count: number): string {
    if (this.kind(node) !== STRING) return this.text(node).slice(0, count);
    const flags = this.field(node, 0);
    const text = this.bytes.decodeHead(this.start(node) + 1, this.end(node) - 1, { count, flags });
    return text.slice(0, count);
  }

  excerpt(node: Node, count: number): string {
    if (this.kind(node) !== STRING) return this.text(node).slice(0, Math.abs(count));
    const about = { count, flags: this.field(node, 0) };
    return this.bytes.excerpt(this.start(node) + 1, this.end(node) - 1, about);
  }

  /** The text of about `room` bytes of a string: its first, or its last if `room` is negative. */
  bytesExcerpt(node: Node, room: number): string {
    const flags = this.field(node, 0);
    return this.bytes.decodeEnd(this.start(node) + 1, this.end(node) - 1, { room, flags });
  }

  includes(node: Node, part: string): boolean {
    if (this.kind(node) !== STRING || !this.mayHold(part)) return false;
    const start = this.start(node) + 1;
    const end = this.end(node) - 1;
    return this.bytes.includes(part, { start, end, flags: this.field(node, 0) });
  }

  /**
   * False if the first and last `room` bytes of a string certainly show no error; see
   * transcript/error-signs.ts.
   */
  mayShowError(node: Node, room: number): boolean {
    if ((this.field(node, 0) & WORD_ESCAPED) !== 0) return true;
    return this.bytes.mayShowError(this.start(node) + 1, this.end(node) - 1, room);
  }

  /**
   * False if the first and last `count` characters of a string certainly name no exit code other than 0; see
   * transcript/exit.ts.
   */
  mayNameCode(node: Node, count: number): boolean {
    if ((this.field(node, 0) & WORD_ESCAPED) !== 0) return true;
    return this.bytes.mayNameCode(this.start(node) + 1, this.end(node) - 1, count);
  }

  /** The arguments in a value as one line; undefined if their text has to be parsed. */
  lineOfArguments(node: Node, about: Omit<ArgumentsLine, "isSpelled">): string | undefined {
    if (node < 0) return undefined;
    const isSpelled = this.kind(node) === STRING;
    const quote = isSpelled ? 1 : 0;
    const end = this.end(node) - quote;
    return this.bytes.lineOfArguments(this.start(node) + quote, end, { isSpelled, ...about });
  }

  mayBeginWith(node: Node, code: number): boolean {
    return begins(this.edges(node), code);
  }

  mayInclude(node: Node, part: string, count: number): boolean {
    if (!this.isString(node)) return false;
    const start = this.start(node) + 1;
    const end = Math.min(this.end(node) - 1, start + count * ESCAPE);
    return (this.tape.flags & WORD_ESCAPED) !== 0 || this.bytes.find(part, start, end) >= 0;
  }

  mayEndWith(node: Node, code: number, before?: number): boolean {
    return ends(this.edges(node), code, before);
  }

  /** The edges of a string, see edges.ts; 0 for anything else. */
  edges(node: Node): number {
    if (this.chars(node) === 0) return 0;
    return this.bytes.edges(this.start(node), this.end(node), this.field(node, 0));
  }

  /** False if certainly no string of the document contains `part`; searched once. */
  mayHold(part: string): boolean {
    const isSpelledOut = (this.tape.flags & WORD_ESCAPED) === 0;
    return !(isSpelledOut && this.bytes.isAbsent(part, this.start(this.root), this.end(this.root)));
  }

  /** Whether the document spans several lines. */
  holdsLineEnd(): boolean {
    return this.bytes.find("\n", this.start(this.root), this.end(this.root)) >= 0;
  }
}

/** The bytes of the longest escape of a character. */
const ESCAPE = 6;
