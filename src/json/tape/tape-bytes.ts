import { ElisionError } from "../../base/errors.ts";
import { BACKSLASH } from "../splice/edges.ts";
import {
  type ArgumentsLine,
  type ByteSearch,
  SPELLED_BYTES,
  type SpelledText,
} from "./byte-search.ts";
import { findEdges } from "./find-edges.ts";
import { isInEscape } from "./in-escape.ts";
import { ESCAPED, NON_ASCII, type Tape, WORD_ESCAPED } from "./tape.ts";
import { findIn, lineBreaksIn, type TapePages } from "./tape-pages.ts";
import { Words } from "./words.ts";

/** V8's longest string on 64 bits. Not imported from node:buffer, because browsers load this file as well. */
const MAX_STRING_LENGTH = 2 ** 29 - 24;

/** The bytes of a document by offset; those of a long one are loaded a page at a time. */
export class TapeBytes {
  /** The loaded bytes, from offset `base` on: all of them, or a page. */
  private bytes: Buffer;
  /** A view of the same bytes, for ids. */
  private view: DataView | undefined;
  private base = 0;
  private readonly pages: TapePages | undefined;
  private readonly search: ByteSearch | undefined;
  /** Words that were searched for in the whole document, and whether each is absent from it. */
  private readonly lookedFor = new Map<string, boolean>();
  /** The start of the string whose edges were computed last. */
  private edgesAt = -1;
  private latestEdges = 0;

