/** Finds which results of a row are outside the window, from the policy and the counts of the row. */
import { chatCallMessages, chatMessages, chatSpoken, chatToolTurns, RESULT } from "../chat/chat-results";
import { COLUMN, EVERY, policy, SIZE } from "./row-policy";

/** The window is in tokens, as in masked-rows.ts. */
const BY_TOKENS: i32 = -2;

/**
 * The highest number, in the window's unit, of a result outside the window: see engine/plain/policy/window-limit.ts.
 */
export function limitOf(results: i32, count: i32): i32 {
  const column = load<i32>(policy, COLUMN);
  if (column == BY_TOKENS) return count - newestWithin(results, count);
  const every = load<i32>(policy, EVERY);
  let units = count;
  if (column == 12) units = chatToolTurns;
  else if (column == 16) units = chatSpoken;
  else if (column == 20) units = chatMessages;
  else if (column == 44) units = chatCallMessages;
  return (units / every) * every - load<i32>(policy, SIZE);
}

/** How many of the newest results fit in the window's tokens. */
function newestWithin(results: i32, count: i32): i32 {
  let left: i64 = <i64>load<i32>(policy, SIZE) << 2;
  for (let newest: i32 = 0; newest < count; newest++) {
    left -= <i64>load<i32>(results + (count - 1 - newest) * RESULT, 4);
    if (left < 0) return newest;
  }
  return count;
}
