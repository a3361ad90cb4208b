/** A range of bytes `[start, end)`, and the JSON text that replaces it, written as UTF-8. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** If the range is one string: the SHA-256 of its text, if known. */
  readonly digest?: string | undefined;
  /** Where room is left in the text for the ref to what it replaces, in chars. */
  readonly refAt?: number | undefined;
  /** A text to archive besides the bytes of the range. */
  readonly archived?: string | undefined;
}

/**
 * The result of applying `splices` to `bytes[start, end)`, as pieces to write one after another: ranges of
 * `bytes` (not copied) and the new texts.
 *
 * Splices must be in order and must not overlap, else this throws: that is a fault of the program.
 */
export function* applySplices(
  bytes: Buffer,
  splices: Iterable<Splice>,
  { start = 0, end = bytes.length }: { start?: number; end?: number } = {},
): Iterable<Buffer> {
  let at = start;
  for (const splice of inOrder(splices, { start, end })) {
    if (splice.start > at) yield bytes.subarray(at, splice.start);
    if (splice.text !== "") yield Buffer.from(splice.text, "utf8");
    at = splice.end;
  }
  if (at < end) yield bytes.subarray(at, end);
}

/**
 * Yields the same splices, and checks each before it is applied: overlapping splices would leave invalid
 * JSON. Throws if they are not in order, which is a fault of the program.
 */
export function* inOrder(
  splices: Iterable<Splice>,
  { start = 0, end = Number.POSITIVE_INFINITY }: { start?: number; end?: number } = {},
): Iterable<Splice> {
  let at = start;
  for (const splice of splices) {
    checkOrder(splice, at, end);
    yield splice;
    at = splice.end;
  }
}

/** Throws if a splice begins before `at`, ends before it begins, or ends after `most`. */
export function checkOrder(
  { start, end }: Pick<Splice, "start" | "end">,
  at: number,
  most = Number.POSITIVE_INFINITY,
): void {
  if (start < at || end < start || end > most)
    throw new RangeError(`splice ${start}-${end} does not fit after ${at}`);
}

/** The number of bytes that splices save; negative if they make a text larger. */
export function savedBytes(splices: Iterable<Splice>): number {
  let saved = 0;
  for (const { start, end, text } of splices) saved += end - start - Buffer.byteLength(text);
  return saved;
}

/** Splices sorted by offset. Two at the same offset keep their order. */
export function sortSplices(splices: readonly Splice[]): Splice[] {
  return [...splices].sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Splices at most this many positions out of order are sorted as they arrive. */
const REACH = 1024;

/**
 * Sorts splices that are nearly in order: within a message as its format reads it, and message by message.
 * Buffers few at a time.
 */
export function* nearlyInOrder(splices: Iterable<Splice>): Iterable<Splice> {
  let held: Splice[] = [];
  for (const splice of splices) {
    held.push(splice);
    if (held.length < 2 * REACH) continue;
    held = sortSplices(held);
    yield* held.splice(0, REACH);
  }
  yield* sortSplices(held);
}

/** Whether splices are already in order. */
export function areInOrder(splices: readonly Splice[]): boolean {
  let at = 0;
  for (const { start } of splices) {
    if (start < at) return false;
    at = start;
  }
  return true;
}

/** Merges two ordered runs of splices. At the same offset those of `first` come first. */
export function* mergeSplices(first: Iterable<Splice>, second: Iterable<Splice>): Iterable<Splice> {
  const others = second[Symbol.iterator]();
  let other = others.next();
  for (const splice of first) {
    while (!other.done && other.value.start < splice.start) {
      yield other.value;
      other = others.next();
    }
    yield splice;
  }
  for (; !other.done; other = others.next()) yield other.value;
}
