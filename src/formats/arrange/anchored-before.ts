import type { Found } from "../../transcript/model/arrangement.ts";
import type { Sequence } from "../../transcript/model/sequence.ts";
import { ANCHOR_MARKS, arrangeAnchored } from "./arrange-anchored.ts";
import { slicesBefore } from "./arrange-slice.ts";

/** Arranges messages before each of several summaries: from the anchor of the previous one. */
export const anchoredBefore = slicesBefore(arrangeAnchored, (found) => {
  /** The first entry with an id, of those before `seen`. */
  const first = new Map<string, number>();
  let seen = 0;
  let isSummary = false;
  return (end, previous) => {
    for (; seen < end; seen++) {
      const { mark, id } = found.at(seen) as Found;
      // The message after a summary's mark is no entry.
      const isOne = mark === ANCHOR_MARKS.unsent || (mark === undefined && !isSummary);
      if (mark !== ANCHOR_MARKS.unsent) isSummary = mark === ANCHOR_MARKS.summary;
      if (isOne && id !== undefined && !first.has(id)) first.set(id, seen);
    }
    if (previous === undefined) return 0;
    const { id, mark } = found.at(previous) as Found;
    const anchor = id === undefined ? undefined : first.get(id);
    const isWhole = mark === ANCHOR_MARKS.cut || isMessage(found, previous + 1, end);
    return anchor === undefined || !isWhole ? 0 : Math.min(anchor, previous);
  };
});

function isMessage(found: Sequence<Found>, index: number, end: number): boolean {
  return index < end && found.at(index)?.mark === undefined;
}
