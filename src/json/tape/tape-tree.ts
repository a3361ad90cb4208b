import { digestOf } from "../../base/digest.ts";
import { begins, ends } from "../splice/edges.ts";
import { digestOfString } from "../splice/string-digest.ts";
import { fingerprintOf, fingerprintOfString } from "../splice/string-fingerprint.ts";
import { type AnyKey, type Key, textOfKey, WORDS } from "../tree/key.ts";
import { NONE, type Node, type Tree } from "../tree/tree.ts";
import type { ArgumentsLine, ByteSearch } from "./byte-search.ts";
import type { ChatColumns, ChatFinder, ChatTable, SignWords } from "./chat-table.ts";
import { jsonCharsOf } from "./json-chars.ts";
import type { KeyFilter } from "./key-filter.ts";
import { type VisitKey, walkKeys } from "./key-walk.ts";
import type { LearnedItems } from "./learned-steps.ts";
import { LongestArray, NO_NODES } from "./longest-array.ts";
import type { MaskedRows, RowPolicy, ShapeAbout } from "./masked-rows.ts";
import type { NoteMasker } from "./noted-lines.ts";
import {
  ANY_KEY,
  ARRAY,
  ESCAPED,
  FLAGS_MASK,
  INVALID_UTF8,
  KIND_MASK,
  markOf,
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
import { type IdTarget, TapeBytes } from "./tape-bytes.ts";
import type { TapePages } from "./tape-pages.ts";

/** The values of a scanned document, by the index of their token. The document's own value is 0. */
export class TapeTree implements Tree {
  readonly tape: Tape;
  /** The document's own value, or the one that the tree was turned to. */
  root: Node = 0;
  readonly bytes: TapeBytes;
  /** The loaded tokens, from `first` on: all, or those of a section. */
  private tokens: Int32Array;
  private first = 0;
  private readonly search: ByteSearch | undefined;
  /** The longest array looked up, in a row the messages: each format reads it. */
  private readonly longest = new LongestArray();
  /** The cached result of `chat`, and its table. */
  private columns: ChatColumns | undefined;
  private chatTable: ChatTable | undefined;

  /** Valid until the tape is written again. `search` finds text in the bytes faster than TypeScript does. */
  constructor(bytes: Buffer | TapePages, tape: Tape, search?: ByteSearch) {
    this.bytes = new TapeBytes(bytes, search);
    this.tape = tape;
    this.tokens = tape.tokens;
    this.search = search;
  }

  /**
   * Turns to a value of the document, which becomes the root, and stays it until the next turn. (`rootedAt` is for trees
   * of any kind, and leaves the given one as it is.)
   */
  turnTo(root: Node): void {
    this.renew();
    this.root = root;
  }

  /** To be called when the tape was written again. */
  renew(): void {
    this.root = 0;
    this.bytes.renew();
    this.longest.forget();
    this.chatTable = undefined;
  }

  /** The bytes `[start, end)` of the document, clipped to its end; valid until the next call. */
  subarray(start: number, end: number): Buffer {
    return this.bytes.subarray(start, end);
  }

  /** The offset of a value's first byte. */
  start(node: Node): number {
    return this.field(node, 1);
  }

  /** The offset after a value's last byte. */
  end(node: Node): number {
    return this.field(node, 2);
  }

  /** Whether every byte of the document is ASCII. */
  get isAscii(): boolean {
    return (this.tape.flags & NON_ASCII) === 0;
  }

  /** Whether a string of the document contains bytes that are not UTF-8. */
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
    if (this.tape.sections === undefined) return this.getLoaded(node, key);
    const stop = this.field(node, 3);
    let found = NONE;
    for (let at = node + 1; at < stop; at = this.endOf(at + 1))
      if (this.isWord(at, key)) found = at + 1;
    return found;
  }

  /** The same for an object whose tokens are all loaded. */
  private getLoaded(node: Node, key: AnyKey): Node {
    const { tokens } = this;
    const text = textOfKey(key);
    const stop = tokens[node * STRIDE + 3] ?? 0;
    let found = NONE;
    for (let at = node + 1; at < stop; ) {
      const base = at * STRIDE;
      const header = tokens[base] ?? 0;
      const number = header >>> WORD_SHIFT;
      const isFound =
        number !== 0
          ? WORDS[number] === text
          : header === STRING
            ? tokens[base + 3] === text.length &&
              this.bytes.reads((tokens[base + 1] ?? 0) + 1, text)
            : this.text(at) === text;
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
    if (node === this.longest.node) return this.longest.items;
    const skip = kind === OBJECT ? 1 : 0;
    const stop = this.field(node, 3);
    const items: Node[] = [];
    let marks = 0;
    for (let at = node + 1 + skip; at < stop; ) {
      items.push(at);
      const header = this.field(at, 0);
      const itsKind = header & KIND_MASK;
      if (itsKind === OBJECT) marks |= header & ANY_KEY;
      else if (itsKind === ARRAY) marks = ANY_KEY;
      at = (itsKind === OBJECT || itsKind === ARRAY ? this.field(at, 3) : at + 1) + skip;
    }
    if (items.length > this.longest.items.length) this.longest.keep(node, items, marks);
    return items;
  }

  itemsMayHave(array: Node, key: string): boolean {
    return (this.marksIn(array) & markOf(key)) !== 0;
  }

  /** The combined marks of all items of an array that are objects; all marks if one is an array, of any objects. */
  marksIn(array: Node): number {
    const items = this.items(array);
    if (array === this.longest.node) return this.longest.marks;
    let marks = 0;
    for (const item of items) {
      if (this.isArray(item)) return ANY_KEY;
      if (this.isObject(item)) marks |= this.field(item, 0) & ANY_KEY;
    }
    return marks;
  }

  itemsWithArray(array: Node, key: Key): readonly Node[] {
    const items = this.items(array);
    const find = () => items.filter((item) => this.isArray(this.get(item, key)));
    return array === this.longest.node ? this.longest.withArray(key, find) : find();
  }

  keys(node: Node): readonly string[] {
    if (this.kind(node) !== OBJECT) return [];
    const stop = this.field(node, 3);
    const keys: string[] = [];
    for (let at = node + 1; at < stop; at = this.endOf(at + 1)) keys.push(this.text(at));
    return keys;
  }

  is(node: Node, word: AnyKey): boolean {
    if (this.kind(node) !== STRING) return false;
    return this.isWord(node, word);
  }

  text(node: Node): string {
    if (node < 0) return "";
    const flags = this.field(node, 0);
    const isString = (flags & KIND_MASK) === STRING;
    const number = isString ? flags >>> WORD_SHIFT : 0;
    if (number !== 0) return WORDS[number] ?? "";
    const start = this.start(node);
    const end = this.end(node);
    return isString ? this.bytes.decode(start + 1, end - 1, flags) : this.bytes.text(start, end);
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
    const about = { count: Math.abs(count), flags: this.field(node, 0) };
    const start = this.start(node) + 1;
    const end = this.end(node) - 1;
    return count < 0
      ? this.bytes.decodeTail(start, end, about)
      : this.bytes.decodeHead(start, end, about);
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
    const flags = this.field(node, 0);
    const isFound = this.bytes.find(part, start, end) >= 0;
    // The match may be inside an escape (`\nAME`), or the word may be written with escapes (`\u004e`): only
    // the text can tell.
    const isCertain = isFound ? (flags & ESCAPED) === 0 : (flags & WORD_ESCAPED) === 0;
    return isCertain ? isFound : this.text(node).includes(part);
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

  /**
   * The tool results of the conversation in the root, in columns; undefined if the kernel did not scan it, or
   * it needs the format's own reader.
   */
  chat(table: ChatTable): ChatColumns | undefined {
    if (this.chatTable !== table) {
      this.chatTable = table;
      this.columns = this.search?.chat.read(table, this.root);
    }
    return this.columns;
  }

  /** Teaches the kernel the signs of results and formats; false if it knows them, or did not scan the document. */
  learnSigns(words: SignWords): boolean {
    if (this.search?.chat.learnSigns(words) !== true) return false;
    this.chatTable = undefined;
    return true;
  }

  /** Finds the results of lines that form one conversation; undefined if the kernel did not scan them. */
  get chatLines(): ChatFinder | undefined {
    return this.search?.chat;
  }

  /** Learns the row in the root, so that similar ones are read under the policy: see `Rows`. */
  learnRow(policy: RowPolicy, table: ChatTable, about: ShapeAbout): void {
    this.search?.rows.learn(policy, table, about);
  }

  /** Learns rows by their messages; undefined if the kernel did not scan the document. */
  get learned(): LearnedItems | undefined {
    return this.search?.items;
  }

  /** Masks the conversation in the root under the policy: see `Rows`. */
  maskRow(policy: RowPolicy, table: ChatTable): MaskedRows | undefined {
    const { length, flags } = this.tape;
    return this.search?.rows.mask(policy, table, { root: this.root, length, flags });
  }

  /** Whether lines like this one can be read in batches under a policy: see `Rows`. */
  beginLines(policy: RowPolicy, table: ChatTable): boolean {
    return this.search?.rows.begin(policy, table) ?? false;
  }

  /** Masks the results of such lines; undefined if the kernel did not scan them. */
  get notes(): NoteMasker | undefined {
    return this.search?.notes;
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

  /** A field of a token, see tape.ts. */
  field(node: Node, field: number): number {
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

  /** The number of the word that a string or key is; 0 if it has none, and may be any. */
  word(node: Node): number {
    return node < 0 ? 0 : this.field(node, 0) >>> WORD_SHIFT;
  }

  /**
   * Visits the keys of the document that a filter does not rule out, in order, with the number of each key's
   * word (0 if it has none) and its object; those in the values `but` are left out. The value is the node after the key.
   */
  eachKey(filter: KeyFilter, visit: VisitKey, but: readonly Node[] = NO_NODES): void {
    walkKeys(this, filter, { visit, but });
  }

  jsonChars(node: Node): number {
    return node < 0 ? 0 : jsonCharsOf(this, node);
  }

  /** The index of the token after a value. */
  endOf(index: Node): Node {
    const kind = this.field(index, 0) & KIND_MASK;
    return kind === OBJECT || kind === ARRAY ? this.field(index, 3) : index + 1;
  }

  /** Whether a string or key equals this word. */
  private isWord(node: Node, key: AnyKey): boolean {
    const text = textOfKey(key);
    const header = this.field(node, 0);
    const number = header >>> WORD_SHIFT;
    if (number !== 0) return WORDS[number] === text;
    if (header !== STRING) return this.text(node) === text;
    return this.field(node, 3) === text.length && this.bytes.reads(this.field(node, 1) + 1, text);
  }
}

/** The bytes of the longest escape of a character. */
const ESCAPE = 6;
