import { FORMATS } from "../formats/index.ts";
import { otherBlocks, type Slot } from "../json/slot.ts";
import type { ValueTree } from "../json/value-tree.ts";
import type { Condensation, Replacement } from "../reduce/reduction.ts";
import type { ChatTranscript } from "./read-chat.ts";

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
    const change = replacing(chat.tree, slot, text);
    result[Number(index)] = withValue(result[Number(index)], path, change) as M;
    isEdited = true;
  }
  if (!isEdited) return messages;
  if (condensation === undefined) return result;

  const dropped = new Set(condensation.drop.map(chat.indexOf));
  const kept = (from: number, to?: number) =>
    result.slice(from, to).filter((_, index) => !dropped.has(index + from));
  if (condensation.summary === undefined) return kept(0);
  const place =
    condensation.before === undefined ? result.length : chat.indexOf(condensation.before);
  const summary = JSON.parse(
    FORMATS[chat.format].message(condensation.summary, JSON.stringify),
  ) as M;
  return [...kept(0, place), summary, ...kept(place)];
}

/** What makes of a slot's value the same with another text. */
function replacing(tree: ValueTree, slot: Slot, text: string): (old: unknown) => unknown {
  const { key } = slot;
  if (key === undefined) return () => text;
  const others = new Set(otherBlocks(tree, slot));
  return (blocks) => {
    let isFirst = true;
    return (blocks as readonly Record<string, unknown>[])
      .filter((_, index) => !others.has(index))
      .map((block) => {
        if (!isFirst || typeof block[key] !== "string") return block;
        isFirst = false;
        return { ...block, [key]: text };
      });
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
  const record = value as Record<string, unknown>;
  return { ...record, [key]: withValue(record[key], rest, change) };
}
