import { countUpTo } from "../../base/ascending.ts";
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
  const { isIn, subsumed } = rangesOf(summaries);
  const timeOf = ({ time, summarizes }: AdkEvent) => summarizes?.end ?? time;
  return events
    .filter((event) => (event.summarizes === undefined ? !isIn(event.time) : !subsumed.has(event)))
    .sort((a, b) => timeOf(a) - timeOf(b));
}

/** Which times are in a range of these summaries, and which of them are in another's; of equal ones the last stays. */
function rangesOf(summaries: readonly AdkEvent[]) {
  const ranges = summaries.flatMap((event, at) => {
    const { start, end } = event.summarizes ?? NO_RANGE;
    return Number.isNaN(start + end) ? [] : [{ event, at, start, end }];
  });
  ranges.sort((a, b) => a.start - b.start || b.end - a.end || b.at - a.at);
  const starts = ranges.map(({ start }) => start);
  /** The latest end of the ranges up to each. */
  const ends: number[] = [];
  const subsumed = new Set<AdkEvent>();
  let latest = Number.NEGATIVE_INFINITY;
  for (const { event, end } of ranges) {
    if (end <= latest) subsumed.add(event);
    latest = Math.max(latest, end);
    ends.push(latest);
  }
  const isIn = (time: number) => (ends[countUpTo(starts, time) - 1] ?? Number.NaN) >= time;
  return { isIn, subsumed };
}

const NO_RANGE: TimeRange = { start: Number.NaN, end: Number.NaN };

function messagesOf(events: readonly AdkEvent[]): readonly number[] {
  return events.flatMap(({ message }) => message ?? []);
}
