import { KEEP_TAG, REMOVE_TAG } from "../../reduce/rules/tagged.ts";
import { LoopPlaces } from "../loop/loop-places.ts";
import type { ReadUnit } from "../loop/loop-reader.ts";
import { isFree, type PlacedResult } from "../loop/loop-result.ts";
import type { MessageWindow } from "./window-options.ts";

/** A result, and whether it is outside the window and to be masked. */
export interface WindowResult extends PlacedResult {
  readonly isOutside: boolean;
}

/** The results of messages in order, in a window of which exactly `size` units stay inside. */
export function placeResults(
  units: readonly ReadUnit[],
  window: MessageWindow,
): readonly WindowResult[] {
  const places = new LoopPlaces(window.unit);
  const found: (PlacedResult & { readonly about: ReadUnit["about"] })[] = [];
  for (const { role, about, index, parts } of units) {
    places.message({ role, about, index, parts });
    for (const part of parts) {
      const place = places.part(part);
      if (place !== undefined) found.push({ ...place, part, about });
    }
  }
  const { size, every } = window;
  const left = Math.floor(places.count / every) * every - size;
  return found.map(({ about, ...result }) => {
    if (about.fixed || !result.part.editable) return { ...result, isOutside: false };
    const { tags = [] } = about;
    const isKept = tags.includes(KEEP_TAG) || isKeptBy(window, result);
    const isLeft = result.ordinal <= left && !isKept;
    return { ...result, isOutside: isLeft || tags.includes(REMOVE_TAG) };
  });
}

function isKeptBy(window: MessageWindow, result: PlacedResult): boolean {
  return !isFree(result, window) || (window.keepErrors && result.part.isError);
}
