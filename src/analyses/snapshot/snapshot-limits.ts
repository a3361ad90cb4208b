import { dedupeItems, itemText } from "./item-text.ts";
import { LIST_FIELDS, type ListField, type SnapshotContent } from "./result.ts";

/** Content within the limits of a snapshot, and how many items were too many in each list. */
export interface Limited {
  readonly content: SnapshotContent;
  readonly cut: readonly { readonly field: ListField; readonly items: number }[];
}

/** Takes items out that are there twice, clips those that are too long, and keeps the first 25 of a list. */
export function withinLimits(content: SnapshotContent): Limited {
  const cut: { field: ListField; items: number }[] = [];
  const lists = LIST_FIELDS.map((field): [ListField, readonly string[]] => {
    const kept = dedupeItems(content[field]);
    const all = dedupeItems(content[field], Number.POSITIVE_INFINITY);
    if (all.length > kept.length) cut.push({ field, items: all.length - kept.length });
    return [field, kept];
  });
  const current_objective = itemText(content.current_objective);
  return { content: { current_objective, ...Object.fromEntries(lists) } as SnapshotContent, cut };
}
