import type { Arrangement, Found, FoundMessage } from "../../transcript/model/arrangement.ts";
import type { Sequence } from "../../transcript/model/sequence.ts";

/**
 * The records with one id, in file order: the message has the position of the first, and the content of the
 * last.
 */
type Copies = readonly [Found, ...Found[]];

/**
 * Arranges the message records of a Gemini CLI chat as its loader does: a map by id, in which a later record
 * replaces an earlier one. Marks: `note` is a record that is no message; `rebuilt` empties the map; `rewound`
 * removes everything from its `id` on, or everything if that id is no longer in the map. If no record ever
 * had the id, a line is lost, and nothing is removed.
 *
 * Records without an id are separate messages.
 */
export function arrangeGeminiRecords(found: Sequence<Found>): readonly Arrangement[] {
  let live = new Map<string, Copies>();
  const dead: Found[] = [];
  const seen = new Set<string>();
  for (const each of found) {
    if (each.mark === "rewound" && !seen.has(each.id ?? "")) continue;
    if (each.mark === "rebuilt" || each.mark === "rewound") {
      const entries = [...live];
      const from = entries.findIndex(([id]) => each.mark === "rewound" && id === each.id);
      live = new Map(entries.slice(0, Math.max(0, from)));
      for (const [, copies] of entries.slice(Math.max(0, from)))
        for (const copy of copies) dead.push(copy);
      continue;
    }
    const id = each.id ?? `record ${each.index}`;
    seen.add(id);
    const before = live.get(id);
    live.set(id, before === undefined ? [each] : [...before, each]);
  }
  return [order(dead, [...live.values()])];
}

function order(dead: readonly Found[], live: readonly Copies[]): Arrangement {
  const again = new Map<number, readonly number[]>();
  const messages: number[] = [];
  let reply: FoundMessage | undefined;
  for (const copies of live) {
    const last = copies.at(-1);
    if (last === undefined || last.mark !== undefined) continue;
    const before = copies.slice(0, -1).filter(({ mark }) => mark === undefined);
    const indices = before.map(({ index }) => index);
    if (reply !== undefined && repeats(last, reply)) {
      again.set(reply.index, [...(again.get(reply.index) ?? []), ...indices, last.index]);
      continue;
    }
    messages.push(last.index);
    if (indices.length > 0) again.set(last.index, indices);
    if (last.role === "assistant") reply = last;
  }
  const gone = dead.filter(({ mark }) => mark === undefined).map(({ index }) => index);
  gone.sort((a, b) => a - b);
  return { messages: [...gone, ...messages], dead: gone.length, again };
}

/**
 * Whether a message only repeats answers that the previous reply has as well: newer versions record results
 * under the calls, and again as the message that was sent.
 */
function repeats(message: FoundMessage, reply: FoundMessage): boolean {
  if (message.role !== "tool") return false;
  return message.parts.every(
    (part) =>
      part.kind !== "observation" ||
      (part.callId !== undefined &&
        reply.parts.some((own) => own.kind === "observation" && own.callId === part.callId)),
  );
}
