import type { Arrangement, Found, FoundMessage } from "../../transcript/model/arrangement.ts";
import type { Sequence } from "../../transcript/model/sequence.ts";

/**
 * Arranges the message records of a Gemini CLI chat as its loader does: a map by id, in which a later record
 * replaces an earlier one. Marks: `note` is a record that is no message; `rebuilt` empties the map; `rewound`
 * removes everything from its `id` on, or everything if that id is no longer in the map. If no record ever
 * had the id, a line is lost, and nothing is removed.
 *
 * Records without an id are separate messages.
 */
export function arrangeGeminiRecords(found: Sequence<Found>): readonly Arrangement[] {
  const live = new LiveRecords(found.length);
  const dead: number[] = [];
  for (const each of found) {
    const { mark, index, id = `record ${index}` } = each;
    if (mark === "rebuilt") live.leave(0, dead);
    else if (mark === "rewound") {
      if (live.hadId(id)) live.leave(live.placeOf(id) ?? 0, dead);
    } else live.add(id, index);
  }
  return [order(found, live, dead)];
}

/** The messages: those that are gone in file order, then each at the place of its first record. */
function order(found: Sequence<Found>, live: LiveRecords, dead: readonly number[]): Arrangement {
  const isMessage = (index: number) => found.at(index)?.mark === undefined;
  const gone = dead.filter(isMessage).sort((a, b) => a - b);
  const messages = [...gone];
  const again = new Map<number, number[]>();
  let reply: FoundMessage | undefined;
  let answered: ReadonlySet<string> = new Set();
  for (const index of live.newest) {
    const last = found.at(index);
    if (last === undefined || last.mark !== undefined) continue;
    const before = live.copiesBefore(index).filter(isMessage);
    if (reply !== undefined && repeats(last, answered)) {
      const known = again.get(reply.index) ?? [];
      for (const copy of before) known.push(copy);
      known.push(index);
      again.set(reply.index, known);
      continue;
    }
    messages.push(index);
    if (before.length > 0) again.set(index, before);
    if (last.role !== "assistant") continue;
    reply = last;
    answered = answeredIn(last);
  }
  return { messages, dead: gone.length, again };
}

/**
 * The records of a chat that count, by id, in the order of the first ones; those with the same id are kept as numbers,
 * since there may be millions.
 */
class LiveRecords {
  /** By place: the newest record of an id, and the id. */
  readonly newest: number[] = [];
  private readonly ids: string[] = [];
  /** The places of ids; of one that is gone, another may be there. */
  private readonly places = new Map<string, number>();
  /** By record: the one before it with its id, from 1; 0 for none. */
  private readonly previous: Int32Array;

  constructor(count: number) {
    this.previous = new Int32Array(count);
  }

  add(id: string, index: number): void {
    const { newest, ids, places } = this;
    const place = this.placeOf(id);
    if (place === undefined) {
      places.set(id, newest.push(index) - 1);
      ids.push(id);
      return;
    }
    this.previous[index] = (newest[place] ?? 0) + 1;
    newest[place] = index;
  }

  /** Whether any record had an id. */
  hadId(id: string): boolean {
    return this.places.has(id);
  }

  placeOf(id: string): number | undefined {
    const place = this.places.get(id);
    return place !== undefined && this.ids[place] === id ? place : undefined;
  }

  /** Removes the records from a place on, and adds them to others. */
  leave(place: number, to: number[]): void {
    this.ids.length = place;
    for (const index of this.newest.splice(place)) {
      for (const copy of this.copiesBefore(index)) to.push(copy);
      to.push(index);
    }
  }

  /** The earlier records with the id of one, in file order. */
  copiesBefore(index: number): number[] {
    const copies: number[] = [];
    for (let at = this.previous[index] ?? 0; at > 0; at = this.previous[at - 1] ?? 0)
      copies.push(at - 1);
    return copies.reverse();
  }
}

/** The calls whose answers a reply has. */
function answeredIn({ parts }: FoundMessage): ReadonlySet<string> {
  const answered = new Set<string>();
  for (const part of parts)
    if (part.kind === "observation" && part.callId !== undefined) answered.add(part.callId);
  return answered;
}

/**
 * Whether a message only repeats answers that the previous reply has as well: newer versions record results
 * under the calls, and again as the message that was sent.
 */
function repeats({ role, parts }: FoundMessage, answered: ReadonlySet<string>): boolean {
  if (role !== "tool") return false;
  return parts.every((part) => part.kind !== "observation" || answered.has(part.callId ?? ""));
}
