/** Bytes `[start, end)` of a text, to be replaced by `text` (JSON text, UTF-8 when written). */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Where the bytes are one string: the SHA-256 of its text, if that is known. */
  readonly digest?: string | undefined;
  /** A text that is archived with these bytes, in itself. */
  readonly archived?: string | undefined;
}

/**
 * The text that `splices` make of `bytes[start, end)`, as pieces to be written one after another:
 * ranges of `bytes` themselves (not copied) and the new texts.
 *
 * Splices must be in order and must not overlap; where one does, the program is at fault: it throws.
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
 * The same splices, each looked at before it is carried out: half of one in another would leave text
 * that is no JSON. Where they are not in order, the program is at fault: it throws.
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

/** Throws where a splice begins before `at`, or ends before it begins or after `most`. */
export function checkOrder(
  { start, end }: Pick<Splice, "start" | "end">,
  at: number,
  most = Number.POSITIVE_INFINITY,
): void {
  if (start < at || end < start || end > most)
    throw new RangeError(`splice ${start}-${end} does not fit after ${at}`);
}

/** By how many bytes splices make a text smaller; negative where they make it larger. */
export function savedBytes(splices: Iterable<Splice>): number {
  let saved = 0;
  for (const { start, end, text } of splices) saved += end - start - Buffer.byteLength(text);
  return saved;
}

/** Splices in the order of their places. Two at one place keep their order. */
export function sortSplices(splices: readonly Splice[]): Splice[] {
  return [...splices].sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Splices at most this many places out of order are sorted as they arrive. */
const REACH = 1024;

/**
 * Splices in order that come nearly so: those of one message as its format reads it, the messages one
 * after another. Few are held at a time.
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

/** Whether splices are in the order of their places already. */
export function areInOrder(splices: readonly Splice[]): boolean {
  let at = 0;
  for (const { start } of splices) {
    if (start < at) return false;
    at = start;
  }
  return true;
}

/** Two runs of splices, each in order, as one. Those of `first` come first at the same place. */
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
