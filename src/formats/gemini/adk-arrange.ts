import type { Arrangement, Found } from "../../transcript/model/arrangement.ts";
import type { Sequence } from "../../transcript/model/sequence.ts";

/**
 * Marks of `arrangeAdk`. `event`: an event of invocation `id` begins, at the time `parent`. Within it,
 * `rewind`: it takes back everything from the first event of invocation `id` on. `compaction`: the next
 * message is the summary of the events from the time `id` to the time `parent`.
 */
export const ADK_MARKS = {
  event: "adk event",
  rewind: "adk rewind",
  compaction: "adk compaction",
} as const;

/** An event: its message, and its effect on others. */
interface AdkEvent {
  readonly invocation: string | undefined;
  readonly time: number;
  readonly thread: string;
  rewinds?: string | undefined;
  summarizes?: TimeRange;
  message?: number;
}

interface TimeRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Arranges events as ADK does before it sends them: without those that a rewind took back and those in a
 * range of time with a summary, and with each summary at the end of its range. Every scope is a transcript.
 */
export function arrangeAdk(found: Sequence<Found>): readonly Arrangement[] {
  const events = eventsOf(found);
  const annulled = annulledIn(events);
  const threads = new Map<string, AdkEvent[]>();
  for (const event of events) {
    const thread = threads.get(event.thread);
    if (thread === undefined) threads.set(event.thread, [event]);
    else thread.push(event);
  }
  const isOrdered = annulled.size === 0 && events.every(({ summarizes }) => !summarizes);
  return [...threads.values()].flatMap((thread) => {
    const live = compacted(thread.filter((event) => !annulled.has(event)));
    const kept = new Set(live);
    const dead = messagesOf(thread.filter((event) => !kept.has(event)));
    const messages = [...dead, ...messagesOf(live)];
    if (messages.length === 0) return [];
    const undroppable = isOrdered ? undefined : "sessions that were rewound or compacted";
    return [{ messages, dead: dead.length, undroppable }];
  });
}

function eventsOf(found: Sequence<Found>): readonly AdkEvent[] {
  const events: AdkEvent[] = [];
  for (const each of found) {
    const last = events.at(-1);
    if (each.mark === undefined) {
      if (last !== undefined) last.message = each.index;
    } else if (each.mark === ADK_MARKS.event) {
      const { id, parent = "0", thread = "" } = each;
      events.push({ invocation: id, time: Number(parent), thread });
    } else if (last !== undefined && each.mark === ADK_MARKS.rewind) last.rewinds = each.id;
    else if (last !== undefined && each.mark === ADK_MARKS.compaction)
      last.summarizes = { start: Number(each.id), end: Number(each.parent) };
  }
  return events;
}

/** The events that rewinds took back, processed from the newest rewind on, as in ADK. */
function annulledIn(events: readonly AdkEvent[]): ReadonlySet<AdkEvent> {
  const annulled = new Set<AdkEvent>();
  if (events.every(({ rewinds }) => rewinds === undefined)) return annulled;
  const firsts = new Map<string, number>();
  events.forEach(({ invocation }, at) => {
    if (invocation !== undefined && !firsts.has(invocation)) firsts.set(invocation, at);
  });
  for (let at = events.length - 1; at >= 0; at--) {
    const rewinds = events[at]?.rewinds;
    if (rewinds === undefined) continue;
    const first = firsts.get(rewinds) ?? at;
    for (const event of events.slice(Math.min(first, at), at + 1)) annulled.add(event);
    at = Math.min(first, at);
  }
  return annulled;
}

/** Events that are in no range with a summary, and the summaries whose range no other contains, by time. */
function compacted(events: readonly AdkEvent[]): readonly AdkEvent[] {
  const summaries = events.filter(({ summarizes }) => summarizes !== undefined);
  if (summaries.length === 0) return events;
  const isIn = (time: number) =>
    summaries.some(
      ({ summarizes }) => summarizes && covers(summarizes, { start: time, end: time }),
    );
  const isSubsumed = (event: AdkEvent, at: number) =>
    summaries.some((other, index) => {
      if (event === other || !event.summarizes || !other.summarizes) return false;
      const isSame = covers(event.summarizes, other.summarizes);
      return covers(other.summarizes, event.summarizes) && (!isSame || index > at);
    });
  const timeOf = ({ time, summarizes }: AdkEvent) => summarizes?.end ?? time;
  return events
    .filter((event) =>
      event.summarizes === undefined
        ? !isIn(event.time)
        : !isSubsumed(event, summaries.indexOf(event)),
    )
    .sort((a, b) => timeOf(a) - timeOf(b));
}

function covers(outer: TimeRange, inner: TimeRange): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

function messagesOf(events: readonly AdkEvent[]): readonly number[] {
  return events.flatMap(({ message }) => message ?? []);
}
