/** Finds what a block repeats: of the last two places whose first five bytes have the same hash, where more follows. */
import { count } from "./symbol-counts";
import { INPUT, MOST_SEQUENCES, PLACE_BITS, PLACES, SEQUENCES } from "./deflate-memory";
import { distanceSymbol, lengthSymbol } from "./deflate-symbols";

const MOST_DISTANCE: i32 = 32_768;
const MOST_LENGTH: i32 = 258;
/** Bytes of a block: what comes later may have other codes. */
const BLOCK_BYTES: i32 = 128 * 1024;
/** Bytes that are read past a place. */
const MARGIN: i32 = 16;
/** After 64 places without a match every second one is looked at, and so on. */
const PATIENCE: i32 = 6;

const FACTOR: u64 = 0x9e3779b185ebca87;

/** Sequences of the block, and its literals behind the last. */
export let sequences: i32 = 0;
export let rest: i32 = 0;

/** Forgets all places. */
export function forget(): void {
  memory.fill(PLACES, 0, 8 << PLACE_BITS);
}

@inline
function slotOf(at: i32): i32 {
  return PLACES + (<i32>(((load<u64>(at) << 24) * FACTOR) >>> (64 - PLACE_BITS)) << 3);
}

/** How many bytes from `a` on, up to `end`, are as those from `b` on: both begin with the same four. */
@inline
function lengthAt(a: i32, b: i32, end: i32): i32 {
  let at = a + 4;
  const back = a - b;
  while (at + 8 <= end) {
    const difference = load<u64>(at) ^ load<u64>(at - back);
    if (difference != 0) return at - a + <i32>(ctz(difference) >> 3);
    at += 8;
  }
  while (at < end && load<u8>(at) == load<u8>(at - back)) at++;
  return at - a;
}

/** Finds the sequences of the block that begins at `from`, and counts its symbols. Gives where it ends. */
export function findSequences(from: i32, end: i32): i32 {
  const last = end - MARGIN;
  let at = from;
  let literals = from;
  let misses = 0;
  sequences = 0;
  while (at < last) {
    const slot = slotOf(at);
    const near = load<i32>(slot);
    const far = load<i32>(slot + 4);
    store<i32>(slot, at);
    store<i32>(slot + 4, near);
    const word = load<u32>(at);
    const most = min(end, at + MOST_LENGTH);
    let length = 0;
    let place = near;
    if (near != 0 && at - near <= MOST_DISTANCE && load<u32>(near) == word)
      length = lengthAt(at, near, most);
    if (far != 0 && at - far <= MOST_DISTANCE && load<u32>(far) == word) {
      const other = lengthAt(at, far, most);
      if (other > length) {
        length = other;
        place = far;
      }
    }
    if (length == 0) {
      at += 1 + (misses++ >> PATIENCE);
      continue;
    }
    const distance = at - place;
    while (
      at > literals &&
      at - distance > INPUT &&
      length < MOST_LENGTH &&
      load<u8>(at - 1) == load<u8>(at - distance - 1)
    ) {
      at--;
      length++;
    }
    add(literals, at, length, distance);
    at += length;
    literals = at;
    misses = 0;
    if (at < last) {
      const inside = slotOf(at - 2);
      store<i32>(inside + 4, load<i32>(inside));
      store<i32>(inside, at - 2);
    }
    if (sequences == MOST_SEQUENCES || at - from >= BLOCK_BYTES) {
      rest = 0;
      return at;
    }
  }
  for (let each = literals; each < end; each++) count(load<u8>(each));
  rest = end - literals;
  return end;
}

function add(literals: i32, at: i32, length: i32, distance: i32): void {
  for (let each = literals; each < at; each++) count(load<u8>(each));
  count(lengthSymbol(length));
  count(distanceSymbol(distance));
  const place = SEQUENCES + (sequences << 3);
  store<u32>(place, at - literals);
  store<u32>(place + 4, (length << 16) | distance);
  sequences++;
}
