/**
 * Masks the tool results of rows, one line after another, in AssemblyScript: scans a row, finds its results,
 * decides about each, and copies the row with its placeholders. The policy is data that kernel-rows.ts
 * writes; questions that take a regular expression are asked of JavaScript. Stops at a row that is unlike
 * those that were learned, and leaves its tape to the caller. Reads the items of a list on the tape in the same way.
 */
import { lineBreaks } from "../bytes/line-breaks";
import { chatHasSigned, readBlockChat } from "../chat/block-columns";
import { readChat } from "../chat/chat-columns";
import { chatHasExtra, chatHasJson } from "../chat/chat-extras";
import {
  chatCalls,
  chatIsClosed,
  chatMessages,
  turnToSums,
} from "../chat/chat-results";
import { turnToTurns } from "../chat/chat-turns";
import { leaveMessages, turnToMessages } from "../chat/noted-messages";
import {
  ask,
  HOLDS_RESULT,
  IS_BOUND,
  ROOT_OF_FORMAT,
  IS_SURE,
  TAKE_ROW,
  TURN_TO,
} from "../tape/questions";
import {
  BY_BLOCKS,
  BY_ITEMS,
  BUDGET,
  COLUMN,
  MOST_ROWS,
  policy,
  PRESSURE,
  READER,
  ROW,
  ROWS,
  TAKES_ROWS,
  TURNS_AT,
  turnToPolicy,
} from "../policy/row-policy";
import { itemsMayAnswer } from "./item-answers";
import { itemsAreFixed, readLearnedChat } from "./item-rows";
import { mayBeBound } from "./item-signers";
import { maskResults, OVER } from "./row-masks";
import { beginOutput, edits, putRow, rowsOut, takeBack } from "../placeholders/row-output";
import { isKnownShape, shapeHasSign, shapeIsAsked, shapeIsToldByMessages } from "./row-shapes";
import { mayHaveHeader } from "./row-headers";
import { lineEnd, lineFlags, scanLine, turnToFlags } from "../tape/scan";
import {
  after,
  INVALID_UTF8,
  numberOf,
  tape,
  tokenOf,
  turnTo,
  WORD_ESCAPED,
} from "../tape/tape-tokens";

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

/** There is no line left to scan. */
const NO_LINE: i32 = -4;

/** Returned by `maskRow` if a conversation is plain, and over its budget once masked. */
const MISSED: i32 = 2;

/** Where the integers of a row have the line breaks before it. */
const BREAKS: i32 = 168;

/** The column of a result with the number of its message. */
const OF_MESSAGES: i32 = 20;

let results: i32 = 0;
let row: i32 = 0;

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
  beginRows(tokens, into, from, false);
  rowsScan = NO_LINE;
  let rows: i32 = 0;
  let at = start;
  while (rows < MOST_ROWS && at < end) {
    rowsScan = scanLine(at, end, tokens, tokensEnd);
    if (rowsScan <= 0) break;
    const next = lineEnd + 1;
    row = policy + ROWS + rows * ROW;
    if (next - at > outEnd - rowsOut || !readRow(tape, at, next, most)) break;
    store<i32>(row, rows, BREAKS);
    rows++;
    at = next;
    rowsScan = NO_LINE;
  }
  endRows(at);
  return rows;
}

/**
 * Reads the conversations from `first` to `stop` on the tape, the items of a list, as `readRows` reads rows; the other
 * arguments are those of `maskRow`, and so is the output. Returns their number.
 */
export function readItems(
  first: i32,
  stop: i32,
  count: i32,
  flags: i32,
  tokens: i32,
  into: i32,
  most: i32,
  from: i32,
): i32 {
  beginRows(tokens, into, from, true);
  rowsScan = count;
  turnToFlags(flags);
  let rows: i32 = 0;
  let breaks: i32 = 0;
  let counted = load<i32>(first, 4);
  let at = first;
  for (; rows < MOST_ROWS && at < stop; at = after(at)) {
    ask(TURN_TO, numberOf(at));
    const start = load<i32>(at, 4);
    row = policy + ROWS + rows * ROW;
    if (!readRow(at, start, load<i32>(at, 8), most)) break;
    breaks += lineBreaks(counted, start);
    store<i32>(row, breaks, BREAKS);
    counted = start;
    rows++;
  }
  endRows(at);
  return rows;
}

/** Begins with no rows; with `hasNoOutput` only their placeholders are written. */
function beginRows(tokens: i32, into: i32, from: i32, hasNoOutput: bool): void {
  turnToPolicy(from);
  turnTo(tokens);
  turnToSums(load<i32>(policy, TAKES_ROWS) != 0);
  beginTurns();
  results = into;
  beginOutput(hasNoOutput);
  rowsResults = 0;
  rowsCalls = 0;
  rowsMasked = 0;
  rowsOver = 0;
}

