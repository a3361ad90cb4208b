import { TapeTree } from "../tape/tape-tree.ts";
import type { Shape } from "../tree/shape.ts";
import { NONE, type Node, type Tree } from "../tree/tree.ts";
import { editItems } from "./array-items.ts";
import { type Encoding, encodeString } from "./encode.ts";
import { type OpenedString, openString } from "./open-string.ts";
import { type Splice, sortSplices } from "./splice.ts";

/** Where a format keeps a text: a value, and how the text lies in it. */
export interface Slot {
  readonly node: Node;
  readonly shape: Shape | undefined;
}

/** UTF-16 units of what the model sees of a slot. */
export function slotChars(tree: Tree, { node, shape }: Slot): number {
  switch (shape?.as) {
    case undefined:
    case "json":
      return tree.chars(node);
    case "blocks": {
      let chars = 0;
      for (const block of tree.items(node)) chars += tree.chars(tree.get(block, shape.key));
      return chars;
    }
    case "texts":
      return textsIn(tree, node, shape.keys).reduce((sum, text) => sum + tree.chars(text), 0);
    case "within":
      return shape.isSealed ? 0 : tree.chars(node);
    default:
      // What another value is replaced by is a string, all of it text.
      return tree.isString(node) ? tree.chars(node) : jsonChars(tree, node);
  }
}

/** The text of a slot that is JSON in a string, opened: the string that it is in there. */
export interface TextInside {
  readonly opened: OpenedString;
  readonly node: Node;
}

/** Opens the string of a slot that holds its text as JSON; undefined for any other slot. */
export function openText(tree: Tree, { node, shape }: Slot): TextInside | undefined {
  if (shape?.as !== "json" || !(tree instanceof TapeTree)) return undefined;
  const opened = openString(tree, node);
  if (!("tree" in opened)) return undefined;
  const text = opened.tree.get(opened.tree.root, shape.key);
  return text === NONE ? undefined : { opened, node: text };
}

/** The JSON around such a text, and the length of the text itself. */
export function frameOf(tree: Tree, slot: Slot, { opened, node }: TextInside): Frame {
  const inner = opened.tree;
  const raw = inner.subarray(inner.start(node) + 1, inner.end(node) - 1).toString("utf8").length;
  return { chars: tree.chars(slot.node) - raw, textChars: inner.chars(node) };
}

/** The JSON around a text within a string, and the length of the text itself. */
export interface Frame {
  readonly chars: number;
  readonly textChars: number;
}

/** The one string that a slot's text lies in, and that alone is replaced with it; else `NONE`. */
export function slotString(tree: Tree, { node, shape }: Slot): Node {
  if (shape === undefined) return node;
  if (shape.as === "within") return shape.isSealed ? NONE : node;
  if (shape.as !== "blocks") return NONE;
  let found: Node = NONE;
  for (const block of tree.items(node)) {
    const text = tree.get(block, shape.key);
    if (!tree.isString(text)) continue;
    if (found !== NONE) return NONE;
    found = text;
  }
  return found;
}

export function slotText(tree: Tree, slot: Slot): string {
  const { node, shape } = slot;
  switch (shape?.as) {
    case "blocks":
      return strings(tree, node, shape.key)
        .map((text) => tree.text(text))
        .join("");
    case "texts":
      return textsIn(tree, node, shape.keys)
        .map((text) => tree.text(text))
        .join("");
    case "json":
      return textInside(tree, node, shape.key) ?? tree.text(node);
    case "within":
      return shape.isSealed ? "" : tree.text(node);
    default:
      return tree.text(node);
  }
}

/** The first (`count` > 0) or last (`count` < 0) characters of a slot's text, or more. */
export function slotExcerpt(tree: Tree, slot: Slot, count: number): string {
  const only = slotString(tree, slot);
  return only === NONE ? slotText(tree, slot) : tree.excerpt(only, count);
}

export function slotIncludes(tree: Tree, slot: Slot, literal: string): boolean {
  const only = slotString(tree, slot);
  return only === NONE ? slotText(tree, slot).includes(literal) : tree.includes(only, literal);
}

/** As a tree's `mayBeginWith` and `mayEndWith`, of a slot's text. */
export function slotMayBeginWith(tree: Tree, slot: Slot, code: number): boolean {
  const only = slotString(tree, slot);
  return only === NONE || tree.mayBeginWith(only, code);
}

