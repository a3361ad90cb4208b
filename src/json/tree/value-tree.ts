import { ElisionError } from "../../base/errors.ts";
import { isRecord } from "../../base/json-value.ts";
import { type AnyKey, type Key, textOfKey } from "./key.ts";
import { pathText } from "./path-text.ts";
import { NONE, type Node, type Tree } from "./tree.ts";
import { isOpaque, jsonOf, valueChars } from "./value-chars.ts";

/**
 * JavaScript values as a tree. Each value that is visited gets a number, and its path is kept.
 *
 * Values that `JSON.stringify` leaves out (undefined, functions, symbols) are absent. Binary data, dates and
 * URLs have no keys: they count as the string that JSON has for them.
 */
export class ValueTree implements Tree {
  readonly root: Node = 0;
  private readonly values: unknown[];
  private readonly parents: Node[] = [NONE];
  private readonly names: (string | number)[] = [""];
  /** The items of the root, which are asked for again and again. */
  private messages: readonly Node[] | undefined;

  constructor(root: unknown) {
    this.values = [root];
  }

  /** The keys and indices from the root to a value. */
  path(node: Node): (string | number)[] {
    const path: (string | number)[] = [];
    for (let at = node; at > 0; at = this.parents[at] ?? 0) path.push(this.names[at] ?? "");
    return path.reverse();
  }

  isObject(node: Node): boolean {
    const value = this.values[node];
    return isRecord(value) && !isOpaque(value);
  }

  isArray(node: Node): boolean {
    return Array.isArray(this.values[node]);
  }

  isString(node: Node): boolean {
    return typeof this.values[node] === "string";
  }

  isTrue(node: Node): boolean {
    return this.values[node] === true;
  }

  isNumber(node: Node): boolean {
    return typeof this.values[node] === "number";
  }

  chars(node: Node): number {
    const value = this.values[node];
    return typeof value === "string" ? value.length : 0;
  }

  get(node: Node, given: AnyKey): Node {
    if (!this.isObject(node)) return NONE;
    const key = textOfKey(given);
    const object = this.values[node] as Record<string, unknown>;
    const value = Object.hasOwn(object, key) ? object[key] : undefined;
    return value === undefined ? NONE : this.add(value, node, key);
  }

  items(node: Node): readonly Node[] {
    if (node !== this.root) return this.itemsOf(node);
    this.messages ??= this.itemsOf(node);
    return this.messages;
  }

  private itemsOf(node: Node): readonly Node[] {
    const value = this.values[node];
    if (Array.isArray(value)) return value.map((item, index) => this.add(item, node, index));
    return this.keys(node).map((key) => this.get(node, key));
  }

  hasItems(node: Node): boolean {
    return this.items(node).length > 0;
  }

  itemsMayHave(): boolean {
    return true;
  }

  itemsWithArray(array: Node, key: Key): readonly Node[] {
    return this.items(array).filter((item) => this.isArray(this.get(item, key)));
  }

  keys(node: Node): readonly string[] {
    const value = this.values[node] as Record<string, unknown>;
    return this.isObject(node) ? Object.keys(value).filter((key) => value[key] !== undefined) : [];
  }

  is(node: Node, word: AnyKey): boolean {
    return this.values[node] === textOfKey(word);
  }

  text(node: Node): string {
    if (node < 0) return "";
    const value = this.values[node];
    return typeof value === "string" ? value : this.asJson(node, jsonOf);
  }

  jsonChars(node: Node): number {
    return node < 0 ? 0 : this.asJson(node, valueChars);
  }

  head(node: Node, count: number): string {
    return this.text(node).slice(0, count);
  }

  same(node: Node, other: Node): boolean {
    return this.isString(node) && this.values[node] === this.values[other];
  }

  startsWith(node: Node, text: string): boolean {
    return this.isString(node) && this.head(node, text.length) === text;
  }

  excerpt(node: Node, count: number): string {
    return count < 0 ? this.text(node).slice(count) : this.head(node, count);
  }

  includes(node: Node, part: string): boolean {
    return this.isString(node) && this.text(node).includes(part);
  }

  mayBeginWith(node: Node, code: number): boolean {
    return this.isString(node) && this.text(node).charCodeAt(0) === code;
  }

  mayInclude(node: Node, part: string, count: number): boolean {
    return this.head(node, count).includes(part);
  }

  mayEndWith(node: Node, code: number, before?: number): boolean {
    const text = this.isString(node) ? this.text(node) : "";
    if (text.charCodeAt(text.length - 1) !== code) return false;
    return before === undefined || text.charCodeAt(text.length - 2) === before;
  }

  /** The value itself. */
  value(node: Node): unknown {
    return this.values[node];
  }

  /** Applies `ask` to a value as JSON; an error names the message at fault. */
  private asJson<T>(node: Node, ask: (value: unknown) => T): T {
    try {
      return ask(this.values[node]);
    } catch (cause) {
      const [message, ...path] = this.path(node);
      const why = cause instanceof Error ? ` (${cause.message.split("\n")[0]})` : "";
      throw new ElisionError(
        "unknown-shape",
        `message ${Number(message) + 1}: a value that JSON cannot hold in ${pathText(path)}${why}`,
        { hint: "no provider takes it: put in a text, or plain values", cause },
      );
    }
  }

  private add(value: unknown, parent: Node, name: string | number): Node {
    this.parents.push(parent);
    this.names.push(name);
    return this.values.push(value) - 1;
  }
}
