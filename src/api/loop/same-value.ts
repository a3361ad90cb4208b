/** How a value that was seen before looks now. `marked`: it differs in marks of a prompt cache alone. */
export type Likeness = "same" | "marked" | "other";

/** Where SDKs mark what a provider's prompt cache should keep; the marks move from call to call. */
const CACHE_MARKS: ReadonlySet<string> = new Set(["cache_control", "cacheControl"]);

/**
 * A copy of plain objects and arrays, against which later changes in place show; all else is shared, and so are
 * values that hold themselves, and what is deeper than messages are.
 */
export function snapshotOf(value: unknown, around: readonly unknown[] = []): unknown {
  const isArray = Array.isArray(value);
  if (!isArray && !isRecord(value)) return value;
  if (around.length > DEEPEST || around.includes(value)) return value;
  const here = [...around, value];
  if (isArray) return value.map((item) => snapshotOf(item, here));
  const copy: Record<string, unknown> = {};
  for (const key of keysOf(value)) copy[key] = snapshotOf(value[key], here);
  return copy;
}

/** Levels of a message that are looked at. */
const DEEPEST = 200;

/** Compares a value with its snapshot. Texts are compared by the engine: one and the same costs nothing. */
export function likeness(snapshot: unknown, value: unknown, depth = 0): Likeness {
  if (snapshot === value) return "same";
  if (depth > DEEPEST) return "other";
  if (typeof snapshot !== "object" || snapshot === null)
    return Object.is(snapshot, value) ? "same" : "other";
  if (Array.isArray(snapshot)) return likenessOfItems(snapshot, value, depth + 1);
  if (!isRecord(snapshot) || !isRecord(value)) return "other";
  return likenessOfRecords(snapshot, value, depth + 1);
}

function likenessOfItems(snapshot: readonly unknown[], value: unknown, depth: number): Likeness {
  if (!Array.isArray(value) || value.length !== snapshot.length) return "other";
  let result: Likeness = "same";
  for (let index = 0; index < value.length; index++) {
    const found = likeness(snapshot[index], value[index], depth);
    if (found === "other") return "other";
    if (found === "marked") result = "marked";
  }
  return result;
}

/** Here are no lists of keys made but the engine's own: every message of a conversation comes by at every call. */
function likenessOfRecords(
  snapshot: Readonly<Record<string, unknown>>,
  value: Readonly<Record<string, unknown>>,
  depth: number,
): Likeness {
  let result: Likeness = "same";
  let marks = 0;
  let others = 0;
  for (const key of Object.keys(value)) {
    if (key === COPY_KEY) continue;
    const isMark = CACHE_MARKS.has(key);
    if (isMark) marks++;
    else others++;
    const isThere = Object.hasOwn(snapshot, key);
    const found = isThere ? likeness(snapshot[key], value[key], depth) : "other";
    if (found === "other" && !isMark) return "other";
    if (found !== "same") result = "marked";
  }
  const before = Object.keys(snapshot);
  if (marks === 0 && before.length === others) return result;
  const isSame = before.filter((key) => !CACHE_MARKS.has(key)).length === others;
  return isSame ? (before.length === marks + others ? result : "marked") : "other";
}

/** LangChain's instances hold their fields a second time, and what differs is in the fields. */
const COPY_KEY = "lc_kwargs";

function keysOf(value: object): readonly string[] {
  return Object.keys(value).filter((key) => key !== COPY_KEY);
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
