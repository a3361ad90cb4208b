import { STEP } from "../../../json/tape/learned-steps.ts";
import { ARRAY, KIND_MASK, NUMBER, OBJECT, STRING, TRUE } from "../../../json/tape/tape.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import { type AnyKey, type Key, textOfKey } from "../../../json/tree/key.ts";
import { NONE, type Node, type Tree } from "../../../json/tree/tree.ts";
import type { LinePath } from "./line-path.ts";

/**
 * A line, as a format's reader sees it while it is learned: whatever the reader asks is a step of the path. Once the
 * line cannot be learned, questions are only answered.
 */
export class AskedTree implements Tree {
  readonly root: Node;
  private readonly tree: TapeTree;
  private readonly path: LinePath;
  private readonly numberOf: (text: string) => number;
  private readonly kinds = new Set<Node>();
  /** The strings whose texts were asked for. */
  private readonly texts = new Set<Node>();
  private readonly lists = new Set<Node>();
  private readonly values = new Map<string, Node>();
  /** The arrays whose items are read by themselves. */
  readonly hidden: Set<Node> = new Set();
  /** The keys of the line, or of the message, that were asked for. */
  readonly ownKeys: Set<string> = new Set();

  /** `numberOf` gives a text its number in the kernel. */
  constructor(tree: TapeTree, path: LinePath, numberOf: (text: string) => number) {
    this.tree = tree;
    this.root = tree.root;
    this.path = path;
    this.numberOf = numberOf;
  }

  isObject(node: Node): boolean {
    return this.kindOf(node) === OBJECT;
  }

  isArray(node: Node): boolean {
    return this.kindOf(node) === ARRAY;
  }

  isString(node: Node): boolean {
    return this.kindOf(node) === STRING;
  }

  isTrue(node: Node): boolean {
    return this.kindOf(node) === TRUE;
  }

  isNumber(node: Node): boolean {
    return this.kindOf(node) === NUMBER;
  }

  private kindOf(node: Node): number {
    if (node === NONE) return 0;
    const kind = this.tree.field(node, 0) & KIND_MASK;
    if (!this.path.isWhole || this.kinds.has(node)) return kind;
    this.path.add(STEP.kind, this.path.placeOf(node), kind);
    this.kinds.add(node);
    return kind;
  }

  chars(node: Node): number {
    const chars = this.tree.chars(node);
    if (!this.isString(node) || this.texts.has(node)) return chars;
    if (chars === 0) this.askText(node);
    else this.path.isWhole = false;
    return chars;
  }

  get(node: Node, key: AnyKey): Node {
    if (!this.isObject(node)) return NONE;
    const { path } = this;
    if (!path.isWhole) return this.tree.get(node, key);
    const text = textOfKey(key);
    if (node === this.root) this.ownKeys.add(text);
    const asked = `${node} ${text}`;
    const known = this.values.get(asked);
    if (known !== undefined) return known;
    const value = this.tree.get(node, key);
    const place = value === NONE ? -1 : path.addValue(node, value);
    path.add(STEP.key, path.placeOf(node), this.textNumber(text), place);
    this.values.set(asked, value);
    return value;
  }

  /** Hides the items of an array. */
  leave(array: Node): void {
    this.hidden.add(array);
  }

  /** The string asked for last with a text. */
  nodeOf(text: string): Node {
    return [...this.texts].findLast((node) => this.tree.text(node) === text) ?? NONE;
  }

  items(node: Node): readonly Node[] {
    if (this.hidden.has(node)) return [];
    const items = this.tree.items(node);
    const { path } = this;
    if (!path.isWhole || this.lists.has(node)) return items;
    if (!this.isArray(node) && !this.isObject(node)) return items;
    this.lists.add(node);
    path.add(STEP.count, path.placeOf(node), items.length, path.addPlaces(items));
    return items;
  }

  hasItems(node: Node): boolean {
    const isList = !this.hidden.has(node) && (this.isArray(node) || this.isObject(node));
    if (!isList) return false;
    const { path } = this;
    const has = this.tree.hasItems(node);
    if (path.isWhole && !this.lists.has(node)) path.add(STEP.has, path.placeOf(node), Number(has));
    return has;
  }

