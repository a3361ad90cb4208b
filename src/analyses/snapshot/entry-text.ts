import { oneLine } from "../../reduce/texts/white-space.ts";
import { itemText } from "./item-text.ts";
import type { MemoryEntry, PlanTask } from "./snapshot-inputs.ts";

/** How a model and a reader name an entry. */
export function entryName({ scope, key }: MemoryEntry): string {
  return `${scope}:${key}`;
}

/** How a model names a task. */
export function taskName({ id }: PlanTask): string {
  return `task:${id}`;
}

/** An entry as an item: its name, and what it says. */
export function entryItem(entry: MemoryEntry): string {
  return itemText(`${entryName(entry)} - ${valueText(entry.value)}`);
}

/** A task as an item. */
export function taskItem({ id, title, status }: PlanTask): string {
  return itemText(`Task ${id} (${title}) is ${status}`);
}

/** Depth to which a value is looked into: what lies deeper was not written for a reader. */
const MAX_DEPTH = 4;

/** A value as text, on one line: `status: failing; tests: 3`. */
export function valueText(value: unknown): string {
  return oneLine(flattened(value, 0)) || "(no details)";
}

function flattened(value: unknown, depth: number): string {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return "";
  if (typeof value !== "object") return String(value);
  if (depth >= MAX_DEPTH) return Array.isArray(value) ? "[…]" : "{…}";
  const texts = Array.isArray(value)
    ? value.map((item) => flattened(item, depth + 1))
    : Object.entries(value).map(([key, item]) => {
        const text = flattened(item, depth + 1);
        return text === "" ? "" : `${key}: ${text}`;
      });
  return texts.filter((text) => text.trim() !== "").join("; ");
}
