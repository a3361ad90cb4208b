/**
 * Decides about the results of a row, in AssemblyScript, and writes its line up to the last masked one. Asks JavaScript
 * what takes a regular expression.
 */
import {
  chatChars,
  chatMessages,
  chatToolTurns,
  JOINED,
  RESULT,
} from "../chat/chat-results";
import { chatNotes, HAS_ODD } from "../chat/chat-sums";
import { isOddValue, VALUE } from "../chat/odd-values";
import { areNoted } from "../chat/noted-messages";
import { find } from "../bytes/find";
import {
  IN_WINDOW,
  keeperOf,
  MASKED_BEFORE,
  mayBePlaceholder,
  NO_MASKING,
  NOT_DUE,
  NOT_EDITABLE,
  NOT_SHORTER,
  TOO_LITTLE,
} from "../policy/row-keepers";
import { ask, IS_PLACEHOLDER, ODD } from "../tape/questions";
import {
  BUDGET,
  BY_ITEMS,
  COLUMN,
  COUNTS_TURNS,
  LEAST_GAIN,
  MARK,
  MARK_AT,
  policy,
  PRESSURE,
  READER,
  ROW,
  TRIGGER,
  WRITTEN,
} from "../policy/row-policy";
import { copiesOf, promptCopies } from "./item-copies";
import { itemsAreFixed } from "./item-rows";
import { limitOf } from "../policy/row-limit";
import { noteSaved, pressedResults, STAYS, STAYS_MASKED } from "../policy/row-pressure";
import { edits, noteEdit, put, putRow, rowsOut, takeBack } from "../placeholders/row-output";
import { LEFT, placeholderChars, TOO_SMALL, writeAnswer, writeWorth } from "../placeholders/row-placeholders";
import { joinedFrom, joinedTo, joinTexts, restFrom, restTo } from "./row-texts";
import { lineFlags } from "../tape/scan";
import { isContainer, NON_ASCII, tokenOf } from "../tape/tape-tokens";

/** For `maskResults`: the conversation is over its budget once masked. */
export const OVER: i32 = -2;

// The integers of a row: counts first, then for each reason the results kept and their chars.
const REASONS: i32 = 32;

/** The room for a placeholder. */
const MOST_WRITTEN: i32 = 12 * 1024;

let row: i32 = 0;
let results: i32 = 0;
let limit: i32 = 0;
/** The tool turn of the row's latest masked result. */
let latestTurn: i32 = 0;

/**
 * Decides about the `count` results at `from` of the conversation read last, and writes its line, from `start` to the
 * last masked one; its integers are written at `into`. Returns -1 if it is not plain, `OVER` if it is but misses its
 * budget. Masks no more than the policy's trigger asks for.
 */
export function maskResults(into: i32, from: i32, count: i32, start: i32): i32 {
  row = into;
  results = from;
  limit = limitOf(results, count);
  if (load<i32>(policy, PRESSURE) == 0) return maskInBudget(count, start);
  if (chatChars <= load<i32>(policy, TRIGGER)) return mask(count, start, 0);
  if (itemsAreFixed && load<i32>(policy, READER) == BY_ITEMS) return -1;
  const outBefore = rowsOut;
  const firstEdit = edits;
  const at = mask(count, start, count);
  if (at < 0) return at;
  const due = pressedResults(results, count);
  if (due < 0 || due == count) return due < 0 ? -1 : at;
  takeBack(outBefore, firstEdit);
  return mask(count, start, due);
}

/** The same without a trigger: masks what saves less than the least gain if the budget is missed otherwise. */
function maskInBudget(count: i32, start: i32): i32 {
  const outBefore = rowsOut;
  const firstEdit = edits;
  const at = mask(count, start, count);
  const least = load<i32>(policy, LEAST_GAIN);
  // What JavaScript answers about odd results is by the policy's gain.
  if (at != OVER || least <= 1 || (chatNotes & HAS_ODD) != 0) return at;
  takeBack(outBefore, firstEdit);
  store<i32>(policy, 1, LEAST_GAIN);
  const whole = mask(count, start, count);
  store<i32>(policy, least, LEAST_GAIN);
  return whole;
}

