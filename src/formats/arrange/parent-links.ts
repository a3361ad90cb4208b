import {
  FOUND_FLAGS,
  type FoundNumbers,
  flagOfMark,
} from "../../transcript/columns/found-numbers.ts";
import { TextTable } from "../../transcript/columns/text-table.ts";
import type { Found } from "../../transcript/model/arrangement.ts";
import type { PartHead } from "../../transcript/model/heads.ts";
import type { Sequence } from "../../transcript/model/sequence.ts";

/** No index. */
export const NONE = -1;

/** How messages and marks are linked, by index: numbers only, since there may be millions. */
export interface Links extends FoundNumbers {
  /**
   * Whether a line that could not be parsed follows all messages: it may have named any of them as its
   * parent.
   */
  readonly endsTorn: boolean;
}

const { message: MESSAGE, boundary: BOUNDARY, leaf: LEAF, torn: IS_TORN } = FOUND_FLAGS;

export function linksOf(numbers: FoundNumbers): Links {
  const { flags } = numbers;
  let last = flags.length - 1;
  while (last >= 0 && ((flags[last] ?? 0) & (MESSAGE | BOUNDARY | LEAF | IS_TORN)) === 0) last--;
  return { ...numbers, endsTorn: ((flags[last] ?? 0) & IS_TORN) !== 0 };
}

/** Messages and marks as numbers; a store has them. */
export function numbersOf(
  found: Sequence<Found> & { readonly numbers?: () => FoundNumbers },
): FoundNumbers {
  return found.numbers?.() ?? numbersInOrder(found);
}

function numbersInOrder(found: Sequence<Found>): FoundNumbers {
  const length = (found.at(found.length - 1)?.index ?? -1) + 1;
  const flags = new Uint8Array(length);
  const parents = new Int32Array(length).fill(NONE);
  const texts = new TextTable();
  const places = new Int32Array(length).fill(NONE);
  let place = 0;
  for (const each of found) {
    const { index, mark, parentIndex, hasId = each.id !== undefined } = each;
    parents[index] = parentIndex ?? NONE;
    const hasParent = parentIndex !== undefined || each.parent !== undefined;
    flags[index] =
      flagOfMark(mark) | (hasId ? FOUND_FLAGS.hasId : 0) | (hasParent ? FOUND_FLAGS.hasParent : 0);
    places[index] = place++;
  }
  const at = (index: number) => found.at(places[index] ?? NONE);
  return {
    flags,
    parents,
    threadOf: (index) => texts.numberOf(at(index)?.thread),
    threadName: (thread) => texts.text(thread) ?? "",
    hasThreads: true,
    replyOf(index) {
      const each = at(index);
      return each?.mark === undefined ? texts.numberOf(each?.reply) : 0;
    },
    eachId(index, kind, visit) {
      const each = at(index);
      if (each === undefined || each.mark !== undefined) return;
      for (const part of each.parts) {
        const id = part.kind === kind ? idOf(part) : undefined;
        if (id !== undefined) visit(texts.numberOf(id));
      }
    },
  };
}

function idOf(part: PartHead): string | undefined {
  if (part.kind === "call") return part.id;
  return part.kind === "observation" ? part.callId : undefined;
}

/** Finds the first message of the path that leads to another. */
export function rootFinder({ parents }: Pick<Links, "parents">): (index: number) => number {
  let roots: Int32Array | undefined; // Most files do not need it.
  return (index) => {
    roots ??= new Int32Array(parents.length).fill(NONE);
    const path: number[] = [];
    let at = index;
    while (roots[at] === NONE) {
      roots[at] = at; // A cycle ends at its first message.
      path.push(at);
      const parent = parents[at] ?? NONE;
      if (parent !== NONE) at = parent;
    }
    const root = roots[at] ?? at;
    for (const each of path) roots[each] = root;
    return root;
  };
}
