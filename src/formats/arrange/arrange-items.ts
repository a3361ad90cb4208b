import type { Arrangement, Found } from "../../transcript/model/arrangement.ts";
import type { Sequence } from "../../transcript/model/sequence.ts";

/**
 * Arranges events that repeat a growing message under one `id`: the newest event is the message, and earlier
 * ones are its copies. A message that was completed (mark `completed`) takes no more events, so that ids can
 * be reused; nor does one of an earlier run (mark `run`).
 */
export function arrangeItems(found: Sequence<Found>): readonly Arrangement[] {
  const again = new Map<number, number[]>();
  const growing = new Map<string, number>();
  const messages = new Set<number>();
  for (const { mark, id, index } of found) {
    if (mark === "run") growing.clear();
    if (mark === "completed" && id !== undefined) growing.delete(id);
    if (mark !== undefined) continue;
    messages.add(index);
    const before = id === undefined ? undefined : growing.get(id);
    if (id !== undefined) growing.set(id, index);
    if (before === undefined) continue;
    messages.delete(before);
    const copies = again.get(before) ?? [];
    copies.push(before);
    again.delete(before);
    again.set(index, copies);
  }
  return [{ messages: [...messages], again }];
}
