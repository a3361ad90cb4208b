import type { Found } from "../../transcript/arrangement.ts";
import type { Sequence } from "../../transcript/sequence.ts";
import { arrangeChains } from "./chains.ts";

/**
 * Whether `arrangeChains` would find the newest part of the main conversation (by index, in its order),
 * and nothing else, behind a boundary that is put before it, with a summary or without one. Parents that
 * are damaged can lead around the boundary, or to what is to go.
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
  const all = Array.from(found, (each): Found => {
    const { parent, parentIndex } = each;
    // Only a parent that is named can be named anew.
    const isHungOn = each.index === newest[0] && parent !== undefined;
    const above = isHungOn ? place + put.length - 1 : parentIndex;
    const at = {
      index: moved(each.index),
      id: each.id,
      parent,
      parentIndex: isHungOn || above === undefined ? above : moved(above),
      thread: each.thread,
    };
    if (each.mark !== undefined) return { ...at, mark: each.mark };
    const { role, reply } = each;
    return {
      ...at,
      role,
      reply,
      get parts() {
        return each.parts;
      },
    };
  });
  all.splice(place, 0, ...put);
  const main = arrangeChains(all).find(({ messages }) => isMain(all[messages.at(0) ?? -1]));
  const live = [...(main?.messages ?? [])].slice(main?.dead);
  const expected = [...(hasSummary ? [place + 1] : []), ...newest.map(moved)];
  return live.length === expected.length && live.every((index, k) => index === expected[k]);
}

function isMain(found: Found | undefined): boolean {
  return found !== undefined && found.thread === undefined;
}
