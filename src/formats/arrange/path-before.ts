import type { Found } from "../../transcript/model/arrangement.ts";
import type { Sequence } from "../../transcript/model/sequence.ts";
import { arrangePath, PATH_MARKS } from "./arrange-path.ts";
import { slicesBefore, withMarks } from "./arrange-slice.ts";

/**
 * Arranges paths before each of several compactions: from the first entry that the previous one keeps, if all entries
 * since then are linked to one another.
 */
export const pathBefore = slicesBefore(arrangePath, (found) => {
  /** The latest entry with an id, of those before `seen`. */
  const latest = new Map<string, number>();
  let seen = 0;
  return (end, previous) => {
    for (; seen < end; seen++) {
      const { id } = found.at(seen) as Found;
      if (id !== undefined && isEntry(found, seen)) latest.set(id, seen);
    }
    if (previous === undefined) return 0;
    const { id, parent } = found.at(previous) as Found;
    const kept = id === undefined ? previous : latest.get(id);
    // Some compactions keep entries by their number.
    if (parent !== undefined || kept === undefined || kept > previous) return 0;
    if (previous + 1 >= end || !isEntry(found, previous + 1)) return 0;
    const stretch = { kept, compaction: previous + 1, end };
    return areLinked(found, latest, stretch)
      ? withMarks(kept, (index) => !isEntry(found, index))
      : 0;
  };
});

function isEntry(found: Sequence<Found>, index: number): boolean {
  const mark = found.at(index)?.mark;
  return mark === undefined || mark === PATH_MARKS.link;
}

/** Whether paths from the last entry go through the compaction, and from there to the first entry that it keeps. */
function areLinked(
  found: Sequence<Found>,
  latest: ReadonlyMap<string, number>,
  {
    kept,
    compaction,
    end,
  }: { readonly kept: number; readonly compaction: number; readonly end: number },
): boolean {
  for (let index = kept + 1; index < end; index++) {
    if (!isEntry(found, index)) continue;
    const { parent } = found.at(index) as Found;
    const above = parent === undefined ? undefined : latest.get(parent);
    if (index === compaction && kept === compaction - 1) continue; // It keeps nothing.
    if (above === undefined || above < (index > compaction ? compaction : kept)) return false;
  }
  return true;
}
