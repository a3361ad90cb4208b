/** How a value that was seen before looks now. `marked`: it differs in marks of a prompt cache alone. */
export type Likeness = "same" | "marked" | "other";

/** Where SDKs mark what a provider's prompt cache should keep; the marks move from call to call. */
const CACHE_MARKS: ReadonlySet<string> = new Set(["cache_control", "cacheControl"]);

/** A copy of plain objects and arrays, against which later changes in place show; all else is shared. */
export function snapshotOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snapshotOf);
  if (!isRecord(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const key of keysOf(value)) copy[key] = snapshotOf(value[key]);
  return copy;
}

/** Compares a value with its snapshot. Texts are compared by the engine: one and the same costs nothing. */
export function likeness(snapshot: unknown, value: unknown): Likeness {
  if (Object.is(snapshot, value)) return "same";
  if (Array.isArray(snapshot))
    return Array.isArray(value) && value.length === snapshot.length
      ? least(snapshot.keys(), (index) => likeness(snapshot[index], value[index]))
      : "other";
  if (!isRecord(snapshot) || !isRecord(value)) return "other";
  const keys = keysOf(value);
  if (keys.length !== keysOf(snapshot).length) return withoutMarks(snapshot, value);
  return least(keys, (key) => {
    if (!Object.hasOwn(snapshot, key)) return CACHE_MARKS.has(key) ? "marked" : "other";
    const found = likeness(snapshot[key], value[key]);
    return found === "other" && CACHE_MARKS.has(key) ? "marked" : found;
  });
}

function withoutMarks(
  snapshot: Readonly<Record<string, unknown>>,
  value: Readonly<Record<string, unknown>>,
): Likeness {
  const own = (of: object) => keysOf(of).filter((key) => !CACHE_MARKS.has(key));
  const keys = own(value);
  if (keys.length !== own(snapshot).length) return "other";
  const found = least(keys, (key) => likeness(snapshot[key], value[key]));
  return found === "same" ? "marked" : found;
}

function least<T>(of: Iterable<T>, likenessOf: (each: T) => Likeness): Likeness {
  let result: Likeness = "same";
  for (const each of of) {
    const found = likenessOf(each);
    if (found === "other") return "other";
    if (found === "marked") result = "marked";
  }
  return result;
}

/** LangChain's instances hold their fields a second time, and what differs is in the fields. */
function keysOf(value: object): readonly string[] {
  return Object.keys(value).filter((key) => key !== "lc_kwargs");
}

/** Whether a value is made of keys; binary data, dates and addresses are compared as one. */
function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  return !(
    ArrayBuffer.isView(value) ||
    value instanceof ArrayBuffer ||
    value instanceof Date ||
    value instanceof URL
  );
}
