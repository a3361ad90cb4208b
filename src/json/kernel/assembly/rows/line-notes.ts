/**
 * Reads the lines of a conversation, a message on each, in AssemblyScript. A result is decided and noted when
 * its line is read, except for the window, which depends on all lines. Placeholders that say more than the
 * length are written at once. Stops before a line that is not plain.
 */
import { chatHasSigned, readBlockLine } from "../chat/block-columns";
import { readChatLine } from "../chat/chat-columns";
import {
  chatCallMessages,
  chatChars,
  chatIsClosed,
  chatMessages,
  chatSpoken,
  chatToolTurns,
  chatTurns,
  RESULT,
} from "../chat/chat-results";
import { MOST_TURNS, noteTurn, turnToTurns } from "../chat/chat-turns";
import { find } from "../bytes/find";
import { mayAnswer } from "./line-answers";
import {
  keeperOf,
  MASKED_BEFORE,
  mayBePlaceholder,
  NOT_EDITABLE,
  NOT_SHORTER,
  TOO_LITTLE,
} from "../policy/row-keepers";
import { placeholderChars, placeholderRef, TOO_SMALL, writeWorth } from "../placeholders/row-placeholders";
import { ask, IS_PLACEHOLDER } from "../tape/questions";
import {
  BY_BLOCKS,
  COLUMN,
  FIELDS,
  HAS_SHORTER,
  KINDS,
  MARK,
  MARK_AT,
  OUT,
  policy,
  READER,
  ROWS,
  TURNS_AT,
  turnToPolicy,
  WRITTEN,
} from "../policy/row-policy";
import { lineEnd, lineFlags, scanLine } from "../tape/scan";
import { bytesOf, INVALID_UTF8, NON_ASCII, tokenOf, turnTo, WORD_ESCAPED } from "../tape/tape-tokens";

/** Bytes of a note: eight integers, see `NOTE`. */
export const NOTE: i32 = 32;
const MOST_NOTES: i32 = 4096;
const MOST_OF_A_LINE: i32 = 64;

// Flags of a note besides its reason: the line is ASCII; a digest follows the placeholder. Above them are the
// bytes of the placeholder before its ref.
export const NOTE_REASON: i32 = 0xff;
export const IS_ASCII: i32 = 0x100;
const REF_BITS: i32 = 16;
export const HAS_DIGEST: i32 = 0x400;
export const DIGEST_BYTES: i32 = 32;

/**
 * Bytes of placeholders after which no further line is read; a single line may add a few hundred kilobytes.
 */
const WRITTEN_ENOUGH: i32 = 128 * 1024;

/** The byte that ends the last item of an array. */
const END_OF_ARRAY: i32 = 0x5d;

/** There is no line left to scan; no line was read and left. */
const NO_LINE: i32 = -4;
const NO_LINE_LEFT: i32 = -2;

// Results of `readLines`: the next line, the result of scanning it, results and chars, bytes of placeholders.
export let linesNext: i32 = 0;
export let linesScan: i32 = 0;
export let linesResults: i32 = 0;
export let linesChars: i32 = 0;
export let linesWritten: i32 = 0;
/** The turns that start in these lines, or with the line that was read and left. */
export let linesTurns: i32 = 0;
/** Whether one of these lines may be a tool's answer in a text, where no result came before it. */
export let linesMayAnswer: i32 = 0;
/** The number of results of a line that was read and then left. */
export let lineLeft: i32 = 0;
/** The results of the current line. */
export let lineResults: i32 = 0;

/** The kind of the field for the length. */
const LENGTH: i32 = 1;

let results: i32 = 0;
/** Results before the current line. */
let before: i32 = 0;
/** Whether placeholders are stored now, rather than written from the length later. */
let keepsWritten: bool = false;

/**
 * Reads lines from `start` on, each the next message of a conversation: see `readChatLine`. Writes
 * notes at `from + ROWS`, of what can be decided about results before the window is known, and their
 * placeholders at `from + OUT`.
 * `earlier` results came before; offsets of texts are relative to `base`. Returns the number of lines before
 * one that is not plain; `lineLeft` tells whether that one was read.
 */
