import type { Found } from "../../transcript/model/arrangement.ts";
import { type Sequence, sequence } from "../../transcript/model/sequence.ts";
import { arrangeChains } from "./arrange-chains.ts";
import { moveFound } from "./move-found.ts";

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
  const put: Found[] = [{ index: place, mark: "boundary", parentIndex: undefined }];
  if (hasSummary)
    put.push({ index: place + 1, role: "user", id: "", parentIndex: place, parts: [] });
  const moved = (index: number) => (index < place ? index : index + put.length);
  const withPut = (index: number): Found => {
    const own = put[index - place];
    if (own !== undefined) return own;
    const each = found.at(index < place ? index : index - put.length) as Found;
    // Only an existing parent can be replaced.
    const isHungOn = each.index === newest[0] && each.parent !== undefined;
    const above = isHungOn ? place + put.length - 1 : each.parentIndex;
    const parentIndex = isHungOn || above === undefined ? above : moved(above);
    return moveFound(each, index, parentIndex);
  };
  const all = sequence(() => found.length + put.length, withPut);
  const main = arrangeChains(all).find(({ messages }) => isMain(all.at(messages.at(0) ?? -1)));
  const { messages = [], dead = 0 } = main ?? {};
  const expected = [...(hasSummary ? [place + 1] : []), ...newest.map(moved)];
  const isAsLong = messages.length - dead === expected.length;
  return isAsLong && expected.every((index, k) => messages.at(dead + k) === index);
}

function isMain(found: Found | undefined): boolean {
  return found !== undefined && found.thread === undefined;
}