export function slotMayEndWith(tree: Tree, slot: Slot, code: number, before?: number): boolean {
  const only = slotString(tree, slot);
  return only === NONE || tree.mayEndWith(only, code, before);
}

/**
 * The splices that put another text into a slot; every other byte stays. `images` are blocks of an
 * array of blocks that go with the text that is replaced.
 */
export function replaceSlot(
  tree: TapeTree,
  slot: Slot,
  text: string,
  { ascii, images = [] }: Encoding & { readonly images?: readonly Node[] },
): Splice[] {
  const { node, shape } = slot;
  const json = encodeString(text, { ascii });
  switch (shape?.as) {
    case undefined:
    case "value":
      return [{ start: tree.start(node), end: tree.end(node), text: json }];
    case "object":
      return [{ start: tree.start(node), end: tree.end(node), text: `{"${shape.key}":${json}}` }];
    case "json":
      return replaceInside(tree, slot, text, { ascii });
    case "block":
      return [{ start: tree.start(node), end: tree.end(node), text: blockOf(shape, json) }];
    case "blocks":
      return replaceBlocks(tree, node, { shape, json, images });
    case "texts":
      return sortSplices(
        textsIn(tree, node, shape.keys).map((inner, index) => ({
          start: tree.start(inner),
          end: tree.end(inner),
          text: index === 0 ? json : '""',
        })),
      );
    case "item":
    case "within":
      return [];
    default:
      return shape satisfies never;
  }
}

function replaceBlocks(
  tree: TapeTree,
  array: Node,
  given: {
    readonly shape: Shape & { as: "blocks" };
    readonly json: string;
    readonly images: readonly Node[];
  },
): Splice[] {
  const { shape, json } = given;
  const blocks = tree.items(array);
  const first = strings(tree, array, shape.key)[0];
  const images = new Set(given.images);
  const keptImage = first === undefined ? blocks.find((block) => images.has(block)) : undefined;
  const place = first ?? keptImage;
  if (place === undefined) return [];

  const remove = new Set(otherBlocks(tree, array, shape.key));
  blocks.forEach((block, index) => {
    const isKept =
      block === keptImage || (first !== undefined && tree.get(block, shape.key) === first);
    if (images.has(block) && !isKept) remove.add(index);
  });
  const block = first === undefined ? blockOf(shape, json) : json;
  const splice = { start: tree.start(place), end: tree.end(place), text: block };
  return sortSplices([splice, ...editItems(tree, array, { remove, insert: [] })]);
}

function blockOf({ type, key }: { type?: string; key: string }, json: string): string {
  return `{${type === undefined ? "" : `"type":"${type}",`}"${key}":${json}}`;
}

/** Indices of the blocks that hold text, but for the first. */
export function otherBlocks(tree: Tree, array: Node, key: string): number[] {
  const indices = tree
    .items(array)
    .flatMap((block, index) => (tree.isString(tree.get(block, key)) ? [index] : []));
  return indices.slice(1);
}

/** The strings that blocks have under a key. */
function strings(tree: Tree, array: Node, key: string): readonly Node[] {
  return tree
    .items(array)
    .map((block) => tree.get(block, key))
    .filter((text) => tree.isString(text));
}

/** The strings that the objects of an array have under any of these keys, in the order of the keys. */
function textsIn(tree: Tree, array: Node, keys: readonly string[]): readonly Node[] {
  return tree
    .items(array)
    .flatMap((item) => keys.map((key) => tree.get(item, key)))
    .filter((text) => tree.isString(text));
}

function replaceInside(tree: TapeTree, slot: Slot, text: string, encoding: Encoding): Splice[] {
  const inside = openText(tree, slot);
  if (inside === undefined) return [];
  const [start, end] = [inside.opened.tree.start(inside.node), inside.opened.tree.end(inside.node)];
  const json = encodeString(text, { ascii: false });
  return inside.opened.outer([{ start, end, text: json }], encoding);
}

/** The string under a key of the object that a string holds as JSON. */
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
  if (tree instanceof TapeTree) return tree.jsonChars(node);
  let chars = 0;
  const left: Node[] = [node]; // And no recursion: values can be nested deeper than calls.
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
