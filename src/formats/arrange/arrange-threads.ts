import { Column } from "../../transcript/columns/column.ts";
import type { Arrangement, Found } from "../../transcript/model/arrangement.ts";
import type { Sequence } from "../../transcript/model/sequence.ts";

/** Arranges messages by their threads, each in file order: several conversations in one record. */
export function arrangeThreads(found: Sequence<Found>): readonly Arrangement[] {
  const threads = new Map<string, Column>();
  for (const { mark, thread = "", index } of found) {
    if (mark !== undefined) continue;
    const messages = threads.get(thread) ?? new Column();
    if (messages.length === 0) threads.set(thread, messages);
    messages.push(index);
  }
  return [...threads.values()].map((messages) => ({ messages }));
}
