/**
 * Masks the tool results of rows, one line after another, in AssemblyScript: scans a row, finds its results,
 * decides about each, and copies the row with its placeholders. The policy is data that kernel-rows.ts
 * writes; questions that take a regular expression are asked of JavaScript. Stops at a row that is unlike
 * those that were learned, and leaves its tape to the caller.
 */
import { chatHasSigned, readBlockChat } from "../chat/block-columns";
import { readChat } from "../chat/chat-columns";
import { chatHasExtra, chatHasJson } from "../chat/chat-extras";
import {
  chatCalls,
  chatChars,
  chatIsClosed,
  chatMessages,
  chatToolTurns,
  JOINED,
  RESULT,
  turnToSums,
  VALUE,
} from "../chat/chat-results";
import { find } from "../bytes/find";
import {
  IN_WINDOW,
  keeperOf,
  MASKED_BEFORE,
  mayBePlaceholder,
  NO_MASKING,
  NOT_EDITABLE,
  NOT_SHORTER,
  TOO_LITTLE,
} from "../policy/row-keepers";
import {
  ask,
  HOLDS_RESULT,
  IS_BOUND,
  ROOT_OF_FORMAT,
  IS_PLACEHOLDER,
  IS_SURE,
  ODD,
  TAKE_ROW,
} from "../tape/questions";
import {
  BUDGET,
  BY_BLOCKS,
  BY_ITEMS,
  COLUMN,
  COUNTS_TURNS,
  MARK,
  MARK_AT,
  MOST_ROWS,
  policy,
  READER,
  ROW,
  ROWS,
  TAKES_ROWS,
  turnToPolicy,
  WRITTEN,
} from "../policy/row-policy";
import { copiesOf, promptCopies } from "./item-copies";
import { itemsAreFixed, itemsMayAnswer, mayBeBound, readLearnedChat } from "./item-rows";
import { limitOf } from "../policy/row-limit";
import {
  beginOutput,
  edits,
  noteEdit,
  put,
  putRow,
  rowsOut,
  takeBack,
} from "../placeholders/row-output";
import { LEFT, placeholderChars, TOO_SMALL, writeAnswer, writeWorth } from "../placeholders/row-placeholders";
import { isKnownShape, shapeHasSign, shapeIsAsked, shapeIsToldByMessages } from "./row-shapes";
import { mayHaveHeader } from "./row-headers";
import { joinedFrom, joinedTo, joinTexts, restFrom, restTo } from "./row-texts";
import { lineEnd, lineFlags, scanLine, turnToFlags } from "../tape/scan";
import {
  INVALID_UTF8,
  isContainer,
  NON_ASCII,
  tape,
  tokenOf,
  turnTo,
  WORD_ESCAPED,
} from "../tape/tape-tokens";

// The integers of a row: counts first, then for each reason the results kept and their chars.
const REASONS: i32 = 32;

// Results of `readRows`: the next line, the end of the output, the result of scanning that line, sums.
export let rowsNext: i32 = 0;
export let rowsScan: i32 = 0;
export let rowsResults: i32 = 0;
export let rowsCalls: i32 = 0;
export let rowsMasked: i32 = 0;
/** The results of the current row. */
export let rowCount: i32 = 0;
/** 1 if the row after the last was read completely, and is over its budget once masked. */
export let rowsOver: i32 = 0;

/** For `maskResults`: the conversation is over its budget once masked. */
const OVER: i32 = -2;

/** There is no line left to scan. */
const NO_LINE: i32 = -4;

/** The column of a result with the number of its message. */
const OF_MESSAGES: i32 = 20;

/** The room for a placeholder. */
const MOST_WRITTEN: i32 = 12 * 1024;

let results: i32 = 0;
let row: i32 = 0;
let limit: i32 = 0;
/** The tool turn of the row's latest masked result. */
let latestTurn: i32 = 0;

/**
 * Reads rows from `start` on: the first ones in `[start, end)` that are like those that were learned. See
 * `scanLine` for the tape, and `readChat` for `into` and `most`. Returns the number of rows.
 */
