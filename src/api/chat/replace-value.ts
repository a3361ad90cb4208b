import { otherBlocks, type Slot } from "../../json/splice/slot-text.ts";
import type { Node } from "../../json/tree/tree.ts";
import type { ValueTree } from "../../json/tree/value-tree.ts";
import { copyWith } from "./instances.ts";
import { valueIn } from "./value-in.ts";

/** A function that copies a slot's value with another text. */
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
  const { key, type } = shape;
  const others = new Set(otherBlocks(tree, slot.node, key));
  const imageIndices = new Set(images.map((node) => Number(tree.path(node).at(-1))));
  return (blocks) => {
    let isDone = false;
    const edited: unknown[] = [];
    for (const [index, block] of (blocks as readonly unknown[]).entries()) {
      if (others.has(index) || imageIndices.has(index)) continue;
      const isBare = typeof block === "string";
      const isFirst: boolean = !isDone && (isBare || typeof valueIn(block, key) === "string");
      edited.push(isFirst ? (isBare ? text : { ...(block as object), [key]: text }) : block);
      isDone ||= isFirst;
    }
    return isDone ? edited : [{ ...(type && { type }), [key]: text }, ...edited];
  };
}

/** A copy of a value, and of all objects around it, with another value at `path`. */
export function withValue(
  value: unknown,
  [key, ...rest]: readonly (string | number)[],
  change: (old: unknown) => unknown,
): unknown {
  if (key === undefined) return change(value);
  if (Array.isArray(value))
    return value.with(Number(key), withValue(value[Number(key)], rest, change));
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
