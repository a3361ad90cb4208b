/** Huffman codes for what was counted: in-place minimum redundancy (Moffat and Katajainen 1995), then limited lengths. */
import { countOf } from "./symbol-counts";
import { CODES, LENGTHS, PER_LENGTH, SORTED, SYMBOLS } from "./deflate-memory";

/** No code is longer before its length is limited. */
const DEEPEST: i32 = 32;

@inline
function sorted(k: i32): u32 {
  return load<u32>(SORTED + (k << 2));
}

@inline
function setSorted(k: i32, value: u32): void {
  store<u32>(SORTED + (k << 2), value);
}

@inline
function perLength(length: i32): i32 {
  return load<i32>(PER_LENGTH + (length << 2));
}

@inline
function setPerLength(length: i32, count: i32): void {
  store<i32>(PER_LENGTH + (length << 2), count);
}

/** Makes codes of at most `limit` bits for the `size` symbols from `first` on. */
export function makeCodes(first: i32, size: i32, limit: i32): void {
  memory.fill(LENGTHS + first, 0, size);
  memory.fill(PER_LENGTH, 0, 4 * (DEEPEST + 1));
  const used = sortUsed(first, size);
  if (used == 1) setSorted(0, 1);
  else {
    makeTree(used);
    measureDepths(used);
  }
  for (let k = 0; k < used; k++) {
    const depth = min(<i32>sorted(k), DEEPEST);
    setPerLength(depth, perLength(depth) + 1);
  }
  if (used > 1) limitLengths(limit);
  let rarest = used;
  for (let length = 1; length <= limit; length++)
    for (let left = perLength(length); left > 0; left--)
      store<u8>(LENGTHS + load<u16>(SYMBOLS + (--rarest << 1)), length);
  assign(first, size, limit);
}

/** Sorts the symbols that there are, the rarest first; gives how many they are. */
function sortUsed(first: i32, size: i32): i32 {
  let used = 0;
  for (let symbol = first; symbol < first + size; symbol++) {
    const count = countOf(symbol);
    if (count == 0) continue;
    let at = used++;
    for (; at > 0 && sorted(at - 1) > count; at--) {
      setSorted(at, sorted(at - 1));
      store<u16>(SYMBOLS + (at << 1), load<u16>(SYMBOLS + ((at - 1) << 1)));
    }
    setSorted(at, count);
    store<u16>(SYMBOLS + (at << 1), symbol);
  }
  return used;
}

/** Makes of the counts the numbers of parents. */
function makeTree(used: i32): void {
  setSorted(0, sorted(0) + sorted(1));
  let root = 0;
  let leaf = 2;
  for (let next = 1; next < used - 1; next++) {
    let sum: u32 = 0;
    for (let child = 0; child < 2; child++) {
      const isRoot = leaf >= used || (root < next && sorted(root) < sorted(leaf));
      if (isRoot) {
        sum += sorted(root);
        setSorted(root++, next);
      } else sum += sorted(leaf++);
    }
    setSorted(next, sum);
  }
}

/** Makes of the numbers of parents the depths of symbols. */
function measureDepths(used: i32): void {
  setSorted(used - 2, 0);
  for (let next = used - 3; next >= 0; next--) setSorted(next, sorted(sorted(next)) + 1);
  let free = 1;
  let depth: u32 = 0;
  let root = used - 2;
  let next = used - 1;
  while (free > 0) {
    let inner = 0;
    while (root >= 0 && sorted(root) == depth) {
      inner++;
      root--;
    }
    while (free > inner) {
      setSorted(next--, depth);
      free--;
    }
    free = 2 * inner;
    depth++;
  }
}

/** Shortens what is too long, and makes others longer for it. */
function limitLengths(limit: i32): void {
  for (let length = limit + 1; length <= DEEPEST; length++)
    setPerLength(limit, perLength(limit) + perLength(length));
  let total: u32 = 0;
  for (let length = 1; length <= limit; length++) total += perLength(length) << (limit - length);
  for (; total > <u32>1 << limit; total--) {
    setPerLength(limit, perLength(limit) - 1);
    let length = limit - 1;
    while (perLength(length) == 0) length--;
    setPerLength(length, perLength(length) - 1);
    setPerLength(length + 1, perLength(length + 1) + 2);
  }
}

/** Gives each symbol the next code of its length, as it is written: the first bit lowest. */
function assign(first: i32, size: i32, limit: i32): void {
  let code = 0;
  for (let length = 1; length <= limit; length++) {
    const count = perLength(length);
    setPerLength(length, code);
    code = (code + count) << 1;
  }
  for (let symbol = first; symbol < first + size; symbol++) {
    const length: i32 = load<u8>(LENGTHS + symbol);
    if (length == 0) continue;
    const next = perLength(length);
    setPerLength(length, next + 1);
    let reversed = 0;
    for (let bit = 0; bit < length; bit++) reversed |= ((next >> bit) & 1) << (length - 1 - bit);
    store<u32>(CODES + (symbol << 2), reversed | (length << 16));
  }
}
