import type {
  ArrangeBefore,
  Arrangement,
  Found,
  FoundMessage,
} from "../../transcript/model/arrangement.ts";
import type { Sequence } from "../../transcript/model/sequence.ts";
import { arrangeAll, type Stepwise, stepwiseBefore } from "./arrange-stepwise.ts";
import { eachBefore } from "./each-before.ts";

/**
 * Marks of `arrangeEvents`, within the thread that they name. `compacting`: a summary with `id` was
 * requested; messages from here on stay. `compacted`, before the message with that summary: it replaces
 * everything before `compacting`. `cleared`: nothing before it stays. `removed`: the event `id` was taken
 * back. `rewound`: the event `id` and everything from it up to here was taken back.
 */
export const EVENT_MARKS = {
  compacting: "compacting",
  compacted: "compacted",
  cleared: "cleared",
  removed: "removed",
  rewound: "rewound",
} as const;

/**
 * Arranges a log of events, from which an agent rebuilds its context, by threads. A call that an earlier
 * message requested (its `parent`) is left out, and only the last system message counts.
 */
export function arrangeEvents(found: Sequence<Found>): readonly Arrangement[] {
  return arrangeAll(found, new EventLog(removedFrom(found)));
}

/** The log as it was before each of several compactions. */
export const eventsBefore: ArrangeBefore = (found, ends) => {
  // What was taken back later was there before.
  const isTakenBack = removedFrom(found).size > 0;
  const before = isTakenBack
    ? eachBefore(arrangeEvents)
    : stepwiseBefore(() => new EventLog(new Set()));
  return before(found, ends);
};

class EventLog implements Stepwise {
  private readonly removed: ReadonlySet<number>;
  private readonly threads = new Map<string, EventThread>();
  private readonly asked = new Set<string>();

  constructor(removed: ReadonlySet<number>) {
    this.removed = removed;
  }

  take(each: Found): void {
    const { removed, threads } = this;
    const { thread = "" } = each;
    const kept = threads.get(thread) ?? new EventThread();
    if (each.mark !== undefined) {
      if (!removed.has(each.index)) kept.obey(each.mark, each.id);
      return;
    }
    if (isRepeated(each, this.asked)) return;
    threads.set(thread, kept);
    if (removed.has(each.index)) kept.drop(each.index);
    else kept.take(each);
  }

  arrangements(): readonly Arrangement[] {
    return [...this.threads.values()].map((kept) => kept.arrangement());
  }

  bury(): void {
    for (const kept of this.threads.values()) kept.bury();
  }
}

/** Whether a message is a call that an earlier one requested. */
function isRepeated({ parent, parts }: FoundMessage, asked: Set<string>): boolean {
  if (parent !== undefined) return asked.delete(parent);
  for (const part of parts) if (part.kind === "call" && part.id !== undefined) asked.add(part.id);
  return false;
}

/** Indexes of messages that were taken back, and of marks directly before them. */
function removedFrom(found: Sequence<Found>): ReadonlySet<number> {
  const { named, rewinds } = takenBack(found);
  const removed = new Set<number>();
  if (named.size + rewinds.size === 0) return removed;
  let before: Found | undefined;
  let end = 0; // of the rewinds that have begun
  for (const each of found) {
    const { mark, id, index } = each;
    if (mark === undefined && id !== undefined) end = Math.max(end, rewinds.get(id) ?? 0);
    if (isRemoved(each, named) || index < end) {
      removed.add(index);
      // The mark before a summary is about that summary.
      if (before?.mark !== undefined) removed.add(before.index);
    }
    before = each;
  }
  return removed;
}

/** The events that were taken back by their ids, and by the first of them those before an index. */
function takenBack(found: Sequence<Found>) {
  const named = new Set<string>();
  const rewinds = new Map<string, number>();
  for (const { mark, id, index } of found) {
    if (id === undefined) continue;
    if (mark === EVENT_MARKS.removed) named.add(id);
    if (mark === EVENT_MARKS.rewound) rewinds.set(id, index);
  }
  return { named, rewinds };
}

function isRemoved({ mark, id }: Found, named: ReadonlySet<string>): boolean {
  return mark === undefined && id !== undefined && named.has(id);
}

/** The events of one conversation. */
class EventThread {
  private live: number[] = [];
  private readonly dead: number[] = [];
  private system: number | undefined;
  /** The number of messages when a summary was requested. */
  private readonly asked = new Map<string | undefined, number>();
  /** How many messages the next one replaces. */
  private summarized: number | undefined;

  take({ index, role }: FoundMessage): void {
    if (role === "system") {
      if (this.system !== undefined) this.dead.push(this.system);
      this.system = index;
    } else if (this.summarized !== undefined) {
      this.leave(this.live.splice(0, this.summarized, index));
      this.summarized = undefined;
      this.asked.clear();
    } else this.live.push(index);
  }

  drop(index: number): void {
    this.dead.push(index);
  }

  obey(mark: string, id: string | undefined): void {
    if (mark === EVENT_MARKS.compacting) this.asked.set(id, this.live.length);
    if (mark === EVENT_MARKS.compacted) this.summarized = this.asked.get(id) ?? this.live.length;
    if (mark === EVENT_MARKS.cleared) {
      this.leave(this.live.splice(0));
      this.asked.clear();
    }
  }

  private leave(messages: readonly number[]): void {
    for (const index of messages) this.dead.push(index);
  }

  bury(): void {
    this.dead.length = 0;
  }

  arrangement(): Arrangement {
    const dead = this.dead.sort((a, b) => a - b);
    const system = this.system === undefined ? [] : [this.system];
    return { messages: [...dead, ...system, ...this.live], dead: dead.length };
  }
}
