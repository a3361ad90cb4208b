import type { Arrangement, Found, FoundMessage } from "../../transcript/model/arrangement.ts";
import type { Sequence } from "../../transcript/model/sequence.ts";

/**
 * The records with one id, in file order: the message has the position of the first, and the content of the
 * last.
 */
type Copies = [Found, ...Found[]];

/**
 * Arranges the message records of a Gemini CLI chat as its loader does: a map by id, in which a later record
 * replaces an earlier one. Marks: `note` is a record that is no message; `rebuilt` empties the map; `rewound`
 * removes everything from its `id` on, or everything if that id is no longer in the map. If no record ever
 * had the id, a line is lost, and nothing is removed.
 *
 * Records without an id are separate messages.
 */
export function arrangeGeminiRecords(found: Sequence<Found>): readonly Arrangement[] {
  const live: Copies[] = [];
  const dead: Found[] = [];
  /** The places of ids in `live`; those of ids that are no longer there are not below its length, or another's. */
  const places = new Map<string, number>();
  const placeOf = (id: string) => {
    const place = places.get(id);
    const [first] = live[place ?? live.length] ?? [];
    return first !== undefined && idOf(first) === id ? place : undefined;
  };
  const leave = (from: number) => {
    for (const copies of live.splice(from)) for (const copy of copies) dead.push(copy);
  };
  for (const each of found) {
    const id = idOf(each);
    const place = placeOf(id);
    if (each.mark === "rebuilt") leave(0);
    else if (each.mark === "rewound") {
      if (places.has(id)) leave(place ?? 0);
    } else if (place !== undefined) live[place]?.push(each);
    else places.set(id, live.push([each]) - 1);
  }
  return [order(dead, live)];
}

function idOf({ id, index }: Found): string {
  return id ?? `record ${index}`;
}

function order(dead: readonly Found[], live: readonly Copies[]): Arrangement {
  const again = new Map<number, number[]>();
  const messages: number[] = [];
  let reply: FoundMessage | undefined;
  for (const copies of live) {
    const last = copies.at(-1);
    if (last === undefined || last.mark !== undefined) continue;
    const before = copies.slice(0, -1).filter(({ mark }) => mark === undefined);
    const indices = before.map(({ index }) => index);
    if (reply !== undefined && repeats(last, reply)) {
      const known = again.get(reply.index) ?? [];
      for (const index of indices) known.push(index);
      known.push(last.index);
      again.set(reply.index, known);
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
