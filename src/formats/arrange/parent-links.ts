import { Column } from "../../transcript/columns/column.ts";
import { type Found, type FoundMessage, TORN } from "../../transcript/model/arrangement.ts";
import type { Sequence } from "../../transcript/model/sequence.ts";

/** No index. */
export const NONE = -1;

/** How messages and marks hang together, by their index: numbers alone, since they may be millions. */
export interface Links {
  readonly length: number;
  /** The index of the parent; `NONE` where nothing has its id. */
  parentOf(index: number): number;
  isMessage(index: number): boolean;
  isBoundary(index: number): boolean;
  isLeafMark(index: number): boolean;
  hasId(index: number): boolean;
  hasParent(index: number): boolean;
  /** Whether a line that cannot be read is after all messages: it may have named any of them. */
  readonly endsTorn: boolean;
  /** A message as it was found. */
  message(index: number): FoundMessage | undefined;
}

export function linksOf(found: Sequence<Found>): Links {
  const length = (found.at(found.length - 1)?.index ?? -1) + 1;
  const parents = new Column(); // One more than the index, 0 for none.
  const flags = new Uint8Array(length);
  const places = length === found.length ? undefined : new Int32Array(length).fill(NONE);
  let place = 0;
  let endsTorn = false;
  for (const each of found) {
    const { index, mark, parentIndex, hasId = each.id !== undefined } = each;
    parents.pushAt(index, parentIndex === undefined ? 0 : parentIndex + 1);
    flags[index] =
      flagOfMark(mark) |
      (hasId ? HAS_ID : 0) |
      (parentIndex === undefined && each.parent === undefined ? 0 : HAS_PARENT);
    if (places !== undefined) places[index] = place++;
    if (mark === TORN) endsTorn = true;
    else if (flagOfMark(mark) !== 0) endsTorn = false;
  }
  const has = (flag: number) => (index: number) => ((flags[index] ?? 0) & flag) !== 0;
  return {
    length,
    parentOf: (index) => parents.at(index) - 1,
    isMessage: has(MESSAGE),
    isBoundary: has(BOUNDARY),
    isLeafMark: has(LEAF),
    hasId: has(HAS_ID),
    hasParent: has(HAS_PARENT),
    endsTorn,
    message(index) {
      const each = found.at(places === undefined ? index : (places[index] ?? NONE));
      return each?.mark === undefined ? each : undefined;
    },
  };
}

function flagOfMark(mark: Found["mark"]): number {
  if (mark === undefined) return MESSAGE;
  if (mark === "boundary") return BOUNDARY;
  return mark === "leaf" ? LEAF : 0;
}

/** Finds the message at the top of another's path. */
export function rootFinder({ length, parentOf }: Links): (index: number) => number {
  let roots: Int32Array | undefined; // Most files have no need of it.
  return (index) => {
    roots ??= new Int32Array(length).fill(NONE);
    const path: number[] = [];
    let at = index;
    while (roots[at] === NONE) {
      roots[at] = at; // A cycle ends where it comes back.
      path.push(at);
      const parent = parentOf(at);
      if (parent !== NONE) at = parent;
    }
    const root = roots[at] ?? at;
    for (const each of path) roots[each] = root;
    return root;
  };
}

/** Flags of a found item. */
const MESSAGE = 0x1;
const BOUNDARY = 0x2;
const LEAF = 0x4;
const HAS_ID = 0x8;
const HAS_PARENT = 0x10;
