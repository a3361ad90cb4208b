import { comparableKey } from "./item-text.ts";
import type { ReflectedReply } from "./reflect/reflection-reply.ts";
import { type Item, itemsOf, type Snapshot, type SnapshotField } from "./result.ts";

/** Something that a snapshot by keywords and one by a model do not have in common. */
export type Difference = Item &
  (
    | { readonly kind: "only_deterministic" | "only_reflected" }
    | { readonly kind: "moved"; readonly to: SnapshotField }
    /** It became part of another item, or is shorter there. */
    | { readonly kind: "reworded"; readonly to: SnapshotField; readonly as: string }
  );

/** The differences of two snapshots: first what keywords made, in order, then what a model made. */
export function differencesOf(
  deterministic: Snapshot,
  {
    proposed,
    sources = new Map(),
  }: { readonly proposed: Snapshot; readonly sources?: ReflectedReply["sources"] | undefined },
): readonly Difference[] {
  const before = fieldsByKey(deterministic);
  const after = fieldsByKey(proposed);
  const added = itemsOf(proposed).filter(({ text }) => !before.has(comparableKey(text)));
  const explained = new Set<Item>();
  const found: Difference[] = [];
  for (const item of itemsOf(deterministic)) {
    const fields = after.get(comparableKey(item.text));
    const [to] = fields ?? [];
    const other = added.find((each) => covers(each, item, sources));
    // Keywords put an item in several lists; what left one of them has moved only if it was in no other.
    if (to !== undefined) {
      const isNew = !before.get(comparableKey(item.text))?.has(to);
      if (!fields?.has(item.field) && isNew) found.push({ kind: "moved", ...item, to });
    } else if (other === undefined) found.push({ kind: "only_deterministic", ...item });
    else {
      explained.add(other);
      found.push({ kind: "reworded", ...item, to: other.field, as: other.text });
    }
  }
  const rest = added.filter((item) => !explained.has(item));
  return [...found, ...rest.map((item) => ({ kind: "only_reflected" as const, ...item }))];
}

/** Whether an item was made of another: it is a part of it, or cites the entry or the task that it names. */
function covers(item: Item, other: Item, sources: ReflectedReply["sources"]): boolean {
  const key = comparableKey(other.text);
  const cited = sources.get(item.text) ?? [];
  const names = cited.flatMap((name) => [`${name} - `, `${name.replace(/^task:/i, "Task ")} (`]);
  return (
    key.includes(comparableKey(item.text)) ||
    names.some((name) => key.startsWith(name.toLowerCase()))
  );
}

function fieldsByKey(snapshot: Snapshot): ReadonlyMap<string, ReadonlySet<SnapshotField>> {
  const fields = new Map<string, Set<SnapshotField>>();
  for (const { field, text } of itemsOf(snapshot)) {
    const key = comparableKey(text);
    fields.set(key, (fields.get(key) ?? new Set()).add(field));
  }
  return fields;
}
