import type { AnyKey, Key } from "./key.ts";

/** A value in a tree, by number; `NONE` for none. */
export type Node = number;

export const NONE: Node = -1;

/**
 * JSON values, independent of whether they are in bytes or in memory, and without an object for each: a value
 * is a number that only the tree understands.
 *
 * Readers of formats use this interface, so that one reader serves files and plain objects. Every method
 * accepts `NONE`, which is of no kind.
 */
export interface Tree {
  /** The value at the top of the tree. */
  readonly root: Node;
  isObject(node: Node): boolean;
  isArray(node: Node): boolean;
  isString(node: Node): boolean;
  isTrue(node: Node): boolean;
  isNumber(node: Node): boolean;
  /** Length of a string in UTF-16 units; 0 for anything else. */
  chars(node: Node): number;
  /** The value under `key` of an object: the last one, as for `JSON.parse`. Keys are ASCII. */
  get(node: Node, key: AnyKey): Node;
  /** The items of an array, or the values of an object, in order; empty for anything else. */
  items(node: Node): readonly Node[];
  /** Whether an array has items, or an object values. */
  hasItems(node: Node): boolean;
  /** False if certainly no item of an array has this key; cheap when repeated. */
  itemsMayHave(array: Node, key: string): boolean;
  /** The items of an array that have an array under a key; cheap when repeated. */
  itemsWithArray(array: Node, key: Key): readonly Node[];
  /** The keys of an object in order, duplicates included; empty for anything else. */
  keys(node: Node): readonly string[];
  /** Whether a string equals this word, which consists of letters, digits and underscores. */
  is(node: Node, word: AnyKey): boolean;
  /** Whether two strings are the same text. */
  same(node: Node, other: Node): boolean;
  /** The text of a string; the JSON of anything else; empty for `NONE`. */
  text(node: Node): string;
  /** The first `count` characters of `text`. */
  head(node: Node, count: number): string;
  /** A string's first (`count` > 0) or last (`count` < 0) characters: at least that many, if it has them. */
  excerpt(node: Node, count: number): string;
  /** Whether a string begins with an ASCII text. */
  startsWith(node: Node, text: string): boolean;
  /** Whether a string contains `part`, which consists of letters, digits and underscores. */
  includes(node: Node, part: string): boolean;
  /**
   * False if a string certainly does not begin (or end) with an ASCII character; `before` is the character
   * before the last. Cheap.
   */
  mayBeginWith(node: Node, code: number): boolean;
  mayEndWith(node: Node, code: number, before?: number): boolean;
  /** False if certainly no ASCII text `part` is in the first `count` characters of a string. Cheap. */
  mayInclude(node: Node, part: string, count: number): boolean;
  /** UTF-16 units of a value as JSON without white space, if that is cheap to compute. */
  jsonChars?(node: Node): number;
  /** The bytes between the quotes of a string; absent where values are no JSON. */
  raw?(node: Node): Uint8Array | undefined;
}

/** The value under `key` if it is a string. */
export function getString(tree: Tree, node: Node, key: AnyKey): Node {
  const value = tree.get(node, key);
  return tree.isString(value) ? value : NONE;
}

/** The items of an array; none of anything else. */
export function listOf(tree: Tree, node: Node): readonly Node[] {
  return tree.isArray(node) ? tree.items(node) : [];
}

/** The text under `key` if it is a string. */
export function getText(tree: Tree, node: Node, key: AnyKey): string | undefined {
  const value = tree.get(node, key);
  return tree.isString(value) ? tree.text(value) : undefined;
}