  constructor(bytes: Buffer | TapePages, search: ByteSearch | undefined) {
    this.pages = Buffer.isBuffer(bytes) ? undefined : bytes;
    this.bytes = Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0);
    this.search = search;
  }

  /** To be called when the bytes have changed. */
  renew(): void {
    if (this.lookedFor.size > 0) this.lookedFor.clear();
    this.edgesAt = -1;
  }

  /** The bytes `[start, end)`, clipped to the document; valid until the next call. */
  subarray(start: number, end: number): Buffer {
    const at = this.locate(start, end);
    return this.bytes.subarray(at, at + end - start);
  }

  /** The byte at an offset. */
  at(offset: number): number {
    const place = this.locate(offset, offset + 1); // It may load other bytes.
    return this.bytes[place] ?? 0;
  }

  /** The offset of ASCII text in bytes, or -1. */
  find(part: string, start: number, end: number): number {
    if (this.search !== undefined) return this.search.find(part, start, end);
    if (this.pages !== undefined) return findIn(this, part, { start, end });
    const at = this.bytes.subarray(start, end).indexOf(part, 0, "latin1");
    return at < 0 ? at : start + at;
  }

  /** The line breaks in bytes. */
  lineBreaks(start: number, end: number): number {
    return this.search?.lineBreaks(start, end) ?? lineBreaksIn(this.subarray(start, end));
  }

  /** False if the first and last `room` bytes of the string certainly show no error. */
  mayShowError(start: number, end: number, room: number): boolean {
    return this.search?.mayShowError(start, end, room) ?? true;
  }

  /**
   * False if the first and last `count` characters of the string certainly name no exit code other than 0.
   */
  mayNameCode(start: number, end: number, count: number): boolean {
    return this.search?.mayNameCode(start, end, MAX_UNIT_BYTES * count) ?? true;
  }

  /** The text of the string as UTF-8, valid until the next call; undefined if it is not available. */
  spelledOut(start: number, end: number): Uint8Array | undefined {
    return end - start > SPELLED_BYTES ? undefined : this.spell(start, end)?.text;
  }

  /** The same in parts: see `ByteSearch`. */
  spell(start: number, end: number, most?: number): SpelledText | undefined {
    return this.search?.spell(start, end, most);
  }

  /** Scans JSON, as the document was scanned, in memory of its own; undefined if it is none, or it cannot tell. */
  scan(text: Buffer): Tape | undefined {
    return this.search?.scan?.(text);
  }

  /** The arguments as one line; undefined if their text has to be parsed. */
  lineOfArguments(start: number, end: number, about: ArgumentsLine): string | undefined {
    return this.search?.lineOfArguments(start, end, about);
  }

  /** Whether a word is nowhere in the document, which is `[start, end)`; searched once for all strings. */
  isAbsent(word: string, start: number, end: number): boolean {
    let isAbsent = this.lookedFor.get(word);
    if (isAbsent === undefined) {
      isAbsent = this.find(word, start, end) < 0;
      this.lookedFor.set(word, isAbsent);
    }
    return isAbsent;
  }

  /** The bytes as UTF-8. */
  text(start: number, end: number): string {
    refuseTooLong(end - start);
    const at = this.locate(start, end);
    return this.bytes.toString("utf8", at, at + end - start);
  }

  /** The text of a range in a string with these flags; both ends are at characters. */
  decode(from: number, to: number, flags: number): string {
    refuseTooLong(to - from);
    const start = this.locate(from, to);
    const end = start + to - from;
    const { bytes } = this;
    if ((flags & (ESCAPED | NON_ASCII)) === 0) return LATEST_WORDS.text(bytes, start, end);
    const text = bytes.toString((flags & NON_ASCII) === 0 ? "latin1" : "utf8", start, end);
    return (flags & ESCAPED) === 0 ? text : (JSON.parse(`"${text}"`) as string);
  }

  /** The first (`count` > 0) or the last characters of `[start, end)` in a string, or a few more. */
  excerpt(start: number, end: number, { count, flags }: TextExtent): string {
    return count < 0
      ? this.decodeTail(start, end, { count: -count, flags })
      : this.decodeHead(start, end, { count, flags });
  }

  /** Whether the text of `[start, end)` in a string with these flags has an ASCII literal. */
  includes(literal: string, { start, end, flags }: StringRange): boolean {
    const found = this.find(literal, start, end);
    // The match may be inside an escape (`\nAME`), or the word may be written with escapes (`\u004e`): then only
    // the text can tell.
    if (found < 0 && (flags & WORD_ESCAPED) === 0) return false;
    if (found >= 0 && ((flags & ESCAPED) === 0 || !isInEscape(this, found, start))) return true;
    return this.decode(start, end, flags).includes(literal);
  }

  /** The text of the first `count` characters of `[start, end)` in a string, or of a few more. */
  decodeHead(start: number, end: number, { count, flags }: TextExtent): string {
    // Most characters take a byte; if that is not enough, the most that they can take.
    let room = count + (count >> 2);
    for (;;) {
      const isAll = end - start <= room;
      const stop = isAll ? end : this.boundary(start + room, { step: 1, limit: end });
      const text = this.decode(start, stop, flags);
      if (isAll || text.length >= count) return text;
      room = MAX_UNIT_BYTES * count;
    }
  }

  /** The text of the last `count` characters of `[start, end)` in a string, or of a few more. */
  decodeTail(start: number, end: number, { count, flags }: TextExtent): string {
    let room = count + (count >> 2);
    for (;;) {
      const isAll = end - start <= room;
      const from = isAll ? start : this.boundary(end - room, { step: -1, limit: start });
      const text = this.decode(from, end, flags);
      if (isAll || text.length >= count) return text;
      room = MAX_UNIT_BYTES * count;
    }
  }

  /**
   * The text of about `room` bytes at the start of `[start, end)` in a string, or at its end if `room` is
   * negative.
   */
  decodeEnd(start: number, end: number, { room, flags }: BytesExtent): string {
    if (end - start <= 2 * Math.abs(room)) return this.decode(start, end, flags);
    if (room > 0)
      return this.decode(start, this.boundary(start + room, { step: 1, limit: end }), flags);
    return this.decode(this.boundary(end + room, { step: -1, limit: start }), end, flags);
  }

  /** Reads `[start, end)` into an id; false if it is too long. */
  readId(start: number, end: number, into: IdTarget): boolean {
    const from = this.locate(start, end);
    this.view ??= viewOf(this.bytes);
    return into.take(this.view, from, from + end - start);
  }

  /** Whether the bytes at an offset are those of an ASCII text. */
  reads(start: number, text: string): boolean {
    const { length } = text;
    const from = this.locate(start, start + length);
    const { bytes } = this;
    for (let k = 0; k < length; k++) if (bytes[from + k] !== text.charCodeAt(k)) return false;
    return true;
  }

  /**
   * The edges of a string that is not empty, see edges.ts. Cached, because they are needed several times in a
   * row.
   */
  edges(start: number, end: number, flags: number): number {
    if (start === this.edgesAt) return this.latestEdges;
    this.edgesAt = start;
    this.latestEdges = findEdges(this, { start, end, hasEscapes: (flags & ESCAPED) !== 0 });
    return this.latestEdges;
  }

  /**
   * The offset nearest to `from`, in steps of `step`, at which a character certainly begins: its byte begins an
   * escape, or cannot be part of one or of a longer character. The limit if there is none.
   */
  private boundary(from: number, { step, limit }: { step: 1 | -1; limit: number }): number {
    let at = from;
    while (at !== limit) {
      const place = this.locate(at - 1, at + 1) + 1;
      const byte = this.bytes[place] ?? 0;
      const isWhole =
        byte < 0x80 ? byte !== BACKSLASH && byte !== 0x75 && !isHexDigit(byte) : byte >= 0xc0;
      if (isWhole && this.bytes[place - 1] !== BACKSLASH) return at;
      if (byte === BACKSLASH && this.beginsEscape(at)) return at;
      at += step;
    }
    return limit;
  }

  /** Whether the backslash at an offset certainly begins a character: an escape that is no second half of a pair. */
  private beginsEscape(at: number): boolean {
    const place = this.locate(at - 1, at + 4) + 1;
    const [before, , letter, first = 0, second = 0] = this.bytes.subarray(place - 1, place + 4);
    if (before === BACKSLASH) return false;
    return letter !== 0x75 || (first | 0x20) !== 0x64 || (second | 0x20) < 0x63;
  }

  /** Loads `[start, end)` into `bytes`, and returns its index there. */
  private locate(start: number, end: number): number {
    return this.pages === undefined ? start : this.turnTo(this.pages, start, end);
  }

  private turnTo(pages: TapePages, start: number, end: number): number {
    if (start < this.base || end > this.base + this.bytes.length) {
      const page = pages.page(Math.max(0, start), end);
      this.bytes = page.bytes;
      this.view = undefined;
      this.base = page.base;
    }
    return start - this.base;
  }
}

