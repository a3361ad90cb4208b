import type { ArrangeBefore, Arrangement } from "../model/arrangement.ts";
import { LaterTurns, type TurnCounts } from "../model/later-turns.ts";
import type { PlacedTranscript } from "../model/placed.ts";
import type { FoundStore } from "./found-store.ts";

/** A context that a compaction ended. */
export interface PastContext {
  /**
   * Its messages, without those that were dead before it began: their turns are counted, and nothing else, or the
   * time for all contexts would grow with the square of their number.
   */
  readonly placed: PlacedTranscript;
  /** The index of the previous compaction among everything found; 0 if there is none. */
  readonly since: number;
  /** The index of the compaction that ended it. */
  readonly end: number;
}

/** By thread, the indices of marks of these words. */
export function endsByThread(
  store: FoundStore,
  marks: readonly string[],
): ReadonlyMap<string | undefined, readonly number[]> {
  const ends = new Map<string | undefined, number[]>();
  for (let index = 0; index < store.length; index++) {
    if (!marks.includes(store.mark(index) ?? "")) continue;
    const thread = store.threadOf(index);
    const own = ends.get(thread) ?? [];
    if (own.push(index) === 1) ends.set(thread, own);
  }
  return ends;
}

/** The context of a thread before each of its compactions, oldest first: what is before it, arranged. */
export function* pastContexts(
  store: FoundStore,
  ends: readonly number[],
  {
    arrangeBefore,
    place,
  }: {
    readonly arrangeBefore: ArrangeBefore;
    place(arrangement: Arrangement, turns: LaterTurns | undefined): PlacedTranscript;
  },
): Iterable<PastContext> {
  let last: PastContext | undefined;
  let at = 0;
  for (const arrangements of arrangeBefore(store.all(), ends)) {
    const end = ends[at++] ?? 0;
    const since = last?.end ?? 0;
    for (const arrangement of arrangements) {
      const first = arrangement.messages.at(0);
      if (first === undefined || store.threadOf(first) !== store.threadOf(end)) continue;
      const own = withoutDeadBefore(arrangement, since);
      const turns = last && new LaterTurns(turnsBefore(last, own.messages));
      last = { placed: place(own, turns), since, end };
      yield last;
    }
  }
}

/** An arrangement without its dead messages before an index; dead messages are in file order. */
function withoutDeadBefore(
  arrangement: Arrangement,
  since: number,
): Arrangement & { readonly messages: readonly number[] } {
  const { messages, dead = 0 } = arrangement;
  let from = dead;
  while (from > 0 && (messages.at(from - 1) ?? 0) >= since) from--;
  const own = Array.from(
    { length: messages.length - from },
    (_, at) => messages.at(from + at) ?? 0,
  );
  return { ...arrangement, messages: own, dead: dead - from };
}

/** The turns up to the end of a context, but for those that the next one has as well. */
function turnsBefore({ placed, end }: PastContext, next: readonly number[]): TurnCounts {
  const { turns } = placed.outline;
  const kept = new Set(next.filter((index) => index < end));
  let counts = { turns: turns.count, toolTurns: turns.toolTurnsUpTo(turns.count) };
  for (let turn = turns.before + 1; turn <= turns.count; turn++) {
    if (!kept.has(placed.order(turns.messagesUpTo(turn - 1)))) continue;
    const isToolTurn = turns.toolTurnsUpTo(turn) > turns.toolTurnsUpTo(turn - 1);
    counts = { turns: counts.turns - 1, toolTurns: counts.toolTurns - (isToolTurn ? 1 : 0) };
  }
  return counts;
}
