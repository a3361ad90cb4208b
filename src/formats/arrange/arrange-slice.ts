import type {
  Arrange,
  ArrangeBefore,
  Arrangement,
  Found,
} from "../../transcript/model/arrangement.ts";
import { type Sequence, sequence } from "../../transcript/model/sequence.ts";
import { moveFound } from "./move-found.ts";

/** Arranges what was found from one index up to another, as if nothing were around it. */
function arrangeSlice(
  arrange: Arrange,
  found: Sequence<Found>,
  { from, end }: { readonly from: number; readonly end: number },
): readonly Arrangement[] {
  const items = sequence(
    () => end - from,
    (at) => {
      const each = found.at(from + at) as Found;
      const parent = (each.parentIndex ?? -1) - from;
      return moveFound(each, at, parent < 0 ? undefined : parent);
    },
  );
  return arrange(items).map(({ messages, dead = 0 }) => ({
    messages: Array.from(messages, (at) => from + at),
    dead,
  }));
}

/** The index of the marks that are about the one at an index, directly before it, if there are any; else its own. */
export function withMarks(index: number, isMark: (index: number) => boolean): number {
  let from = index;
  while (from > 0 && isMark(from - 1)) from--;
  return from;
}

/**
 * Arranges, before each of several marks, what can still be live then: from where `startOf` says, which is asked in
 * order, with the previous of the marks.
 */
export function slicesBefore(
  arrange: Arrange,
  begin: (found: Sequence<Found>) => (end: number, previous: number | undefined) => number,
): ArrangeBefore {
  return function* arrangeBefore(found, ends) {
    const startOf = begin(found);
    let previous: number | undefined;
    for (const end of ends) {
      yield arrangeSlice(arrange, found, { from: startOf(end, previous), end });
      previous = end;
    }
  };
}
