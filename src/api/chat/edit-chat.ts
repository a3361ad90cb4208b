import { otherBlocks, type Slot } from "../../json/splice/slot-text.ts";
import type { Node } from "../../json/tree/tree.ts";
import type { ValueTree } from "../../json/tree/value-tree.ts";
import type { Condensation, Replacement } from "../../reduce/pipeline/reduction.ts";
import type { AnyMessage } from "./chat-types.ts";
import { asInstance, copyWith } from "./instances.ts";
import type { ChatTranscript } from "./read-chat.ts";
import { SHAPE_READERS } from "./shape-readers.ts";

/**
 * The messages with the edits carried out on copies. What is not edited is the same object; with no
 * edit at all the array itself comes back.
 */
export function editChat<M>(
  messages: readonly M[],
  chat: ChatTranscript,
  edits: {
    readonly replacements: Iterable<Replacement>;
    readonly condensation: Condensation | undefined;
  },
): readonly M[] {
  const { condensation } = edits;
  const result: M[] = [...messages];
  let isEdited = condensation !== undefined;

  for (const { part, text } of edits.replacements) {
    const slot = chat.slotOf(part);
    if (slot === undefined) continue;
    const [index, ...path] = chat.tree.path(slot.node);
    const change = replacing(chat.tree, slot, { text, images: chat.imagesOf(part) });
    result[Number(index)] = withValue(result[Number(index)], path, change) as M;
    isEdited = true;
  }
  if (!isEdited) return messages;
  if (condensation === undefined) return result;

  const dropped = new Set([...condensation.drop].map(chat.indexOf));
  const kept = (from: number, to?: number) =>
    result.slice(from, to).filter((_, index) => !dropped.has(index + from));
  if (condensation.summary === undefined) return kept(0);
  const place =
    condensation.before === undefined ? result.length : chat.indexOf(condensation.before);
  const summary = JSON.parse(
    SHAPE_READERS[chat.format].message?.(condensation.summary, JSON.stringify) ?? "null",
  ) as AnyMessage;
  return [...kept(0, place), asInstance(summary, messages) as M, ...kept(place)];
}

/** A function that copies a slot's value with another text. */
function replacing(
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
    for (const [index, block] of (blocks as readonly Record<string, unknown>[]).entries()) {
      if (others.has(index) || imageIndices.has(index)) continue;
      const isFirst: boolean = !isDone && typeof block[key] === "string";
      edited.push(isFirst ? { ...block, [key]: text } : block);
      isDone ||= isFirst;
    }
    return isDone ? edited : [{ ...(type && { type }), [key]: text }, ...edited];
  };
}

/** A copy of a value, and of all that holds it, in which what lies at `path` is another. */
function withValue(
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

/** Objects whose first string under one of the keys is another, and the rest of them empty. */
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
