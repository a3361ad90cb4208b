import type { Arrangement, Found, FoundMessage } from "../../transcript/model/arrangement.ts";
import type { Sequence } from "../../transcript/model/sequence.ts";
import { haveOwnIds } from "./own-ids.ts";

/**
 * Marks that `arrangeCompacted` knows, each before the message it speaks of. `compaction`: the request
 * `id` for a summary, which keeps what stands from message `parent` on. `summary`: the answer to
 * request `id`, complete. `unsent`: never sent to a model. `reverted`: what stands from message `id` on
 * was taken back, or from its part `parent` on.
 */
export const COMPACTED_MARKS = {
  compaction: "compaction",
  summary: "summary",
  unsent: "unsent",
  reverted: "reverted",
} as const;

/**
 * Arranges messages in file order. Live is what stands from the newest compaction on that has its
 * summary, and before it what it keeps; less what was never sent and what was taken back.
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
  // A mark speaks of the next message.
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

/** A compaction names messages, and what is put after all is taken back with what was. */
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

/** Where what the newest complete compaction keeps begins. */
function startOf(
  messages: readonly Found[],
  { compactions, summaries }: { compactions: readonly Found[]; summaries: readonly Found[] },
): number {
  for (const { id, parent } of compactions.toReversed()) {
    const at = messages.findIndex((message) => message.id === id);
    const isComplete = summaries.some(
      (summary) => summary.id === id && summary.index < (messages.at(-1)?.index ?? 0),
    );
    if (id === undefined || at < 0 || !isComplete) continue;
    if (parent === undefined) return at;
    const kept = messages.findIndex((each) => each.id === parent);
    // It names what it keeps from, and that is lost: nobody knows what was kept.
    return kept < 0 ? 0 : Math.min(kept, at);
  }
  return 0;
}