/** The same, masking only some of the first `due` results. */
function mask(count: i32, start: i32, due: i32): i32 {
  memory.fill(row, 0, ROW);
  const column = load<i32>(policy, COLUMN);
  let at = start;
  const budget = load<i32>(policy, BUDGET);
  const isLeft = chatChars <= budget;
  let allChars: i32 = 0;
  let sides = promptCopies();
  const notesSaved = load<i32>(policy, PRESSURE) != 0 || areNoted();
  latestTurn = 0;
  for (let k: i32 = 0; k < count; k++) {
    const result = results + k * RESULT;
    const node = load<i32>(result);
    const chars = load<i32>(result, 4);
    const number = column < 0 ? k + 1 : load<i32>(result + column);
    allChars += chars;
    if (notesSaved) noteSaved(k, STAYS);
    let reason = number > limit ? IN_WINDOW : NOT_SHORTER;
    if (node < 0) reason = NOT_EDITABLE;
    else {
      const content = tokenOf(node);
      const text = textIn(result, content);
      const isJoined = text != content;
      if (holdsMark(text)) return -1;
      const isOdd = isOddValue(text, load<i32>(result, 8));
      if ((isOdd || mayBePlaceholder(text, chars)) && ask(IS_PLACEHOLDER, k) != 0) {
        reason = MASKED_BEFORE;
        store<i32>(row, load<i32>(row, 16) + 1, 16);
        if (notesSaved) noteSaved(k, STAYS_MASKED);
        sides += copiesOf(k);
      } else if (number <= limit && !isLeft) {
        const keeper = keeperOf(result, text, k, k);
        if (keeper != 0) reason = keeper;
        else if (isOdd || chars > 0) {
          const from = isJoined ? joinedFrom : load<i32>(text, 4);
          const to = isJoined ? joinedTo : load<i32>(text, 8);
          const written = writeContent(result, k, text, to - from);
          // The image of an odd result counts among what its placeholder has to save, but not as chars.
          if (written == LEFT || (load<i32>(policy, PRESSURE) != 0 && isOdd)) return -1;
          if (written > 0 && notesSaved) noteSaved(k, chars - placeholderChars);
          if (written > 0 && k >= due) reason = NOT_DUE;
          else if (written > 0) {
            if (!putMasked(result, at, from, to, written)) return -1;
            at = to;
            sides += copiesOf(k);
            continue;
          }
          if (written == TOO_SMALL) reason = TOO_LITTLE;
        }
      }
    }
    countKept(isLeft ? NO_MASKING : reason, chars);
  }
  store<i32>(row, chatMessages);
  store<i32>(row, chatChars, 4);
  store<i32>(row, allChars, 20);
  store<i32>(row, chatToolTurns, 28);
  store<i32>(row, sides, 164);
  return budget >= 0 && chatChars - load<i32>(row, 12) > budget ? OVER : at;
}

/** Counts a result that stays. */
function countKept(reason: i32, chars: i32): void {
  const sum = row + REASONS + (reason << 3);
  store<i32>(sum, load<i32>(sum) + 1);
  store<i32>(sum, load<i32>(sum, 4) + chars, 4);
}

/**
 * Writes the line from `at` on with the placeholder of the result whose text is `[from, to)`; false if it is not plain.
 */
function putMasked(result: i32, at: i32, from: i32, to: i32, written: i32): bool {
  if (!countTurn(load<i32>(result, 12)) && load<i32>(policy, COUNTS_TURNS) != 0) return false;
  putRow(at, from);
  if (!noteEdit(result, from, to, written)) return false;
  put(policy + WRITTEN, policy + WRITTEN + written);
  store<i32>(row, load<i32>(row, 8) + 1, 8);
  store<i32>(row, load<i32>(row, 12) + load<i32>(result, 4) - placeholderChars, 12);
  return true;
}

/**
 * Counts the tool turn of a masked result. False if it follows a result of a later turn: turns are then
 * counted elsewhere.
 */
function countTurn(toolTurn: i32): bool {
  if (toolTurn < latestTurn) return false;
  if (toolTurn > latestTurn) store<i32>(row, load<i32>(row, 24) + 1, 24);
  latestTurn = toolTurn;
  return true;
}

/** Whether a text has the mark of dispatch results. */
function holdsMark(text: i32): bool {
  return find(load<i32>(text, 4), load<i32>(text, 8), policy + MARK_AT, load<i32>(policy, MARK)) >= 0;
}

/** Writes what replaces the bytes of result `k`: see `writeWorth`. */
function writeContent(result: i32, k: i32, text: i32, bytes: i32): i32 {
  if (isOddValue(text, load<i32>(result, 8))) return writeAnswer(ODD, k);
  const rest = (load<i32>(result, 8) & JOINED) != 0 ? restTo - restFrom : 0;
  const written = writeWorth(result, k, (lineFlags & NON_ASCII) == 0, bytes - rest);
  if (written <= 0 || rest == 0) return written;
  if (written + rest > MOST_WRITTEN) return LEFT;
  memory.copy(policy + WRITTEN + written, restFrom, rest);
  return written + rest;
}

/** The text of a result: of a string, the joined ones of blocks, which it notes, or the JSON of a value. */
function textIn(result: i32, content: i32): i32 {
  const isBlocks = isContainer(content) && load<i32>(result, 8) >> VALUE == 0;
  const text = isBlocks ? joinTexts(content) : content;
  if (text != content) store<i32>(result, load<i32>(result, 8) | JOINED, 8);
  return text;
}
