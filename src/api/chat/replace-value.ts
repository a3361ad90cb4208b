import { otherBlocks, type Slot } from "../../json/splice/slot-text.ts";
import type { Node } from "../../json/tree/tree.ts";
import type { ValueTree } from "../../json/tree/value-tree.ts";
import { copyWith } from "./instances.ts";
import { valueIn } from "./value-in.ts";

/** The keys and indices from a value to one in it. */
export type Path = readonly (string | number)[];

/** A function that copies a slot's value with another text, without the blocks that are images. */
export function replacing(
  tree: ValueTree,
  slot: Slot,
  { text, images }: { readonly text: string; readonly images: readonly Node[] },
): (old: unknown) => unknown {
  const { shape } = slot;
  if (shape?.as === "object") return () => ({ [shape.key]: text });
  if (shape?.as === "json") return (json) => withKey(String(json), shape.key, text);
  if (shape?.as === "texts") return (items) => withTexts(items, shape.keys, text);
  if (shape?.as !== "blocks") return () => text;
  const others = new Set(otherBlocks(tree, slot.node, shape.key));
  for (const image of images) others.add(Number(tree.path(image).at(-1)));
  return (blocks) => withBlockText(blocks as readonly unknown[], text, { ...shape, others });
}

/** Puts a text into the first block of text, or a new one; blocks at the indices of `others` are removed. */
function withBlockText(
  blocks: readonly unknown[],
  text: string,
  {
    key,
    type,
    others,
  }: {
    readonly key: string;
    readonly type?: string | undefined;
    readonly others: ReadonlySet<number>;
  },
): readonly unknown[] {
  const left = blocks.filter((_, index) => !others.has(index));
  const at = left.findIndex(
    (block) => typeof block === "string" || typeof valueIn(block, key) === "string",
  );
  if (at < 0) return [{ ...(type && { type }), [key]: text }, ...left];
  const block = left[at];
  return left.with(at, typeof block === "string" ? text : { ...(block as object), [key]: text });
}

/** Removes a value. */
export const removed = (): undefined => undefined;

/** A copy of a value, and of all objects around it, with another value at `path`, or without an array's item there. */
export function withValue(
  value: unknown,
  [key, ...rest]: Path,
  change: (old: unknown) => unknown,
): unknown {
  if (key === undefined) return change(value);
  if (Array.isArray(value)) {
    const item = withValue(value[Number(key)], rest, change);
    return item === undefined ? value.toSpliced(Number(key), 1) : value.with(Number(key), item);
  }
  const record = value as Record<string | number, unknown>;
  return copyWith(record, String(key), withValue(record[key], rest, change));
}

/** JSON text of an object with another text under a key. */
function withKey(json: string, key: string, text: string): string {
  return JSON.stringify({ ...(JSON.parse(json) as object), [key]: text });
}

/** Replaces the first string under one of the keys by another, and empties the rest. */
function withTexts(items: unknown, keys: readonly string[], text: string): unknown {
  let left = text;
  return (items as readonly Record<string, unknown>[]).map((item) => {
    const copy = { ...item };
    for (const key of keys.filter((each) => typeof copy[each] === "string")) {
      copy[key] = left;
      left = "";
    }
    return copy;
  });
}
