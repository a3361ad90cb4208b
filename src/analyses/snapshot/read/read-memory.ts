import { isRecord } from "../../../base/json-value.ts";
import type { MemoryEntry } from "../snapshot-inputs.ts";
import { type FileBytes, type JsonRecord, kindOf, recordsIn } from "./read-records.ts";

/** Keys that a list of entries may stand under. */
const LIST_KEYS = ["entries", "memory"];

/**
 * Reads memory entries: an array, an object that has one, or an entry a line. Entries marked `stale`
 * are left out.
 *
 * @throws {ElisionError} with the place of what is no entry.
 */
export function readMemory(file: FileBytes): readonly MemoryEntry[] {
  return recordsIn(file, LIST_KEYS).flatMap((record) => {
    const entry = entryOf(record);
    return entry === undefined ? [] : [entry];
  });
}

function entryOf(record: JsonRecord): MemoryEntry | undefined {
  const { value: given } = record;
  if (!isRecord(given))
    throw record.error(`expected an entry {"scope", "key", "value"} (got ${kindOf(given)})`);
  const text = (name: "scope" | "key"): string => {
    const value = given[name];
    if (typeof value === "string" && value.trim() !== "") return value.trim();
    throw record.error(`${name}: expected a text (got ${kindOf(value)})`);
  };
  const scope = text("scope");
  const key = text("key");
  if (given.value === undefined) throw record.error("value: expected a value (got nothing)");
  if (isDeeper(given.value, MAX_NESTING))
    throw record.error(`value: expected at most ${MAX_NESTING} levels of nesting`);
  const { sourceIteration = null, stale } = given;
  if (
    sourceIteration !== null &&
    !(Number.isInteger(sourceIteration) && Number(sourceIteration) >= 0)
  )
    throw record.error(
      `sourceIteration: expected a whole number, 0 or more (got ${kindOf(sourceIteration)})`,
    );
  if (stale === true) return undefined;
  return {
    scope,
    key,
    value: given.value,
    ...(sourceIteration !== null && { sourceIteration: Number(sourceIteration) }),
  };
}

/** The deepest nesting of a value: what is written again must not exhaust the stack. */
const MAX_NESTING = 100;

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((each) => isDeeper(each, levels - 1));
}