export function readLines(
  start: i32,
  end: i32,
  tokens: i32,
  tokensEnd: i32,
  into: i32,
  from: i32,
  earlier: i32,
  base: i32,
): i32 {
  turnToPolicy(from);
  turnTo(tokens);
  results = into;
  linesResults = 0;
  linesChars = 0;
  linesWritten = 0;
  linesTurns = 0;
  linesMayAnswer = 0;
  lineLeft = NO_LINE_LEFT;
  linesScan = NO_LINE;
  keepsWritten = saysMore();
  const hasBlocks = load<i32>(policy, READER) == BY_BLOCKS;
  let lines: i32 = 0;
  let at = start;
  before = earlier;
  while (
    at < end &&
    linesResults <= MOST_NOTES - MOST_OF_A_LINE &&
    linesTurns < MOST_TURNS &&
    linesWritten < WRITTEN_ENOUGH
  ) {
    linesScan = scanLine(at, end, tokens, tokensEnd);
    if (linesScan <= 0 || (lineFlags & (INVALID_UTF8 | WORD_ESCAPED)) != 0) break;
    const next = lineEnd + 1;
    const count = readNext(tokens, hasBlocks);
    const isSigned = hasBlocks && chatHasSigned != 0;
    lineResults = count;
    const written = linesWritten;
    const isPlain = count >= 0 && count <= MOST_OF_A_LINE && chatIsClosed != 0 && !isSigned;
    if (!isPlain || !noteResults(base, count)) {
      linesWritten = written;
      lineLeft = count;
      break;
    }
    linesResults += count;
    before += count;
    if (before == 0 && linesMayAnswer == 0) linesMayAnswer = i32(mayAnswer(tokens));
    linesChars += chatChars;
    lines++;
    at = next;
    linesScan = NO_LINE;
    if (load<u8>(lineEnd) == END_OF_ARRAY) break;
  }
  linesNext = at;
  return lines;
}

/** Reads a line, and notes the counts before it if a turn starts with it. Returns the number of its results. */
function readNext(tokens: i32, hasBlocks: bool): i32 {
  const turns = chatTurns;
  const toolTurns = chatToolTurns;
  const spoken = chatSpoken;
  const messages = chatMessages;
  const callMessages = chatCallMessages;
  const count = hasBlocks ? readBlockLine(tokens) : readChatLine(tokens);
  if (count < 0 || chatTurns == turns) return count;
  turnToTurns(policy + TURNS_AT);
  noteTurn(++linesTurns, linesChars, toolTurns, spoken, messages, callMessages, before);
  turnToTurns(0);
  return count;
}

/** Whether a placeholder has more than the length. */
function saysMore(): bool {
  if (load<i32>(policy, HAS_SHORTER) != 0) return true;
  const fields = load<i32>(policy, FIELDS);
  for (let field: i32 = 0; field < fields; field++)
    if (load<u8>(policy + KINDS + field) != LENGTH) return true;
  return false;
}

/** Notes the results of a line; false if the line is not plain. */
function noteResults(base: i32, count: i32): bool {
  const column = load<i32>(policy, COLUMN);
  let note = policy + ROWS + linesResults * NOTE;
  for (let k: i32 = 0; k < count; k++) {
    const result = results + k * RESULT;
    const node = load<i32>(result);
    const chars = load<i32>(result, 4);
    store<i32>(note, chars);
    store<i32>(note, column < 0 ? before + k + 1 : load<i32>(result + column), 4);
    store<i32>(note, 0, 8);
    store<i32>(note, 0, 12);
    store<i32>(note, NOT_EDITABLE, 16);
    store<i32>(note, load<i32>(result, 12), 20);
    store<i32>(note, 0, 24);
    store<i32>(note, 0, 28);
    if (node >= 0 && !noteText(note, result, k, base)) return false;
    note += NOTE;
  }
  return true;
}

/** Notes the decision about a text; false if its line is not plain. */
function noteText(note: i32, result: i32, k: i32, base: i32): bool {
  const text = tokenOf(load<i32>(result));
  const chars = load<i32>(result, 4);
  const from = load<i32>(text, 4);
  const to = load<i32>(text, 8);
  if (find(from, to, policy + MARK_AT, load<i32>(policy, MARK)) >= 0) return false;
  store<i32>(note, from - base, 8);
  store<i32>(note, to - from, 12);
  let reason = MASKED_BEFORE;
  if (!mayBePlaceholder(text, chars) || ask(IS_PLACEHOLDER, k) == 0) {
    reason = keeperOf(result, text, k, before + k);
    if (reason == 0) reason = chars == 0 ? NOT_SHORTER : write(note, result, k);
  }
  let said = reason;
  if ((lineFlags & NON_ASCII) == 0) said |= IS_ASCII;
  if (reason == 0) said |= placeholderRef << REF_BITS;
  store<i32>(note, said, 16);
  return true;
}

/**
 * Writes and notes the placeholder of a result. Returns the reason to keep the result if that saves too
 * little, else 0.
 */
function write(note: i32, result: i32, k: i32): i32 {
  const written = writeWorth(result, k, (lineFlags & NON_ASCII) == 0, bytesOf(tokenOf(load<i32>(result))));
  if (written <= 0) return written == TOO_SMALL ? TOO_LITTLE : NOT_SHORTER;
  store<i32>(note, load<i32>(result, 4) - placeholderChars, 28);
  if (!keepsWritten) return 0;
  const to = policy + OUT + linesWritten;
  memory.copy(to, policy + WRITTEN, written);
  store<i32>(note, written, 24);
  linesWritten += written;
  return 0;
}
