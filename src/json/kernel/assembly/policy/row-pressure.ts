/**
 * Finds when masking a row starts, in AssemblyScript: at the first turn before which the row is larger than the trigger
 * and masking saves enough. See reduce/pipeline/pressure.ts.
 */
import { chatTurns, RESULT } from "../chat/chat-results";
import { MOST_TURNS, TURN } from "../chat/chat-turns";
import { limitBefore } from "./row-limit";
import { COLUMN, MIN_SAVINGS, policy, SAVED_AT, TARGET, TRIGGER, TURNS_AT } from "./row-policy";

/** For `noteSaved`: the result stays whatever the size, since it is a placeholder or for another reason. */
export const STAYS: i32 = i32.MIN_VALUE;
export const STAYS_MASKED: i32 = STAYS + 1;
/** Only objects can tell which results are masked. */
const NOT_TOLD: i32 = -1;

/** Notes what masking result `k` saves. */
export function noteSaved(k: i32, chars: i32): void {
  store<i32>(policy + SAVED_AT + (k << 2), chars);
}

/** The number of the first results, of `count`, among which all are masked that do not stay; or `NOT_TOLD`. */
export function pressedResults(results: i32, count: i32): i32 {
  if (chatTurns > MOST_TURNS || !leaveInOrder(results, count)) return NOT_TOLD;
  const trigger = load<i32>(policy, TRIGGER);
  const minSavings = load<i32>(policy, MIN_SAVINGS);
  const target = load<i32>(policy, TARGET);
  let saved: i32 = 0;
  // The results that were masked, and those that have left the window: their number, and what those between save.
  let masked: i32 = 0;
  let outside: i32 = 0;
  let pending: i32 = 0;
  let saves: i32 = 0;
  for (let step: i32 = 0; step <= chatTurns; step++) {
    const turn = policy + TURNS_AT + step * TURN;
    const limit = limitBefore(turn);
    for (const seen = load<i32>(turn, 20); outside < seen; outside++) {
      const gain = savedBy(outside);
      if (gain <= STAYS_MASKED) continue;
      if (numberOf(results, outside) > limit) break;
      saves += gain;
      pending++;
    }
    const size = load<i32>(turn) - saved;
    if (size <= trigger || pending == 0 || saves < minSavings) continue;
    let taken: i32 = 0;
    while (pending > 0 && !(target >= 0 && size - taken <= target && taken >= minSavings)) {
      const gain = savedBy(masked++);
      if (gain <= STAYS_MASKED) continue;
      taken += gain;
      pending--;
    }
    saves -= taken;
    saved += taken;
  }
  return pending == 0 ? count : masked;
}

/** Whether the results that do not stay leave the window in their order. */
function leaveInOrder(results: i32, count: i32): bool {
  let latest: i32 = 0;
  for (let k: i32 = 0; k < count; k++) {
    if (savedBy(k) <= STAYS_MASKED) continue;
    const number = numberOf(results, k);
    if (number < latest) return false;
    latest = number;
  }
  return true;
}

function savedBy(k: i32): i32 {
  return load<i32>(policy + SAVED_AT + (k << 2));
}

/** The number of a result in the window's unit. */
function numberOf(results: i32, k: i32): i32 {
  const column = load<i32>(policy, COLUMN);
  return column < 0 ? k + 1 : load<i32>(results + k * RESULT + column);
}