/** Refuses to decode text that exceeds Node's longest string, before its bytes are read. */
function refuseTooLong(bytes: number): void {
  if (bytes <= MAX_STRING_LENGTH) return;
  throw new ElisionError("too-large", `a text of ${bytes} bytes, too long to be looked into`, {
    hint: "past 512 MB a text is only masked: without --archive, with --no-archive, or with --placeholder seed, which needs no reference",
  });
}

/** How many characters of a string to decode, and its flags. */
interface TextExtent {
  readonly count: number;
  readonly flags: number;
}

/** A range inside a string, and its flags. */
interface StringRange {
  readonly start: number;
  readonly end: number;
  readonly flags: number;
}

/** How many bytes of a string to decode, and its flags. */
interface BytesExtent {
  readonly room: number;
  readonly flags: number;
}

/** An id that copies bytes; false if there are too many. */
export interface IdTarget {
  take(seen: DataView, start: number, end: number): boolean;
}

/** Shared by all trees: most have one line only. */
const LATEST_WORDS = new Words();

/** The most bytes that one UTF-16 unit takes in a JSON string: `\uXXXX`. */
const MAX_UNIT_BYTES = 6;

function viewOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length);
}

function isHexDigit(byte: number): boolean {
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    (byte >= 0x61 && byte <= 0x66) ||
    (byte >= 0x41 && byte <= 0x46)
  );
}
