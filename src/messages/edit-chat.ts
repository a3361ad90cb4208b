import { FORMATS } from "../formats/index.ts";
import { otherBlocks, type Slot } from "../json/slot.ts";
import type { ValueNode } from "../json/value-node.ts";
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
    const index = Number(slot.node.path[0]);
    result[index] = withText(result[index], slot, text) as M;
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

/** A copy of a message in which a slot holds another text. */
function withText(message: unknown, slot: Slot<ValueNode>, text: string): unknown {
  const path = slot.node.path.slice(1);
  if (slot.as === "string") return withValue(message, path, () => text);
  const others = new Set(otherBlocks(slot));
  return withValue(message, path, (blocks) => {
    let isFirst = true;
    return (blocks as readonly Record<string, unknown>[])
      .filter((_, index) => !others.has(index))
      .map((block) => {
        if (!isFirst || typeof block[slot.key] !== "string") return block;
        isFirst = false;
        return { ...block, [slot.key]: text };
      });
  });
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
