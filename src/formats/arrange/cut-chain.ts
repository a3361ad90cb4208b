import { FOUND_FLAGS, type FoundNumbers } from "../../transcript/columns/found-numbers.ts";
import type { Found } from "../../transcript/model/arrangement.ts";
import type { Sequence } from "../../transcript/model/sequence.ts";
import { arrangeNumbered } from "./arrange-chains.ts";
import { NONE, numbersOf } from "./parent-links.ts";

/**
 * Whether `arrangeChains` would find exactly the newest part of the main conversation (by index, in its
 * order) after a boundary inserted before it, with or without a summary. Damaged parents can lead around the
 * boundary, or to messages that are to be dropped.
 */
export function isCutOff(
  found: Sequence<Found>,
  { newest, hasSummary }: { readonly newest: readonly number[]; readonly hasSummary: boolean },
): boolean {
  const place = newest.reduce((least, index) => Math.min(least, index), found.length);
  const cut = { place, records: hasSummary ? [BOUNDARY, SUMMARY] : [BOUNDARY], first: newest[0] };
  const all = withCut(numbersOf(found), cut);
  const isMain = (index: number) => index !== NONE && all.threadOf(index) === 0;
  const main = arrangeNumbered(all).find(({ messages }) => isMain(messages.at(0) ?? NONE));
  const { messages = [], dead = 0 } = main ?? {};
  const moved = newest.map((index) => index + cut.records.length);
  const expected = hasSummary ? [place + 1, ...moved] : moved;
  const isAsLong = messages.length - dead === expected.length;
  return isAsLong && expected.every((index, k) => messages.at(dead + k) === index);
}

/** The flags of the inserted records. */
const BOUNDARY = FOUND_FLAGS.boundary;
const SUMMARY = FOUND_FLAGS.message | FOUND_FLAGS.hasId | FOUND_FLAGS.hasParent;

/** Records inserted before a place, each the parent of the next; the last one is that of the first newest message. */
interface Cut {
  readonly place: number;
  /** Their flags. */
  readonly records: readonly number[];
  readonly first: number | undefined;
}

/** The numbers of a conversation with a cut. */
function withCut(numbers: FoundNumbers, { place, records, first }: Cut): FoundNumbers {
  const { length } = records;
  const end = place + length;
  const isInserted = (index: number) => index >= place && index < end;
  const ownOf = (index: number) => (index < place ? index : index - length);
  const movedTo = (own: number) => (own < place ? own : own + length);
  const flags = new Uint8Array(numbers.flags.length + length);
  flags.set(numbers.flags.subarray(0, place));
  flags.set(records, place);
  flags.set(numbers.flags.subarray(place), end);
  const parents = new Int32Array(flags.length);
  for (let index = 0; index < flags.length; index++)
    parents[index] = isInserted(index) ? index - 1 : movedTo(numbers.parents[ownOf(index)] ?? NONE);
  parents[place] = NONE;
  // Only an existing parent can be replaced.
  if (first !== undefined && ((numbers.flags[first] ?? 0) & FOUND_FLAGS.hasParent) !== 0)
    parents[movedTo(first)] = end - 1;
  return {
    ...numbers,
    flags,
    parents,
    threadOf: (index) => (isInserted(index) ? 0 : numbers.threadOf(ownOf(index))),
    replyOf: (index) => (isInserted(index) ? 0 : numbers.replyOf(ownOf(index))),
    eachId(index, kind, visit) {
      if (!isInserted(index)) numbers.eachId(ownOf(index), kind, visit);
    },
  };
}
