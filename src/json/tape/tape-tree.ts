import type { ScanError } from "../scan/scan-error.ts";
import { scan } from "../scan/scan-json.ts";
import {
  BACKSLASH,
  BEFORE_SHIFT,
  ENDS_ESCAPED,
  mayBegin,
  mayEnd,
  mayEndEscape,
} from "../splice/edges.ts";
import { type AnyKey, type Key, textOfKey, WORDS } from "../tree/key.ts";
import { NONE, type Node, type Tree } from "../tree/tree.ts";
import type { ChatColumns, ChatFinder, ChatTable } from "./chat-table.ts";
import type { KeyFilter } from "./key-filter.ts";
import {
  ANY_KEY,
  ARRAY,
  createTape,
  ESCAPED,
  FLAGS_MASK,
  INVALID_UTF8,
  KIND_MASK,
  keyMark,
  NON_ASCII,
  NUMBER,
  OBJECT,
  type Sections,
  STRIDE,
  STRING,
  type Tape,
  TRUE,
  WORD_ESCAPED,
  WORD_SHIFT,
} from "./tape.ts";
import { findIn, type TapePages } from "./tape-pages.ts";
import { Words } from "./words.ts";

/** Scans `bytes[start, end)` and gives its tree, or what is wrong with it. */
export function parse(
  bytes: Buffer,
  {
    start = 0,
    end = bytes.length,
    tape = createTape(),
  }: { start?: number; end?: number; tape?: Tape } = {},
): TapeTree | ScanError {
  return scan(bytes, tape, { start, end }) ?? new TapeTree(bytes, tape);
}

/** The values of one scanned document, by the index of their token. Its root is 0. */
export class TapeTree implements Tree {
  readonly tape: Tape;
  readonly root: Node = 0;
  /** The bytes that are at hand, from offset `base` on: all, or those of a page. */
  private bytes: Buffer;
  /** The same, for ids. */
  private view: DataView | undefined;
  private base = 0;
  private readonly pages: TapePages | undefined;
  /** The tokens at hand, from `first` on: all, or those of a section. */
  private tokens: Int32Array;
  private first = 0;
  private readonly finder: Finder | undefined;
  /** A word known to be absent from the document. */
  private absent: string | undefined;
  /** A word known to be present in it. */
  private present: string | undefined;
  /** The longest array asked for, a row's messages: each format looks at them. */
  private longest: Node = NONE;
  private longestItems: readonly Node[] = NO_NODES;
  /** The marks of all its items that are objects, together. */
  private longestMarks = 0;
  /** The items of it that have an array under the key that was asked for last. */
  private longestWithArray: readonly Node[] = NO_NODES;
  private arrayKey: Key | undefined;
  /** The string whose edges were asked for last. */
  private edgesOf: Node = NONE;
  private latestEdges = 0;
  /** The answer of `chat`, and the table that it was by. */
  private columns: ChatColumns | undefined;
  private chatTable: ChatTable | undefined;

