import { clipText } from "../reduce/clip.ts";

/** The most items that a list of a snapshot has (seed 5). */
export const MAX_CATEGORY_ITEMS = 25;

/** The most chars that an item has (seed 5). */
export const MAX_TEXT_LENGTH = 260;

/** A text on one line within the limit of an item; empty where there is only white space. */
export function itemText(text: string): string {
  return clipText(collapsed(text), MAX_TEXT_LENGTH);
}

/** A text on one line. */
export function collapsed(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** What two items have in common that say the same: case and what ends them do not count. */
export function comparableKey(text: string): string {
  return collapsed(text.normalize("NFKC"))
    .toLowerCase()
    .replace(/[\s.!;,…]+$/, "");
}

/** Items on one line each, no two of them the same, at most so many: the first ones. */
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