export function readRows(
  start: i32,
  end: i32,
  tokens: i32,
  tokensEnd: i32,
  into: i32,
  most: i32,
  from: i32,
  outEnd: i32,
): i32 {
  turnToPolicy(from);
  turnTo(tokens);
  turnToSums(load<i32>(policy, TAKES_ROWS) != 0);
  results = into;
  beginOutput(false);
  rowsResults = 0;
  rowsCalls = 0;
  rowsMasked = 0;
  rowsOver = 0;
  rowsScan = NO_LINE;
  let rows: i32 = 0;
  let at = start;
  while (rows < MOST_ROWS && at < end) {
    rowsScan = scanLine(at, end, tokens, tokensEnd);
    if (rowsScan <= 0) break;
    const next = lineEnd + 1;
    row = policy + ROWS + rows * ROW;
    if (next - at > outEnd - rowsOut || !readRow(at, next, most)) break;
    rows++;
    at = next;
    rowsScan = NO_LINE;
  }
  turnToSums(false);
  rowsNext = at;
  return rows;
}

/**
 * Masks the results of the conversation at `root` on the tape, which has `count` tokens and `flags`. Writes
 * its edits, and its placeholders one after another; the other arguments are as above. Returns 0 if it is not
 * plain.
 */
export function maskRow(
  root: i32,
  count: i32,
  flags: i32,
  tokens: i32,
  into: i32,
  most: i32,
  from: i32,
): i32 {
  turnToPolicy(from);
  turnTo(tokens);
  results = into;
  beginOutput(true);
  rowsMasked = 0;
  rowsScan = count;
  turnToFlags(flags);
  row = policy + ROWS;
  if ((flags & (INVALID_UTF8 | WORD_ESCAPED)) != 0) return 0;
  rowCount = readResults(root, most, true);
  if (rowCount < 0) return 0;
  memory.fill(row, 0, ROW);
  limit = limitOf(results, rowCount);
  if (maskResults(tape, rowCount) < 0) return 0;
  store<i32>(row, chatMessages);
  store<i32>(row, chatChars, 4);
  store<i32>(row, rowsMasked, 8);
  return 1;
}

/** Reads the conversation at a token, and returns the number of its results; negative if it is not plain. */
function readResults(root: i32, most: i32, isDetected: bool): i32 {
  const reader = load<i32>(policy, READER);
  if (reader == BY_ITEMS) return readLearnedChat(tape, root, results, most, isDetected);
  return reader == BY_BLOCKS
    ? readBlockChat(tape, root, results, most)
    : readChat(tape, root, results, most);
}

/** Reads the row on the tape, whose line is `[start, next)`; false if it is not plain. */
function readRow(start: i32, next: i32, most: i32): bool {
  if ((lineFlags & (INVALID_UTF8 | WORD_ESCAPED)) != 0 || !isKnownShape()) return false;
  const asked: i32 = shapeIsAsked ? ask(ROOT_OF_FORMAT, 0) : 1;
  if (asked == 0) return false;
  const reader = load<i32>(policy, READER);
  const count = readResults(tokenOf(asked - 1), most, !shapeIsToldByMessages);
  rowCount = count;
  if (count < 0 || chatIsClosed == 0 || chatMessages == 0) return false;
  if (reader == BY_BLOCKS && chatHasSigned != 0 && ask(IS_BOUND, 0) != 0) return false;
  if (reader == BY_ITEMS && (mayBeBound() || isMiscounted() || (count == 0 && !isOfItems(most)))) return false;
  if (chatHasJson != 0 && ask(HOLDS_RESULT, 0) != 0) return false;
  if (count == 0) {
    if (chatCalls != 0 || (shapeHasSign && reader != BY_ITEMS)) return false;
    // Its answer brings the words by which the next one may be clean.
    if (chatHasExtra != 0 && ask(IS_SURE, 0) == 0) return false;
    if (reader != BY_ITEMS && mayHaveHeader() && ask(IS_SURE, 0) == 0) return false;
  } else if (chatHasExtra != 0 && ask(IS_SURE, 0) == 0) return false;
  memory.fill(row, 0, ROW);
  limit = limitOf(results, count);
  const outBefore = rowsOut;
  const masked = rowsMasked;
  const firstEdit = edits;
  const at = maskResults(start, count);
  store<i32>(row, chatMessages);
  store<i32>(row, chatChars, 4);
  store<i32>(row, rowsMasked - masked, 8);
  if (at < 0 || (load<i32>(policy, TAKES_ROWS) != 0 && ask(TAKE_ROW, row) == 0)) {
    takeBack(outBefore, firstEdit);
    rowsMasked = masked;
    rowsOver = i32(at == OVER);
    return false;
  }
  put(at, next);
  store<i32>(row, start, 136);
  store<i32>(row, next, 140);
  store<i32>(row, outBefore, 144);
  store<i32>(row, rowsOut, 148);
  store<i32>(row, firstEdit, 152);
  rowsResults += count;
  rowsCalls += chatCalls;
  return true;
}

