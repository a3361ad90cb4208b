import { clipText } from "../../reduce/texts/clip.ts";
import { oneLine } from "../../reduce/texts/white-space.ts";

/** The most items in a list of a snapshot. */
const MAX_CATEGORY_ITEMS = 25;

/** The most chars of an item. */
const MAX_TEXT_LENGTH = 260;

/** A text on one line within the limit of an item; empty where there is only white space. */
export function itemText(text: string): string {
  return clipText(oneLine(text), MAX_TEXT_LENGTH);
}

/** The key of an item: items that differ only in case or final punctuation share it. */
export function comparableKey(text: string): string {
  return oneLine(text.normalize("NFKC"))
    .toLowerCase()
    .replace(/[\s.!;,…]+$/, "");
}

/** The first items, each on one line, without repeats, up to a limit. */
export function dedupeItems(
  texts: Iterable<string>,
  max: number = MAX_CATEGORY_ITEMS,
): readonly string[] {
  const byKey = new Map<string, string>();
  for (const text of texts) {
    if (byKey.size >= max) break;
    const item = itemText(text);
    const key = comparableKey(item);
    if (key !== "" && !byKey.has(key)) byKey.set(key, item);
  }
  return [...byKey.values()];
}