  /**
   * Valid until the tape is written again. `finder` looks for text in the bytes faster than they do.
   */
  constructor(bytes: Buffer | TapePages, tape: Tape, finder?: Finder) {
    this.pages = Buffer.isBuffer(bytes) ? undefined : bytes;
    this.bytes = Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0);
    this.tape = tape;
    this.tokens = tape.tokens;
    this.finder = finder;
  }

  /** To be called when the tape was written again. */
  renew(): void {
    this.absent = undefined;
    this.present = undefined;
    this.longest = NONE;
    this.longestItems = NO_NODES;
    this.arrayKey = undefined;
    this.edgesOf = NONE;
    this.chatTable = undefined;
  }

  /** The bytes `[start, end)` of the document, as far as there are that many; to be looked at at once. */
  subarray(start: number, end: number): Buffer {
    const at = this.locate(start, end);
    return this.bytes.subarray(at, at + end - start);
  }

  /**
   * The outer shape of an object, the same for most rows of a file: its keys, and the marks of the keys that items of
   * arrays have, as `itemsMayHave` looks at them. Undefined for a document that is not in memory.
   */
  get profile(): string | undefined {
    if (!this.isObject(this.root) || this.tape.sections !== undefined) return undefined;
    let profile = "";
    const stop = this.field(this.root, 3);
    for (let at = this.root + 1; at < stop; at = this.after(at + 1)) {
      const key = this.text(at);
      profile += `${key.length}:${key}`;
      if (this.isArray(at + 1)) profile += `[${this.marksIn(at + 1)}]`;
    }
    return profile;
  }

  /** The keys of an object, the same for most rows of a file. Undefined for a document that is not in memory. */
  get outerKeys(): string | undefined {
    if (!this.isObject(this.root) || this.tape.sections !== undefined) return undefined;
    let keys = "";
    const stop = this.field(this.root, 3);
    for (let at = this.root + 1; at < stop; at = this.after(at + 1)) {
      const key = this.text(at);
      keys += `${key.length}:${key}`;
    }
    return keys;
  }

  /** Offset of a value's first byte. */
  start(node: Node): number {
    return this.field(node, 1);
  }

  /** Offset after a value's last byte. */
  end(node: Node): number {
    return this.field(node, 2);
  }

  /** Whether every byte of the document is ASCII. */
  get isAscii(): boolean {
    return (this.tape.flags & NON_ASCII) === 0;
  }

  /** Whether a string of the document holds bytes that are not UTF-8. */
  get hasInvalidUtf8(): boolean {
    return (this.tape.flags & INVALID_UTF8) !== 0;
  }

  isObject(node: Node): boolean {
    return this.kind(node) === OBJECT;
  }

  isArray(node: Node): boolean {
    return this.kind(node) === ARRAY;
  }

  isString(node: Node): boolean {
    return this.kind(node) === STRING;
  }

  isTrue(node: Node): boolean {
    return this.kind(node) === TRUE;
  }

  isNumber(node: Node): boolean {
    return this.kind(node) === NUMBER;
  }

  chars(node: Node): number {
    if (this.kind(node) !== STRING) return 0;
    return this.field(node, 3);
  }

  get(node: Node, key: AnyKey): Node {
    if (node < 0) return NONE;
    const object = this.field(node, 0);
    const mark = typeof key === "string" ? markOf(key) : key.mark;
    if ((object & KIND_MASK) !== OBJECT || (object & mark) === 0) return NONE;
    if (typeof key === "object" && this.tape.sections === undefined) return this.getKey(node, key);
    const stop = this.field(node, 3);
    let found = NONE;
    for (let at = node + 1; at < stop; at = this.after(at + 1))
      if (this.isWord(at, key)) found = at + 1;
    return found;
  }

  /** The same of an object whose tokens are all at hand. */
  private getKey(node: Node, key: Key): Node {
    const { tokens } = this;
    const stop = tokens[node * STRIDE + 3] ?? 0;
    let found = NONE;
    for (let at = node + 1; at < stop; ) {
      const base = at * STRIDE;
      const header = tokens[base] ?? 0;
      const number = header >>> WORD_SHIFT;
      const isFound =
        number !== 0
          ? number === key.number
          : header === STRING
            ? tokens[base + 3] === key.length && this.reads((tokens[base + 1] ?? 0) + 1, key)
            : this.text(at) === key.text;
      if (isFound) found = at + 1;
      const value = base + STRIDE;
      const kind = (tokens[value] ?? 0) & KIND_MASK;
      at = kind === OBJECT || kind === ARRAY ? (tokens[value + 3] ?? stop) : at + 2;
    }
    return found;
  }

  items(node: Node): readonly Node[] {
    const kind = this.kind(node);
    if (kind !== ARRAY && kind !== OBJECT) return NO_NODES;
    if (node === this.longest) return this.longestItems;
    const skip = kind === OBJECT ? 1 : 0;
    const stop = this.field(node, 3);
    const items: Node[] = [];
    let marks = 0;
    for (let at = node + 1 + skip; at < stop; ) {
      items.push(at);
      const header = this.field(at, 0);
      const itsKind = header & KIND_MASK;
      if (itsKind === OBJECT) marks |= header & ANY_KEY;
      at = (itsKind === OBJECT || itsKind === ARRAY ? this.field(at, 3) : at + 1) + skip;
    }
    if (items.length > this.longestItems.length) {
      this.longest = node;
      this.longestItems = items;
      this.longestMarks = marks;
      this.arrayKey = undefined;
    }
    return items;
  }

  itemsMayHave(array: Node, key: string): boolean {
    return (this.marksIn(array) & markOf(key)) !== 0;
  }

  /** The marks of all items of an array that are objects, together. */
  private marksIn(array: Node): number {
    const items = this.items(array);
    if (array === this.longest) return this.longestMarks;
    let marks = 0;
    for (const item of items) if (this.isObject(item)) marks |= this.field(item, 0) & ANY_KEY;
    return marks;
  }

  itemsWithArray(array: Node, key: Key): readonly Node[] {
    const items = this.items(array);
    if (array === this.longest && key === this.arrayKey) return this.longestWithArray;
    const found = items.filter((item) => this.isArray(this.get(item, key)));
    if (array === this.longest) {
      this.arrayKey = key;
      this.longestWithArray = found;
    }
    return found;
  }

  keys(node: Node): readonly string[] {
    if (this.kind(node) !== OBJECT) return [];
    const stop = this.field(node, 3);
    const keys: string[] = [];
    for (let at = node + 1; at < stop; at = this.after(at + 1)) keys.push(this.text(at));
    return keys;
  }

  is(node: Node, word: AnyKey): boolean {
    if (this.kind(node) !== STRING) return false;
    return this.isWord(node, word);
  }

  text(node: Node): string {
    if (node < 0) return "";
    const flags = this.field(node, 0);
    const start = this.start(node);
    const end = this.end(node);
    if ((flags & KIND_MASK) !== STRING) {
      const at = this.locate(start, end);
      return this.bytes.toString("utf8", at, at + end - start);
    }
    const number = flags >>> WORD_SHIFT;
    return number === 0 ? this.decode(start + 1, end - 1, flags) : (WORDS[number] ?? "");
  }

  /** Reads a string into an id, if it is short and written as it reads. */
  readId(node: Node, into: { take(seen: DataView, start: number, end: number): boolean }) {
    if ((this.field(node, 0) & FLAGS_MASK) !== STRING) return false;
    const start = this.start(node) + 1;
    const length = this.end(node) - 1 - start;
    const from = this.locate(start, start + length);
    this.view ??= viewOf(this.bytes);
    return into.take(this.view, from, from + length);
  }

  head(node: Node, count: number): string {
    if (this.kind(node) !== STRING) return this.text(node).slice(0, count);
    const start = this.start(node) + 1;
    const end = this.end(node) - 1;
    const flags = this.field(node, 0);
    // Most characters take a byte; where more do, as many as they can.
    let room = count + (count >> 2);
    for (;;) {
      const isAll = end - start <= room;
      const stop = isAll ? end : this.boundary(start + room, { step: 1, limit: end });
      const text = this.decode(start, stop, flags);
      if (isAll || text.length >= count) return text.slice(0, count);
      room = MAX_UNIT_BYTES * count;
    }
  }

  excerpt(node: Node, count: number): string {
    if (this.kind(node) !== STRING) return this.text(node).slice(0, Math.abs(count));
    const start = this.start(node) + 1;
    const end = this.end(node) - 1;
    const flags = this.field(node, 0);
    const room = MAX_UNIT_BYTES * Math.abs(count);
    if (end - start <= 2 * room) return this.decode(start, end, flags);
    if (count > 0)
      return this.decode(start, this.boundary(start + room, { step: 1, limit: end }), flags);
    return this.decode(this.boundary(end - room, { step: -1, limit: start }), end, flags);
  }

  includes(node: Node, part: string): boolean {
    if (this.kind(node) !== STRING) return false;
    if (this.isAbsent(part)) return false;
    const start = this.start(node) + 1;
    const end = this.end(node) - 1;
    const flags = this.field(node, 0);
    const isFound = this.find(part, start, end) >= 0;
    // Found in an escape (`\nAME`), or spelled with escapes (`\u004e`): only the text can say.
    const isCertain = isFound ? (flags & ESCAPED) === 0 : (flags & WORD_ESCAPED) === 0;
    return isCertain ? isFound : this.text(node).includes(part);
  }

  /**
   * False where the excerpts of `count` characters of a string, first or last, certainly show no error;
   * see transcript/error-signs.ts.
   */
  mayShowError(node: Node, count: number): boolean {
    const { finder } = this;
    const flags = this.field(node, 0);
    if (finder === undefined || (flags & WORD_ESCAPED) !== 0) return true;
    const room = MAX_UNIT_BYTES * count;
    return finder.mayShowError(this.start(node) + 1, this.end(node) - 1, room);
  }

  /**
   * The tool results of the conversation that the whole is, in columns; undefined where it was not the
   * kernel that scanned it, or something in it is for the format's own reader.
   */
  chat(table: ChatTable): ChatColumns | undefined {
    if (this.chatTable !== table) {
      this.chatTable = table;
      this.columns = this.finder?.chat.read(table);
    }
    return this.columns;
  }

  /** Finds the results of lines that are a conversation together; undefined where no kernel scanned this one. */
  get chatLines(): ChatFinder | undefined {
    return this.finder?.chat;
  }

  mayBeginWith(node: Node, code: number): boolean {
    return mayBegin(this.edges(node), code);
  }

  mayEndWith(node: Node, code: number, before?: number): boolean {
    return mayEnd(this.edges(node), code, before);
  }

  /** The edges of a string, see edges.ts; 0 for anything else. They are asked for several times in a row. */
  edges(node: Node): number {
    if (node < 0) return 0;
    if (node === this.edgesOf) return this.latestEdges;
    this.edgesOf = node;
    this.latestEdges = this.findEdges(node);
    return this.latestEdges;
  }

  private findEdges(node: Node): number {
    if (this.chars(node) === 0) return 0;
    const start = this.start(node);
    const at = this.locate(start + 1, start + 2);
    const first = this.bytes[at] ?? 0; // Of the page that is at hand by now.
    const end = this.end(node);
    const last = this.locate(end - EDGE_BYTES, end) + EDGE_BYTES - 2;
    const { bytes } = this;
    const hasEscape = (this.field(node, 0) & ESCAPED) !== 0;
    const isEscaped = hasEscape && (this.endsEscape(last) || this.endsEscape(last - 1));
    const before = ((bytes[last - 1] ?? 0) & 0x7f) << BEFORE_SHIFT;
    return first | ((bytes[last] ?? 0) << 8) | before | (isEscaped ? ENDS_ESCAPED : 0);
  }

  /** Whether a byte at hand may be the last of an escape. */
  private endsEscape(at: number): boolean {
    if (!mayEndEscape(this.bytes[at] ?? 0)) return false;
    return this.bytes[at - 1] === BACKSLASH || this.bytes[at - 5] === BACKSLASH;
  }

  /** False where certainly no string of the document holds `part`, as `includes` means it. */
  mayHold(part: string): boolean {
    return !this.isAbsent(part);
  }

  /** Whether `part` stands nowhere in the document; looked for once, for all its strings. */
  private isAbsent(part: string): boolean {
    if (this.absent === part) return true;
    if ((this.tape.flags & WORD_ESCAPED) !== 0 || this.present === part) return false;
    if (this.find(part, this.start(this.root), this.end(this.root)) >= 0) {
      this.present = part;
      return false;
    }
    this.absent = part;
    return true;
  }

  private find(part: string, start: number, end: number): number {
    if (this.finder !== undefined) return this.finder.find(part, start, end);
    if (this.pages !== undefined) return findIn(this, part, { start, end });
    return this.bytes.subarray(start, end).indexOf(part, 0, "latin1");
  }

  /** Sees to it that `bytes` holds `[start, end)`, and gives where. */
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

  /** A field of a token, see tape.ts. */
  private field(node: Node, field: number): number {
    let at = node * STRIDE - this.first;
    if (this.tape.sections !== undefined && (at < 0 || at >= this.tokens.length))
      at = this.turnToSection(this.tape.sections, node);
    return this.tokens[at + field] ?? 0;
  }

  private turnToSection(sections: Sections, node: Node): number {
    const { tokens, first } = sections.section(node);
    this.tokens = tokens;
    this.first = first * STRIDE;
    return node * STRIDE - this.first;
  }

  private kind(node: Node): number {
    return node < 0 ? 0 : this.field(node, 0) & KIND_MASK;
  }

  /** The text of bytes inside a string, from one character's start to another's end. */
  private decode(from: number, to: number, flags: number): string {
    const start = this.locate(from, to);
    const end = start + to - from;
    const { bytes } = this;
    if ((flags & (ESCAPED | NON_ASCII)) === 0) return LATEST_WORDS.text(bytes, start, end);
    const text = bytes.toString((flags & NON_ASCII) === 0 ? "latin1" : "utf8", start, end);
    return (flags & ESCAPED) === 0 ? text : (JSON.parse(`"${text}"`) as string);
  }

  /**
   * The offset nearest to `from`, going by `step`, where a character begins for certain: one that can
   * be no part of an escape or of a longer character. The limit if there is none.
   */
  private boundary(from: number, { step, limit }: { step: 1 | -1; limit: number }): number {
    let at = from;
    while (at !== limit) {
      const place = this.locate(at - 1, at + 1) + 1;
      const byte = this.bytes[place] ?? 0;
      const isPlain = byte < 0x80 && byte !== BACKSLASH && byte !== 0x75 && !isHexDigit(byte);
      if (isPlain && this.bytes[place - 1] !== BACKSLASH) return at;
      at += step;
    }
    return limit;
  }

  /** UTF-16 units of a value as JSON without white space, each string as long as its text. */
  jsonChars(node: Node): number {
    if (node < 0) return 0;
    const stop = this.after(node);
    // Every token below the first has a comma or a colon before it, but for the first of its container.
    let chars = stop - node - 1;
    for (let at = node; at < stop; at++) {
      const kind = this.kind(at);
      if (kind === STRING) chars += this.field(at, 3) + 2;
      else if (kind === OBJECT || kind === ARRAY) chars += this.field(at, 3) > at + 1 ? 1 : 2;
      else chars += this.end(at) - this.start(at);
    }
    return chars;
  }

  /** The index of the token after a value. */
  endOf(node: Node): Node {
    return this.after(node);
  }

  /** The number of the word that a string or key is; 0 where it has none, and is any. */
  word(node: Node): number {
    return node < 0 ? 0 : this.field(node, 0) >>> WORD_SHIFT;
  }

  /**
   * Gives the keys of the document that may be of a filter, in order, with the number of each one's word
   * (0 where it has none) and the object that it is in. The value is the node after the key.
   */
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one walk over all tokens, with its stack at hand.
  eachKey(filter: KeyFilter, visit: (key: Node, word: number, object: Node) => void): void {
    const { length } = this.tape;
    let depth = 0;
    let holder = NONE;
    let end = length;
    let isObject = false;
    for (let at: Node = this.root; ; ) {
      if (at >= end) {
        if (depth === 0) return;
        holder = OPEN[--depth] ?? NONE;
        end = holder === NONE ? length : this.field(holder, 3);
        isObject = holder !== NONE && this.isObject(holder);
        continue;
      }
      if (isObject) {
        const header = this.field(at, 0);
        const word = header >>> WORD_SHIFT;
        const mayBe = word === 0 ? this.mayBeOf(filter, at, header) : filter.hasWord(word);
        if (mayBe) visit(at, word, holder);
        at++;
      }
      const kind = this.field(at, 0) & KIND_MASK;
      if (kind === OBJECT || kind === ARRAY) {
        OPEN[depth++] = holder;
        holder = at;
        end = this.field(at, 3);
        isObject = kind === OBJECT;
      }
      at++;
    }
  }

  private mayBeOf(filter: KeyFilter, key: Node, header: number): boolean {
    if ((header & ESCAPED) !== 0) return true;
    if ((header & NON_ASCII) !== 0) return false;
    const chars = this.field(key, 3);
    if (!filter.hasLength(chars)) return false;
    const from = this.field(key, 1) + 1;
    const at = this.locate(from, from + chars);
    return filter.mayBe(chars, this.bytes[at] ?? 0, this.bytes[at + chars - 1] ?? 0);
  }

  /** Index of the token after the value at `index`. */
  private after(index: number): number {
    const kind = this.field(index, 0) & KIND_MASK;
    return kind === OBJECT || kind === ARRAY ? this.field(index, 3) : index + 1;
  }

  /** Whether a string or key reads so. */
  private isWord(node: Node, key: AnyKey): boolean {
    const header = this.field(node, 0);
    const number = header >>> WORD_SHIFT;
    if (number !== 0)
      return typeof key === "object" ? number === key.number : WORDS[number] === key;
    if (header !== STRING) return this.text(node) === textOfKey(key);
    const { length } = key;
    if (this.field(node, 3) !== length) return false;
    if (typeof key === "object") return this.reads(this.field(node, 1) + 1, key);
    const start = this.field(node, 1) + 1;
    const from = this.locate(start, start + length);
    const { bytes } = this;
    for (let k = 0; k < length; k++) {
      if (bytes[from + k] !== key.charCodeAt(k)) return false;
    }
    return true;
  }

  /** Whether the bytes from an offset on are those of a key. */
  private reads(start: number, { length, codes }: Key): boolean {
    const from = this.locate(start, start + length);
    const { bytes } = this;
    for (let k = 0; k < length; k++) if (bytes[from + k] !== codes[k]) return false;
    return true;
  }
}

