/**
 * Bytes read at a time while others are processed. They come from another core's cache anyway, and each read costs
 * a turn of the event loop: with 1 MB, 400 MB of rows take 5 % longer.
 */
export const AHEAD_BYTES = 2 * 1024 * 1024;

/** The least size of an input for this: no threads are started for less. */
export const AHEAD_FROM = 2 * 1024 * 1024;

/** Room for a line break between bytes and those that are read meanwhile. */
const GAP = 64;

/** Room for the start of a line before bytes that are read to where the window begins. */
const START_ROOM = 1024 * 1024;

/** Where `AHEAD_BYTES` may be read to while the bytes in `[from, filled)` are dealt with; undefined without room. */
export function placeAhead(
  { windowStart, windowEnd }: Pick<WindowMemory, "windowStart" | "windowEnd">,
  { from, filled }: Filled,
): number | undefined {
  const after = filled + GAP;
  if (after + AHEAD_BYTES <= windowEnd) return after;
  const before = windowStart + START_ROOM;
  return before + AHEAD_BYTES <= from ? before : undefined;
}

/**
 * Joins the unprocessed rest, `[from, filled)`, with the `count` bytes that were read to a place. Returns the
 * place of the rest, directly before these bytes.
 */
export function joinAhead(
  { bytes, windowStart }: WindowMemory,
  { from, filled }: Filled,
  { at, count }: { readonly at: number; readonly count: number },
): Filled {
  const rest = filled - from;
  const first = Math.max(windowStart, at - rest);
  const read = first + rest;
  // A start of a line that has no room before them: there is some for both, as they lay in the window together.
  const copy = read === at ? undefined : Buffer.from(bytes.subarray(at, at + count));
  bytes.copyWithin(first, from, filled);
  copy?.copy(bytes, read);
  return { from: first, filled: read };
}

/** The memory of a window, and its bounds. */
interface WindowMemory {
  readonly bytes: Buffer;
  readonly windowStart: number;
  readonly windowEnd: number;
}

/** The range of unprocessed bytes in a window. */
interface Filled {
  readonly from: number;
  readonly filled: number;
}
