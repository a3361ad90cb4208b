import type { Arrangement, Found } from "../../transcript/model/arrangement.ts";
import type { Sequence } from "../../transcript/model/sequence.ts";
import { haveOwnIds } from "./own-ids.ts";

/**
 * Marks of `arrangeAnchored`. `summary`: the next message is a summary, and no message of the conversation;
 * it replaces everything up to the message `id` or, without an id, up to number `parent`, counted from 0.
 * `cut`: the same without a message. `unsent`: a message that is counted and never sent.
 */
export const ANCHOR_MARKS = { summary: "summary", cut: "cut", unsent: "unsent" } as const;

/**
 * Arranges messages in file order. The newest summary comes first, wherever it is in the file, followed by
 * the messages after its anchor, except results whose calls are before it. If the anchor is lost, everything
 * is live.
 */
export function arrangeAnchored(found: Sequence<Found>): readonly Arrangement[] {
  const entries: Found[] = [];
  const summaries: number[] = [];
  let anchor: Found | undefined;
  let isSummary = false;
  for (const each of found) {
    const { mark, index } = each;
    if (mark === ANCHOR_MARKS.summary || mark === ANCHOR_MARKS.cut) {
      anchor = each;
      isSummary = mark === ANCHOR_MARKS.summary;
    } else if (mark === undefined && isSummary) {
      summaries.push(index);
      isSummary = false;
    } else if (mark === undefined || mark === ANCHOR_MARKS.unsent) entries.push(each);
  }
  const messages = entries.filter((each) => each.mark === undefined);
  const start = anchor === undefined ? 0 : startAfter(entries, anchor);
  const first = anchor?.mark === ANCHOR_MARKS.summary ? summaries.splice(-1) : [];
  const dead = messages.filter(({ index }) => index < start);
  const live = messages.filter(({ index }) => index >= start);
  const past = [...summaries, ...dead.map(({ index }) => index)].sort((a, b) => a - b);
  return [
    {
      messages: [...past, ...first, ...live.map(({ index }) => index)],
      dead: past.length,
      undroppable: haveOwnIds(messages)
        ? undefined
        : "sessions whose messages have no ids of their own",
    },
  ];
}

/** The index of the first live message. */
function startAfter(entries: readonly Found[], { id, parent }: Found): number {
  const anchor =
    id === undefined ? Number(parent ?? -1) : entries.findIndex((entry) => entry.id === id);
  let at = anchor < entries.length ? anchor + 1 : 0;
  while (at > 0 && isResult(entries[at])) at++;
  return at > 0 ? (entries[at]?.index ?? Number.POSITIVE_INFINITY) : 0;
}

function isResult(entry: Found | undefined): boolean {
  return (
    entry?.mark === undefined && (entry?.parts.some((part) => part.kind === "observation") ?? false)
  );
}
