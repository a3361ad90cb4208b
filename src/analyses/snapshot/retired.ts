import { comparableKey } from "./item-text.ts";
import { itemsOf, type Snapshot, type SnapshotField } from "./result.ts";

/** An item that the snapshot before had and this one has not: a line of `retired-trajectory.jsonl`. */
export interface Retired {
  readonly schema_version: 1;
  readonly retired_at: string;
  readonly iteration: number;
  readonly previous_iteration: number;
  readonly field: SnapshotField;
  readonly value: string;
  readonly reason: "no_longer_active";
}

/** Items of the snapshot before that the present one lacks, whichever path made it. */
export function retiredItems(previous: Snapshot | undefined, now: Snapshot): readonly Retired[] {
  if (previous === undefined) return [];
  const active = new Set(itemsOf(now).map(({ field, text }) => `${field} ${comparableKey(text)}`));
  return itemsOf(previous)
    .filter(({ field, text }) => !active.has(`${field} ${comparableKey(text)}`))
    .map(({ field, text }) => ({
      schema_version: 1,
      retired_at: now.generated_at,
      iteration: now.iteration,
      previous_iteration: previous.iteration,
      field,
      value: text,
      reason: "no_longer_active",
    }));
}

/** The same retirement has the same key, whenever it was written down. */
export function retiredKey(
  record: Omit<Retired, "schema_version" | "retired_at" | "reason">,
): string {
  const { iteration, previous_iteration, field, value } = record;
  return JSON.stringify([iteration, previous_iteration, field, value]);
}

/** How many items of a snapshot the one before had too, in the same list or another. */
export function repeatedItems(
  previous: Snapshot | undefined,
  now: Snapshot,
): { readonly items: number; readonly repeated: number } {
  const keys = new Set(itemsOf(now).map(({ text }) => comparableKey(text)));
  const before = new Set(previous && itemsOf(previous).map(({ text }) => comparableKey(text)));
  return { items: keys.size, repeated: [...keys].filter((key) => before.has(key)).length };
}
