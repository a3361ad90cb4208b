import { FORMATS } from "../formats/index.ts";
import { otherBlocks, type Slot } from "../json/slot.ts";
import type { ValueNode } from "../json/value-node.ts";
import type { Edit } from "../reduce/reduction.ts";
import type { ChatTranscript } from "./read-chat.ts";

/**
 * The messages with the edits carried out on copies. What is not edited is the same object; with no
 * edit at all the array itself comes back.
 */
export function editChat<M>(
  messages: readonly M[],
  chat: ChatTranscript,
  edits: Iterable<Edit>,
): readonly M[] {
  const result: M[] = [...messages];
  let condense: Extract<Edit, { kind: "condense" }> | undefined;
  let isEdited = false;

  for (const edit of edits) {
    isEdited = true;
    if (edit.kind === "condense") condense = edit;
    else {
      const slot = chat.slotOf(edit.part);
      if (slot === undefined) continue;
      const index = Number(slot.node.path[0]);
      result[index] = withText(result[index], slot, edit.text) as M;
    }
  }
  if (!isEdited) return messages;
  if (condense === undefined) return result;

  const dropped = new Set(condense.drop.map(chat.indexOf));
  const kept = (from: number, to?: number) =>
    result.slice(from, to).filter((_, index) => !dropped.has(index + from));
  if (condense.summary === undefined) return kept(0);
  const place = condense.before === undefined ? result.length : chat.indexOf(condense.before);
  const summary = JSON.parse(FORMATS[chat.format].message(condense.summary, JSON.stringify)) as M;
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
