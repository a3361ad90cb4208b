/**
 * The keys of rows that were learned, in AssemblyScript: rows with the same keys are read under the current
 * policy.
 */
import { areSame } from "../bytes/bytes";
import { policy, SHAPES, SHAPES_END, turnToPolicy } from "../policy/row-policy";
import { after, ARRAY, isContainer, TOKEN, turnTo } from "../tape/tape-tokens";

/** Whether rows with the keys of the current one may have a result that is not read. */
export let shapeHasSign: bool = false;
/** Whether such rows may be of another format, by more than their keys. */
export let shapeIsAsked: bool = false;
/** Whether the keys of messages may tell another format. */
export let shapeIsToldByMessages: bool = false;

// Bits of a shape: whether it is an array, has a sign, is asked about, and is told by its messages.
const IS_ARRAY: i32 = 1;
const HAS_SIGN: i32 = 2;
const IS_ASKED: i32 = 4;
const IS_TOLD: i32 = 8;

/** Whether the row at a token has the keys of a learned one, in the same order, or both are arrays. */
export function isKnownShape(root: i32): bool {
  if (!isContainer(root)) return false;
  const isArray = load<u8>(root) == ARRAY ? IS_ARRAY : 0;
  const stop = isArray != 0 ? root + TOKEN : after(root);
  for (let at = policy + SHAPES; load<i32>(at) != 0; at += load<i32>(at)) {
    let known = at + 8;
    let key = root + TOKEN;
    while (key < stop) {
      const from = load<i32>(key, 4);
      const length = load<i32>(key, 8) - from;
      if (load<i32>(known) != length || !areSame(known + 4, from, length)) break;
      known += 4 + length;
      key = after(key + TOKEN);
    }
    const bits = load<i32>(at, 4);
    if (key >= stop && load<i32>(known) == 0 && (bits & IS_ARRAY) == isArray) {
      shapeHasSign = (bits & HAS_SIGN) != 0;
      shapeIsAsked = (bits & IS_ASKED) != 0;
      shapeIsToldByMessages = (bits & IS_TOLD) != 0;
      return true;
    }
  }
  return false;
}

/** Learns the keys of the row at a token, with bits about such rows; returns 0 if there is no room for them. */
export function learnShape(from: i32, tokens: i32, root: i32, about: i32): i32 {
  turnToPolicy(from);
  turnTo(tokens);
  if (isKnownShape(root)) return 1;
  let at = policy + SHAPES;
  while (load<i32>(at) != 0) at += load<i32>(at);
  const begin = at;
  const limit = policy + SHAPES_END - 16;
  at += 8;
  const isArray = load<u8>(root) == ARRAY;
  const stop = isArray ? root : after(root);
  for (let key = root + TOKEN; key < stop; key = after(key + TOKEN)) {
    const start = load<i32>(key, 4);
    const length = load<i32>(key, 8) - start;
    if (length > limit - at) {
      memory.fill(begin, 0, policy + SHAPES_END - begin);
      return 0;
    }
    store<i32>(at, length);
    memory.copy(at + 4, start, length);
    at += 4 + length;
  }
  store<i32>(at, 0);
  store<i32>(begin, at + 4 - begin);
  store<i32>(begin, about | (isArray ? IS_ARRAY : 0), 4);
  store<i32>(at, 0, 4);
  return 1;
}
