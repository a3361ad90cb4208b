import type { Arrangement, Found, FoundMessage } from "../../transcript/model/arrangement.ts";
import type { Sequence } from "../../transcript/model/sequence.ts";
import { haveOwnIds } from "./own-ids.ts";

/**
 * Marks of `arrangeCompacted`, each about the next message. `compaction`: the request `id` for a summary,
 * which keeps the messages from `parent` on. `summary`: the complete answer to request `id`. `unsent`: never
 * sent to a model. `reverted`: the messages from `id` on were taken back, or its parts from `parent` on.
 */
export const COMPACTED_MARKS = {
  compaction: "compaction",
  summary: "summary",
  unsent: "unsent",
  reverted: "reverted",
} as const;

/**
 * Arranges messages in file order. Live are the messages from the newest compaction with a summary on, and
 * before it those that it keeps, except what was never sent or was taken back.
 */
export function arrangeCompacted(found: Sequence<Found>): readonly Arrangement[] {
  const all = [...found];
  const messages = all.filter((each): each is FoundMessage => each.mark === undefined);
  const marked = (mark: string) => all.filter((each) => each.mark === mark);
  const [reverted] = marked(COMPACTED_MARKS.reverted);
  const end = reverted === undefined ? messages.length : revertedFrom(messages, reverted);
  const start = startOf(messages.slice(0, end), {
    compactions: marked(COMPACTED_MARKS.compaction),
    summaries: marked(COMPACTED_MARKS.summary),
  });
  // A mark is about the next message.
  const unsent = new Set(marked(COMPACTED_MARKS.unsent).map(({ index }) => index + 1));
  const isLive = ({ index }: Found, at: number) => at >= start && at < end && !unsent.has(index);
  const live = messages.filter(isLive);
  const dead = messages.filter((each, at) => !isLive(each, at));
  return [
    {
      messages: [...dead, ...live].map(({ index }) => index),
      dead: dead.length,
      undroppable: undroppable(messages, { isWhole: end === messages.length }),
    },
  ];
}

/** A compaction names messages, and anything appended is taken back together with what was. */
function undroppable(
  messages: readonly Found[],
  { isWhole }: { readonly isWhole: boolean },
): string | undefined {
  if (!isWhole) return "sessions that were taken back in part";
  return haveOwnIds(messages) ? undefined : "sessions whose messages have no ids of their own";
}

function revertedFrom(messages: readonly Found[], { id, parent }: Found): number {
  const at = messages.findIndex((message) => message.id === id);
  if (at < 0) return messages.length;
  return parent === undefined ? at : at + 1;
}

/** Where the part begins that the newest complete compaction keeps. */
function startOf(
  messages: readonly Found[],
  { compactions, summaries }: { compactions: readonly Found[]; summaries: readonly Found[] },
): number {
  const end = messages.at(-1)?.index ?? 0;
  const complete = new Set(summaries.filter(({ index }) => index < end).map(({ id }) => id));
  for (const { id, parent } of compactions.toReversed()) {
    if (id === undefined || !complete.has(id)) continue;
    const at = messages.findIndex((message) => message.id === id);
    if (at < 0) continue;
    if (parent === undefined) return at;
    const kept = messages.findIndex((each) => each.id === parent);
    // The first message that it keeps is lost, so nobody knows what was kept.
    return kept < 0 ? 0 : Math.min(kept, at);
  }
  return 0;
}
