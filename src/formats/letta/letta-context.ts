import type { Arrangement, Found } from "../../transcript/model/arrangement.ts";
import type { Sequence } from "../../transcript/model/sequence.ts";

/** A mark that names, by its id, the next message of a thread that is sent to the model. */
export const IN_CONTEXT = "in context";

/**
 * Arranges each thread by the ids of its context. Other messages are dead. A thread whose context names none
 * of its messages is live as a whole, in file order.
 */
export function arrangeInContext(found: Sequence<Found>): readonly Arrangement[] {
  const threads = new Map<string, { readonly ids: string[]; readonly messages: number[] }>();
  const byId = new Map<string, number>();
  for (const { mark, thread = "", id = "", index } of found) {
    let known = threads.get(thread);
    if (known === undefined) {
      known = { ids: [], messages: [] };
      threads.set(thread, known);
    }
    const key = `${thread}\n${id}`;
    if (mark === IN_CONTEXT) known.ids.push(key);
    else if (mark === undefined) {
      known.messages.push(index);
      byId.set(key, index);
    }
  }
  return [...threads.values()]
    .filter(({ messages }) => messages.length > 0)
    .map(({ ids, messages }) => {
      const live = new Set(ids.flatMap((id) => byId.get(id) ?? []));
      if (live.size === 0) return { messages };
      const dead = messages.filter((index) => !live.has(index));
      return { messages: [...dead, ...live], dead: dead.length };
    });
}