const NO_NODES: readonly Node[] = [];

/** The containers around the one that `eachKey` is in; one walk at a time. */
const OPEN: Node[] = [];

/** One for all trees: most are of one line. */
const LATEST_WORDS = new Words();

/** Bytes at the end of a string that tell its edge: `\u0041"`. */
const EDGE_BYTES = 8;

/** Searches bytes; the kernel's is faster than TypeScript's. */
export interface Finder {
  /** The offset of ASCII text in bytes, or -1. */
  find(part: string, start: number, end: number): number;
  /** Whether a string may show an error in its first or last `room` bytes, and what an excerpt adds. */
  mayShowError(start: number, end: number, room: number): boolean;
  /** Finds the tool results of the conversation, or of the line of one, that was scanned last. */
  readonly chat: ChatFinder;
}

function viewOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length);
}

/** The mark that an object with this key has. */
function markOf(key: string): number {
  return keyMark(key.length, key.charCodeAt(0), key.charCodeAt(key.length - 1));
}

/** Most bytes that one UTF-16 unit takes in a JSON string: `\uXXXX`. */
const MAX_UNIT_BYTES = 6;

function isHexDigit(byte: number): boolean {
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    (byte >= 0x61 && byte <= 0x66) ||
    (byte >= 0x41 && byte <= 0x46)
  );
}
