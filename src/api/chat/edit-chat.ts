import type { Condensation, Replacement } from "../../reduce/pipeline/reduction.ts";
import type { AnyMessage } from "./chat-types.ts";
import { asInstance } from "./instances.ts";
import type { ChatTranscript } from "./read-chat.ts";
import { type Path, removed, replacing, withValue } from "./replace-value.ts";
import { SHAPE_READERS } from "./shape-readers.ts";

/**
 * Applies edits to copies of the messages. Messages without edits are the same objects; without any edit, returns
 * the array itself.
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
  const imageItems: Path[] = [];
  let isEdited = condensation !== undefined;

  for (const { part, text } of edits.replacements) {
    const slot = chat.slotOf(part);
    if (slot === undefined) continue;
    const [index, ...path] = chat.tree.path(slot.node);
    const change = replacing(chat.tree, slot, { text, images: chat.imagesOf(part, imageItems) });
    result[Number(index)] = withValue(result[Number(index)], path, change) as M;
    isEdited = true;
  }
  if (!isEdited) return messages;
  for (const [index, ...path] of imageItems.reverse())
    result[Number(index)] = withValue(result[Number(index)], path, removed) as M;
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
