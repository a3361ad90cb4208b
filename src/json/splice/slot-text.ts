import type { Shape } from "../tree/shape.ts";
import { NONE, type Node, type Tree } from "../tree/tree.ts";

/** The place of a text: a value, and how the text is stored in it. */
export interface Slot {
  readonly node: Node;
  readonly shape: Shape | undefined;
}

/** UTF-16 units of the text of a slot. */
export function slotChars(tree: Tree, slot: Slot): number {
  const { node, shape } = slot;
  if (shape === undefined || shape.as === "json") return tree.chars(node);
  const texts = textsOf(tree, slot);
  if (texts !== undefined) return texts.reduce((sum, text) => sum + tree.chars(text), 0);
  return "isSealed" in shape && shape.isSealed ? 0 : valueChars(tree, node);
}

/** The strings that together are the text of a slot, if it may have several. */
function textsOf(tree: Tree, { node, shape }: Slot): readonly Node[] | undefined {
  if (shape?.as === "blocks") return strings(tree, node, shape.key);
  return shape?.as === "texts" ? textsIn(tree, node, shape.keys) : undefined;
}

/** Any other value is replaced by a string, so its JSON counts as text. */
function valueChars(tree: Tree, node: Node): number {
  return tree.isString(node) ? tree.chars(node) : jsonChars(tree, node);
}

/** The only string that contains the slot's text, and that an edit replaces; else `NONE`. */
export function slotString(tree: Tree, { node, shape }: Slot): Node {
  if (shape === undefined) return node;
  if (shape.as === "within") return shape.isSealed ? NONE : node;
  if (shape.as !== "blocks") return NONE;
  const [only = NONE, second] = strings(tree, node, shape.key);
  return second === undefined ? only : NONE;
}

export function slotText(tree: Tree, slot: Slot): string {
  const { node, shape } = slot;
  const texts = textsOf(tree, slot);
  if (texts !== undefined) return texts.map((text) => tree.text(text)).join("");
  if (shape?.as === "json") return textInside(tree, node, shape.key) ?? tree.text(node);
  return shape !== undefined && "isSealed" in shape && shape.isSealed ? "" : tree.text(node);
}

/** The first (`count` > 0) or last (`count` < 0) characters of a slot's text, or a few more. */
export function slotExcerpt(tree: Tree, slot: Slot, count: number): string {
  const only = slotString(tree, slot);
  return only === NONE ? slotText(tree, slot) : tree.excerpt(only, count);
}

export function slotIncludes(tree: Tree, slot: Slot, literal: string): boolean {
  const only = slotString(tree, slot);
  return only === NONE ? slotText(tree, slot).includes(literal) : tree.includes(only, literal);
}

/** Like a tree's `mayBeginWith` and `mayEndWith`, for the text of a slot. */
export function slotMayBeginWith(tree: Tree, slot: Slot, code: number): boolean {
  const only = slotString(tree, slot);
  return only === NONE || tree.mayBeginWith(only, code);
}

export function slotMayEndWith(tree: Tree, slot: Slot, code: number, before?: number): boolean {
  const only = slotString(tree, slot);
  return only === NONE || tree.mayEndWith(only, code, before);
}

/**
 * The text of a block: the block itself if it is a string, the value under `key`, or the text of an embedded
 * file, as in MCP: `{"type":"resource","resource":{"uri":…,"text":…}}`, or of a document, as in Anthropic's API. `NONE`
 * or no string if there is none.
 */
export function blockText(tree: Tree, block: Node, key: string): Node {
  if (tree.isString(block)) return block;
  const text = tree.get(block, key);
  if (text !== NONE) return text;
  if (isTextDocument(tree, block)) return tree.get(tree.get(block, "source"), "data");
  return tree.get(tree.get(block, "resource"), "text");
}

/** Whether a block has `{"type":"text","media_type":…,"data":…}` as its source: a document that is no file. */
export function isTextDocument(tree: Tree, block: Node): boolean {
  return tree.is(tree.get(tree.get(block, "source"), "type"), "text");
}

/** Indices of the blocks with text, except the first. */
export function otherBlocks(tree: Tree, array: Node, key: string): number[] {
  const indices = tree
    .items(array)
    .flatMap((block, index) => (tree.isString(blockText(tree, block, key)) ? [index] : []));
  return indices.slice(1);
}

/** The strings under a key of blocks. */
export function strings(tree: Tree, array: Node, key: string): readonly Node[] {
  return tree
    .items(array)
    .map((block) => blockText(tree, block, key))
    .filter((text) => tree.isString(text));
}

/** The strings in a value, reached through arrays and these keys of objects, in order. */
export function textsIn(tree: Tree, node: Node, keys: readonly string[]): readonly Node[] {
  const found: Node[] = [];
  const left: Node[] = [node]; // The last first.
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    if (tree.isString(at)) found.push(at);
    const below = tree.isObject(at) ? keys.map((key) => tree.get(at, key)) : tree.items(at);
    for (const each of below) left.push(each);
  }
  return found.reverse();
}

/** The string under a key of the object that a string contains as JSON. */
function textInside(tree: Tree, node: Node, key: string): string | undefined {
  try {
    const value = (JSON.parse(tree.text(node)) as Record<string, unknown>)[key];
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}

/** UTF-16 units of a value as JSON without white space, each string as long as its text. */
export function jsonChars(tree: Tree, node: Node): number {
  const known = tree.jsonChars?.(node);
  if (known !== undefined) return known;
  let chars = 0;
  const left: Node[] = [node]; // No recursion: values can be nested deeper than the call stack allows.
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    const isObject = tree.isObject(at);
    if (tree.isString(at)) chars += tree.chars(at) + 2;
    else if (!isObject && !tree.isArray(at)) chars += tree.text(at).length;
    else {
      const items = tree.items(at);
      chars += 2 + Math.max(0, items.length - 1);
      for (const item of items) left.push(item);
      if (isObject) for (const key of tree.keys(at)) chars += key.length + 3;
    }
  }
  return chars;
}
