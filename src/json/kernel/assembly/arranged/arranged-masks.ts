/**
 * Decides which results of a session's conversation are masked, in AssemblyScript, and sums the outcome, as
 * engine/plain/results/result-table.ts does.
 */
import {
  copies,
  hasCopies,
  needMemory,
  partId,
  resultParts,
  sides,
  sideTotal,
  states,
} from "./arranged-columns";
import {
  BLOCK,
  blockCount,
  blocks,
  deadResults,
  orderStart,
  resultCount,
  toolTurns,
} from "./arranged-counts";
import { byId, idFlags } from "./arranged-links";
import {
  beginReasons,
  charsOf,
  countsMaskedTurns,
  DEAD,
  IS_MASKED,
  isPlaceholder,
  limitOf,
  MASKED,
  REASONS,
  savedChars,
  turnOf,
  whyNot,
} from "./arranged-reasons";
import { IN_WINDOW, NO_MASKING } from "../policy/row-keepers";

/** The address of the sums: for each reason the results kept, their chars, the results masked and the chars saved. */
let sums: i32 = 0;

/** Masked results that reach the model: their number, the index of the first, and their tool turns. */
export let masked: i32 = 0;
export let firstMasked: i32 = 0;
export let maskedTurns: i32 = 0;
/** Results that reach the model and were placeholders before; and the chars of all that reach the model. */
export let maskedBefore: i32 = 0;
export let resultChars: f64 = 0;
/** Whether the first result that the window decides about stays. */
export let keptFirst: bool = false;
/** The bytes of the side copies of masked results. */
export let sideBytes: f64 = 0;
/** Blocks of bound reasoning after the first masked result, and their chars. */
export let boundBlocks: i32 = 0;
export let boundChars: f64 = 0;
/** The model of the last block. */
export let lastBound: i32 = 0;

/** Sets the policy, and the address of the sums. */
export function beginMasks(from: i32, into: i32): void {
  beginReasons(from);
  sums = into;
}

/** Decides about the results of the current conversation, which all stay if it `isLeft`. */
export function maskArranged(isLeft: bool): void {
  const turnsAt = blocks + blockCount * BLOCK;
  memory.fill(sums, 0, REASONS << 5);
  masked = 0;
  firstMasked = -1;
  maskedTurns = 0;
  maskedBefore = 0;
  resultChars = 0;
  keptFirst = false;
  const countsTurns = countsMaskedTurns();
  if (countsTurns) {
    needMemory(turnsAt + toolTurns + 1);
    memory.fill(turnsAt, 0, toolTurns + 1);
  }
  const limit = limitOf();
  let isWindowSeen = false;
  for (let at: i32 = 0; at < resultCount; at++) {
    const result = load<i32>(orderStart + (at << 2));
    const size = charsOf(result);
    const isDead = at < deadResults;
    if (!isDead) resultChars += <f64>size;
    const reason = isLeft ? NO_MASKING : whyNot(result, at, isDead, limit);
    if (!isDead && (reason == IN_WINDOW || reason == IS_MASKED) && !isWindowSeen) {
      isWindowSeen = true;
      keptFirst = reason == IN_WINDOW;
    }
    if (reason != IS_MASKED) {
      if (!isDead && isPlaceholder(result)) maskedBefore++;
      sum(reason, 0, size);
      continue;
    }
    sum(isDead ? DEAD : IN_WINDOW, 16, savedChars(result, size));
    store<i32>(states + (result << 2), load<i32>(states + (result << 2)) | MASKED);
    if (isDead) continue;
    if (masked++ == 0) firstMasked = at;
    if (countsTurns) markTurn(turnsAt, result);
  }
  sumSides();
  sumBlocks();
}

function sum(reason: i32, column: i32, size: i32): void {
  const at = sums + (reason << 5) + column;
  store<f64>(at, load<f64>(at) + 1);
  store<f64>(at, load<f64>(at, 8) + <f64>size, 8);
}

/** Counts the tool turn of a masked result, once. */
function markTurn(turnsAt: i32, result: i32): void {
  const turn = turnOf(result);
  if (turn == 0 || load<u8>(turnsAt + turn) != 0) return;
  store<u8>(turnsAt + turn, 1);
  maskedTurns++;
}

@inline
function idOf(result: i32): i32 {
  return partId(load<i32>(resultParts + (result << 2)));
}

// Flags of ids: one of its results stays; its copies are counted.
const STAYS: i32 = 1;
const IS_COUNTED: i32 = 2;

/**
 * Sums the bytes of the side copies of masked results. Ids repeat: a copy that names a call may belong to any
 * of several results, and counts only if all of them are masked.
 */
function sumSides(): void {
  sideBytes = 0;
  if (!hasCopies && sideTotal == 0) return;
  if (sideTotal > 0) {
    // Reuses the table of open calls, which are no longer needed: such copies exist only in a session of one
    // conversation.
    memory.fill(byId, 0, idFlags - byId);
    for (let k: i32 = 0; k < sideTotal; k++) {
      const at = byId + (load<i32>(sides + (k << 3)) << 2);
      store<i32>(at, load<i32>(at) + load<i32>(sides + (k << 3), 4));
    }
  }
  for (let k: i32 = 0; k < resultCount; k++) {
    const result = load<i32>(orderStart + (k << 2));
    if (!isPlaceholder(result)) store<u8>(idFlags + idOf(result), STAYS);
    else if (hasCopies) sideBytes += <f64>load<i32>(copies + (result << 2));
  }
  for (let k: i32 = 0; k < resultCount; k++) {
    const id = idOf(load<i32>(orderStart + (k << 2)));
    if (load<u8>(idFlags + id) != 0) continue;
    store<u8>(idFlags + id, IS_COUNTED);
    if (sideTotal > 0) sideBytes += <f64>load<i32>(byId + (id << 2));
  }
  for (let k: i32 = 0; k < resultCount; k++)
    store<u8>(idFlags + idOf(load<i32>(orderStart + (k << 2))), 0);
}

/** Sums the blocks of bound reasoning that masking makes invalid: those after the first masked result. */
function sumBlocks(): void {
  boundBlocks = 0;
  boundChars = 0;
  if (firstMasked < 0 || blockCount == 0) return;
  lastBound = load<i32>(blocks + (blockCount - 1) * BLOCK);
  for (let k = blockCount - 1; k >= 0; k--) {
    const block = blocks + k * BLOCK;
    if (load<i32>(block, 8) <= firstMasked) break;
    boundBlocks++;
    boundChars += <f64>load<i32>(block, 4);
  }
}