  itemsMayHave(): boolean {
    return true;
  }

  itemsWithArray(array: Node, key: Key): readonly Node[] {
    return this.items(array).filter((item) => this.isArray(this.get(item, key)));
  }

  /** Asks for each key, whose value is the item at its place; of keys that are the same, only one is asked for. */
  keys(node: Node): readonly string[] {
    const keys = this.tree.keys(node);
    const areWords = keys.every((key) => key.length <= LONGEST_TEXT && ASCII.test(key));
    if (!areWords || new Set(keys).size < keys.length) this.path.isWhole = false;
    this.items(node);
    for (const key of keys) this.get(node, key);
    return keys;
  }

  is(node: Node, word: AnyKey): boolean {
    if (!this.isString(node)) return false;
    const is = this.tree.is(node, word);
    if (!this.path.isWhole || this.texts.has(node)) return is;
    // Types and roles are compared with one word after another; of any text, whether it is empty.
    const isWord = textOfKey(word) !== "";
    if (is || (isWord && WORD.test(this.tree.head(node, LONGEST_WORD + 1)))) this.askText(node);
    else this.path.add(STEP.isNot, this.path.placeOf(node), this.textNumber(textOfKey(word)));
    return is;
  }

  same(node: Node, other: Node): boolean {
    if (!this.isString(node) || !this.isString(other)) return false;
    const { path } = this;
    const is = this.tree.same(node, other);
    path.add(STEP.same, path.placeOf(node), path.placeOf(other), Number(is));
    return is;
  }

  text(node: Node): string {
    this.askText(node);
    return this.tree.text(node);
  }

  /** Adds the step of a text that the reader decides by. */
  private askText(node: Node): void {
    const { path } = this;
    const kind = this.kindOf(node);
    if (kind === ARRAY || kind === OBJECT) path.isWhole = false;
    if ((kind !== STRING && kind !== NUMBER) || !path.isWhole || this.texts.has(node)) return;
    this.texts.add(node);
    const text = this.tree.head(node, LONGEST_TEXT + 1);
    if (text.length > LONGEST_TEXT || !ASCII.test(text)) path.isWhole = false;
    else path.add(STEP.is, path.placeOf(node), this.textNumber(text));
  }

  head(node: Node, count: number): string {
    this.askText(node);
    return this.tree.head(node, count);
  }

  excerpt(node: Node, count: number): string {
    this.askText(node);
    return this.tree.excerpt(node, count);
  }

  includes(node: Node, part: string): boolean {
    this.askText(node);
    return this.tree.includes(node, part);
  }

  startsWith(node: Node, text: string): boolean {
    return this.begins(node, text, this.tree.startsWith(node, text));
  }

  mayBeginWith(node: Node, code: number): boolean {
    return this.begins(node, String.fromCharCode(code), this.tree.mayBeginWith(node, code));
  }

  private begins(node: Node, text: string, begins: boolean): boolean {
    if (!this.isString(node)) return false;
    const { path } = this;
    if (path.isWhole && !this.texts.has(node))
      path.add(STEP.begins, path.placeOf(node), this.textNumber(text), Number(begins));
    return begins;
  }

  mayInclude(node: Node, part: string, count: number): boolean {
    if (!this.isString(node)) return false;
    const { path } = this;
    const may = this.tree.mayInclude(node, part, count);
    if (path.isWhole && !this.texts.has(node))
      path.add(
        ...([STEP.mayHold, path.placeOf(node), this.textNumber(part)] as const),
        ...[count, Number(may)],
      );
    return may;
  }

  mayEndWith(node: Node, code: number, before?: number): boolean {
    this.askText(node);
    return this.tree.mayEndWith(node, code, before);
  }

  jsonChars(node: Node): number {
    this.path.isWhole = false;
    return this.tree.jsonChars(node);
  }

  private textNumber(text: string): number {
    const number = this.numberOf(text);
    if (number <= 0) this.path.isWhole = false;
    return number;
  }
}

/** The most chars of a text that a reader may decide by, and of a word. */
const LONGEST_TEXT = 80;
const LONGEST_WORD = 48;
const WORD = new RegExp(`^[\\w.:/-]{0,${LONGEST_WORD}}$`);
const ASCII = /^[ -~]*$/;