/** Whether a window may count fixed messages of the row. */
function isMiscounted(): bool {
  return itemsAreFixed && (load<i32>(policy, COLUMN) == OF_MESSAGES || load<i32>(policy, TAKES_ROWS) != 0);
}

/** Whether a row without results, whose messages were read by themselves, is certainly of their format. */
function isOfItems(most: i32): bool {
  if (chatCalls != 0 || chatHasExtra != 0 || itemsMayAnswer || ask(ROOT_OF_FORMAT, 0) == 0) return false;
  // To answer, the row was read by other tables.
  return readResults(tape, most, !shapeIsToldByMessages) == 0;
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
  if (isContainer(text)) return writeAnswer(ODD, k);
  const rest = (load<i32>(result, 8) & JOINED) != 0 ? restTo - restFrom : 0;
  const written = writeWorth(result, k, (lineFlags & NON_ASCII) == 0, bytes - rest);
  if (written <= 0 || rest == 0) return written;
  if (written + rest > MOST_WRITTEN) return LEFT;
  memory.copy(policy + WRITTEN + written, restFrom, rest);
  return written + rest;
}

/** The text of a result: of a string, the joined ones of blocks, or the JSON of a value. */
function textIn(result: i32, content: i32): i32 {
  const isBlocks = isContainer(content) && load<i32>(result, 8) >> VALUE == 0;
  return isBlocks ? joinTexts(content) : content;
}

/**
 * Decides about the results of the row, and writes its line up to the last masked one; -1 if it is not plain, `OVER`
 * if it is but misses its budget.
 */
function maskResults(start: i32, count: i32): i32 {
  const column = load<i32>(policy, COLUMN);
  let at = start;
  const budget = load<i32>(policy, BUDGET);
  const isLeft = chatChars <= budget;
  let allChars: i32 = 0;
  let sides = promptCopies();
  latestTurn = 0;
  for (let k: i32 = 0; k < count; k++) {
    const result = results + k * RESULT;
    const node = load<i32>(result);
    const chars = load<i32>(result, 4);
    const number = column < 0 ? k + 1 : load<i32>(result + column);
    allChars += chars;
    let reason = number > limit ? IN_WINDOW : NOT_SHORTER;
    if (node < 0) reason = NOT_EDITABLE;
    else {
      const content = tokenOf(node);
      const text = textIn(result, content);
      const isJoined = text != content;
      if (isJoined) store<i32>(result, load<i32>(result, 8) | JOINED, 8);
      if (holdsMark(text)) return -1;
      if (mayBePlaceholder(text, chars) && ask(IS_PLACEHOLDER, k) != 0) {
        reason = MASKED_BEFORE;
        store<i32>(row, load<i32>(row, 16) + 1, 16);
        sides += copiesOf(k);
      } else if (number <= limit && !isLeft) {
        const keeper = keeperOf(result, text, k, k);
        if (keeper != 0) reason = keeper;
        else if (isContainer(text) || chars > 0) {
          const from = isJoined ? joinedFrom : load<i32>(text, 4);
          const to = isJoined ? joinedTo : load<i32>(text, 8);
          const written = writeContent(result, k, text, to - from);
          if (written == LEFT) return -1;
          if (written > 0) {
            if (!countTurn(load<i32>(result, 12)) && load<i32>(policy, COUNTS_TURNS) != 0) return -1;
            putRow(at, from);
            if (!noteEdit(result, from, to, written)) return -1;
            put(policy + WRITTEN, policy + WRITTEN + written);
            at = to;
            rowsMasked++;
            sides += copiesOf(k);
            store<i32>(row, load<i32>(row, 12) + chars - placeholderChars, 12);
            continue;
          }
          if (written == TOO_SMALL) reason = TOO_LITTLE;
        }
      }
    }
    if (isLeft) reason = NO_MASKING;
    const sum = row + REASONS + (reason << 3);
    store<i32>(sum, load<i32>(sum) + 1);
    store<i32>(sum, load<i32>(sum, 4) + chars, 4);
  }
  if (budget >= 0 && chatChars - load<i32>(row, 12) > budget) return OVER;
  store<i32>(row, allChars, 20);
  store<i32>(row, chatToolTurns, 28);
  store<i32>(row, sides, 156);
  return at;
}
