import { type AnyKey, type Key, textOfKey, WORDS } from "../tree/key.ts";
import { NONE, type Node } from "../tree/tree.ts";
import type { ByteSearch } from "./byte-search.ts";
import { jsonCharsOf } from "./json-chars.ts";
import type { KeyFilter } from "./key-filter.ts";
import { type VisitKey, walkKeys } from "./key-walk.ts";
import { LongestArray, NO_NODES } from "./longest-array.ts";
import {
  ANY_KEY,
  ARRAY,
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
  WORD_SHIFT,
} from "./tape.ts";
import { TapeBytes } from "./tape-bytes.ts";
import type { TapePages } from "./tape-pages.ts";

/**
 * The values of a scanned document, by the index of their token: kinds, keys and items. The document's own value is 0.
 */
export class TapeValues {
  readonly tape: Tape;
  /** The document's own value, or the one that the tree was turned to. */
  root: Node = 0;
  /** Another number after each time that the tape may have been written again. */
  version = 0;
  readonly bytes: TapeBytes;
  /** The loaded tokens, from `first` on: all, or those of a section. */
  private tokens: Int32Array;
  private first = 0;
  /** The longest array looked up, in a row the messages: each format reads it. */
  private readonly longest = new LongestArray();

  /** Valid until the tape is written again. `search` finds text in the bytes faster than TypeScript does. */
  constructor(bytes: Buffer | TapePages, tape: Tape, search?: ByteSearch) {
    this.bytes = new TapeBytes(bytes, search);
    this.tape = tape;
    this.tokens = tape.tokens;
  }

  /** Turns to a value of the document, which becomes the root, and stays it until the next turn. */
  turnTo(root: Node): void {
    this.renew();
    this.root = root;
  }

  /** The result of a function that is called while a value of the document is the root. */
  within<T>(root: Node, use: () => T): T {
    const { root: before, version } = this;
    if (root === before) return use();
    this.turnTo(root);
    const result = use();
    this.turnTo(before);
    this.version = version;
    return result;
  }

  /** To be called when the tape was written again. */
  renew(): void {
    this.version++;
    this.root = 0;
    this.bytes.renew();
    this.longest.forget();
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

  hasItems(node: Node): boolean {
    const kind = this.kind(node);
    return (kind === ARRAY || kind === OBJECT) && this.field(node, 3) > node + 1;
  }

  itemsMayHave(array: Node, key: string): boolean {
    if ((this.marksIn(array) & markOf(key)) === 0) return false;
    // The document itself is asked about many keys, and in a list of records most marks occur.
    return array !== this.root || this.itemKeys(array)?.has(key) !== false;
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

  /** The keys of all items of an array; undefined if one is an array, of any objects, or the tape is not in memory. */
  itemKeys(array: Node): ReadonlySet<string> | undefined {
    const { longest } = this;
    const items = this.items(array);
    if (this.tape.sections !== undefined || items.some((item) => this.isArray(item)))
      return undefined;
    const find = () => {
      const keys = new Set<string>();
      for (const item of items)
        for (let at = item + 1, stop = this.endOf(item); at < stop; at = this.endOf(at + 1))
          keys.add(this.text(at));
      return keys;
    };
    return array === longest.node ? longest.keys(find) : find();
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

  jsonChars(node: Node): number {
    return node < 0 ? 0 : jsonCharsOf(this, node);
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

  protected kind(node: Node): number {
    return node < 0 ? 0 : this.field(node, 0) & KIND_MASK;
  }

  /** The number of the word that a string or key is; 0 if it has none, and may be any. */
  word(node: Node): number {
    return node < 0 ? 0 : this.field(node, 0) >>> WORD_SHIFT;
  }

  /**
   * Visits the keys of the document that a filter does not rule out, in order, with the number of each key's
   * word (0 if it has none) and its object; those in the values `but` are left out. The value is the node after the
   * key.
   */
  eachKey(filter: KeyFilter, visit: VisitKey, but: readonly Node[] = NO_NODES): void {
    walkKeys(this, filter, { visit, but });
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
    // The length first: a long text with escapes takes long to decode.
    if (this.field(node, 3) !== text.length) return false;
    if (header !== STRING) return this.text(node) === text;
    return this.bytes.reads(this.field(node, 1) + 1, text);
  }
}
