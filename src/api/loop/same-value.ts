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
  if (snapshot === value) return "same";
  if (typeof snapshot !== "object" || snapshot === null)
    return Object.is(snapshot, value) ? "same" : "other";
  if (Array.isArray(snapshot)) return likenessOfItems(snapshot, value);
  return isRecord(snapshot) && isRecord(value) ? likenessOfRecords(snapshot, value) : "other";
}

function likenessOfItems(snapshot: readonly unknown[], value: unknown): Likeness {
  if (!Array.isArray(value) || value.length !== snapshot.length) return "other";
  let result: Likeness = "same";
  for (let index = 0; index < value.length; index++) {
    const found = likeness(snapshot[index], value[index]);
    if (found === "other") return "other";
    if (found === "marked") result = "marked";
  }
  return result;
}

/** Here are no lists of keys made but the engine's own: every message of a conversation comes by at every call. */
function likenessOfRecords(
  snapshot: Readonly<Record<string, unknown>>,
  value: Readonly<Record<string, unknown>>,
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
    const found = isThere ? likeness(snapshot[key], value[key]) : "other";
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