/** Ends before the row at `next`. */
function endRows(next: i32): void {
  turnToSums(false);
  turnToTurns(0);
  rowsNext = next;
}

/**
 * Masks the results of the conversation at `root` on the tape, which has `count` tokens and `flags`. Writes
 * its edits, and its placeholders one after another; the other arguments are as above. Returns 0 if it is not
 * plain, and `MISSED` if it is over its budget then; with a budget its messages and calls are noted.
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
  beginTurns();
  const hasBudget = load<i32>(policy, BUDGET) >= 0 && load<i32>(policy, PRESSURE) == 0;
  turnToMessages(hasBudget ? policy + TURNS_AT : 0);
  rowCount = readResults(root, most, true);
  turnToTurns(0);
  const at = rowCount < 0 ? -1 : maskResults(row, results, rowCount, tape);
  leaveMessages();
  if (at < 0 && at != OVER) return 0;
  rowsMasked = load<i32>(row, 8);
  return at == OVER ? MISSED : 1;
}

/** Has the counts of turns stored if the policy has a trigger. */
function beginTurns(): void {
  turnToTurns(load<i32>(policy, PRESSURE) == 0 ? 0 : policy + TURNS_AT);
}

/** Reads the conversation at a token, and returns the number of its results; negative if it is not plain. */
function readResults(root: i32, most: i32, isDetected: bool): i32 {
  const reader = load<i32>(policy, READER);
  if (reader == BY_ITEMS) return readLearnedChat(tape, root, results, most, isDetected);
  return reader == BY_BLOCKS
    ? readBlockChat(tape, root, results, most)
    : readChat(tape, root, results, most);
}

/** Reads the row at a token, whose bytes are `[start, next)`; false if it is not plain. */
function readRow(root: i32, start: i32, next: i32, most: i32): bool {
  if ((lineFlags & (INVALID_UTF8 | WORD_ESCAPED)) != 0 || !isKnownShape(root)) return false;
  const asked: i32 = shapeIsAsked ? ask(ROOT_OF_FORMAT, numberOf(root)) : numberOf(root) + 1;
  if (asked == 0) return false;
  const reader = load<i32>(policy, READER);
  const count = readResults(tokenOf(asked - 1), most, !shapeIsToldByMessages);
  rowCount = count;
  if (count < 0 || chatIsClosed == 0 || chatMessages == 0) return false;
  if (reader == BY_BLOCKS && chatHasSigned != 0 && ask(IS_BOUND, 0) != 0) return false;
  if (reader == BY_ITEMS && (mayBeBound() || isMiscounted() || (count == 0 && !isOfItems(root, most)))) return false;
  if (chatHasJson != 0 && ask(HOLDS_RESULT, 0) != 0) return false;
  if (count == 0) {
    if (chatCalls != 0 || (shapeHasSign && reader != BY_ITEMS)) return false;
    // Its answer brings the words by which the next one may be clean.
    if (chatHasExtra != 0 && ask(IS_SURE, 0) == 0) return false;
    if (reader != BY_ITEMS && mayHaveHeader() && ask(IS_SURE, 0) == 0) return false;
  } else if (chatHasExtra != 0 && ask(IS_SURE, 0) == 0) return false;
  const outBefore = rowsOut;
  const firstEdit = edits;
  const at = maskResults(row, results, count, start);
  if (at < 0 || (load<i32>(policy, TAKES_ROWS) != 0 && ask(TAKE_ROW, row) == 0)) {
    takeBack(outBefore, firstEdit);
    rowsOver = i32(at == OVER);
    return false;
  }
  putRow(at, next);
  store<i32>(row, start, 144);
  store<i32>(row, next, 148);
  store<i32>(row, outBefore, 152);
  store<i32>(row, rowsOut, 156);
  store<i32>(row, firstEdit, 160);
  rowsMasked += load<i32>(row, 8);
  rowsResults += count;
  rowsCalls += chatCalls;
  return true;
}

/** Whether a window may count fixed messages of the row. */
function isMiscounted(): bool {
  return itemsAreFixed && (load<i32>(policy, COLUMN) == OF_MESSAGES || load<i32>(policy, TAKES_ROWS) != 0);
}

/** Whether a row without results, whose messages were read by themselves, is certainly of their format. */
function isOfItems(root: i32, most: i32): bool {
  if (chatCalls != 0 || chatHasExtra != 0 || itemsMayAnswer) return false;
  if (ask(ROOT_OF_FORMAT, numberOf(root)) == 0) return false;
  // To answer, the row was read by other tables.
  return readResults(root, most, !shapeIsToldByMessages) == 0;
}
