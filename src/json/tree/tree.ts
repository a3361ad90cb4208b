import type { AnyKey, Key } from "./key.ts";

/** A value in a tree, by number; `NONE` where there is none. */
export type Node = number;

export const NONE: Node = -1;

/**
 * JSON values, looked at without knowing whether they lie in bytes or in memory, and without making
 * an object for each: a value is a number that the tree knows what to do with.
 *
 * Readers of formats are written against this, so that one reader serves files and plain objects.
 * Everything may be asked of `NONE`, which is nothing of any kind.
 */
export interface Tree {
  /** The value that it is a tree of. */
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
  /** The items of an array, or the values of an object in order; else none. */
  items(node: Node): readonly Node[];
  /** False where certainly no item of an array has this key; cheap to ask again. */
  itemsMayHave(array: Node, key: string): boolean;
  /** The items of an array that have an array under a key; cheap to ask again. */
  itemsWithArray(array: Node, key: Key): readonly Node[];
  /** The keys of an object in order, duplicates included; else none. */
  keys(node: Node): readonly string[];
  /** Whether a string is this word, which is made of letters, digits and underscores. */
  is(node: Node, word: AnyKey): boolean;
  /** The text of a string; the JSON text of anything else; nothing for `NONE`. */
  text(node: Node): string;
  /** The first `count` characters of what `text` gives. */
  head(node: Node, count: number): string;
  /** A string's first (`count` > 0) or last (`count` < 0) characters: at least that many if it has them. */
  excerpt(node: Node, count: number): string;
  /** Whether a string holds `part`, which is made of letters, digits and underscores. */
  includes(node: Node, part: string): boolean;
  /**
   * False where a string is certain not to begin (or end) with an ASCII character, or with that and
   * one before it; cheap.
   */
  mayBeginWith(node: Node, code: number): boolean;
  mayEndWith(node: Node, code: number, before?: number): boolean;
  /** UTF-16 units of a value as JSON without white space, where that is cheap to know. */
  jsonChars?(node: Node): number;
}

/** The value under `key` if it is a string. */
export function getString(tree: Tree, node: Node, key: AnyKey): Node {
  const value = tree.get(node, key);
  return tree.isString(value) ? value : NONE;
}

/** The text under `key` if it is a string. */
export function getText(tree: Tree, node: Node, key: AnyKey): string | undefined {
  const value = tree.get(node, key);
  return tree.isString(value) ? tree.text(value) : undefined;
}
