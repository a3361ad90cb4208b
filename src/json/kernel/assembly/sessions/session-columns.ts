/**
 * Reads lines of a session whose messages name their parents, in AssemblyScript: a message or a mark on each,
 * as columns of integers, with what can be decided about results before messages are arranged. The words of a
 * format are data, see session-words.ts; a line with anything else is left to that format's reader.
 */
import { beginLearned, readLearned } from "./learned-lines";
import { holdsLongText, mayBePacked } from "../chat/long-texts";
import { beginFields, field } from "../tape/object-fields";
import { turnToPolicy } from "../policy/row-policy";
import { lineEnd, lineFlags, scanLine } from "../tape/scan";
import { beginBlocks, beginResults, isAllResults, readBlocks, results } from "./session-blocks";
import { beginCalls } from "../calls/answered-calls";
import {
  addCopy,
  addFound,
  addMessage,
  addPart,
  addThread,
  beginColumns,
  beginLine,
  endLine,
  hasRoom,
  leaveLine,
  noteOfLine,
  PART_TEXT,
  ROLE_ASSISTANT,
  ROLE_SYSTEM,
  ROLE_TOOL,
  ROLE_USER,
  sessionMessages,
  sessionModel,
  sessionParts,
  sessionResults,
  writes,
  writeThem,
} from "./session-found";
import { mayAnswer } from "./session-answers";
import { AS_LINE, AS_WORD, classOf, idOf } from "../calls/session-ids";
import { markTurns, readPayload } from "./session-items";
import {
  idOrNone,
  isClean,
  KEY_CONTENT,
  KEY_COPY,
  KEY_ID,
  KEY_IN_THREAD,
  KEY_LEAF,
  KEY_MESSAGE,
  KEY_MODEL,
  KEY_OWN_ID,
  KEY_PARENT,
  KEY_PAYLOAD,
  KEY_ROLE,
  KEY_SUBTYPE,
  KEY_THREAD,
  KEY_TYPE,
  LINE_BARE_ITEM,
  LINE_ITEM,
  LINE_LEAF,
  LINE_MESSAGE,
  LINE_NOTE,
  signOf,
  takeField,
  TRUE,
  useOf,
  WORD_ASSISTANT,
  WORD_BOUNDARY,
  WORD_SYNTHETIC,
  WORD_SYSTEM,
  WORD_USER,
} from "./session-keys";
import { beginOpening, openedText } from "./opened-texts";
import { beginWriting, hasWrittenRoom, writeLine, writeResult } from "./session-writing";
import {
  after,
  ARRAY,
  charsOf,
  INVALID_UTF8,
  isBare,
  isContainer,
  isString,
  OBJECT,
  TOKEN,
  turnTo,
  WORD_ESCAPED,
} from "../tape/tape-tokens";

/** There is no line left to scan. */
const NO_LINE: i32 = -4;

/** The offset of the line that was not read, and the result of scanning it. */
export let sessionNext: i32 = 0;
export let sessionScan: i32 = 0;
/** Whether a line before the first result of these lines may be a tool's answer in a text. */
export let sessionMayAnswer: i32 = 0;

let linkMark: i32 = 0;
let boundaryMark: i32 = 0;
let leafMark: i32 = 0;
let rootThread: i32 = 0;
let needsModels: bool = false;
let leavesMarks: bool = false;
/** Whether the line has objects, signs of results, or long texts besides what is read. */
let hasMore: bool = false;
let hasTable: bool = false;

/**
 * Starts a session: the kinds of its marks, the thread of lines that name none, whether models are needed,
 * whether lines without a message are left to the format's reader, whether placeholders are written, and the
 * address of open calls. `learned` is where paths of lines are put, see learned-lines.ts; a format without a table of
 * words has only these.
 */
export function beginSession(
  link: i32,
  boundary: i32,
  leaf: i32,
  turn: i32,
  byRoot: i32,
  wantsModels: i32,
  messagesOnly: i32,
  areWritten: i32,
  calls: i32,
  learned: i32,
  isListed: i32,
): void {
  beginLearned(learned);
  hasTable = isListed != 0;
  writeThem(areWritten != 0);
  beginCalls(calls);
  leavesMarks = messagesOnly != 0;
  linkMark = link;
  boundaryMark = boundary;
  leafMark = leaf;
  markTurns(turn);
  rootThread = byRoot;
  needsModels = wantsModels != 0;
}

/**
 * Reads lines from `start` on, up to one that is not plain: see `scanLine` for the tape, and row-columns.ts
 * for `from`. Writes columns at `into`; records and parts are numbered from `firstRecord` and `firstPart`,
 * and `model` is the model named last. Returns the number of lines.
 */
export function readSession(
  start: i32,
  end: i32,
  tokens: i32,
  tokensEnd: i32,
  chat: i32,
  from: i32,
  into: i32,
  firstRecord: i32,
  firstPart: i32,
  model: i32,
): i32 {
  turnToPolicy(from);
  turnTo(tokens);
  beginColumns(into, firstRecord, firstPart, model);
  beginBlocks(chat, start);
  beginWriting();
  beginOpening(tokensEnd);
  sessionScan = NO_LINE;
  sessionMayAnswer = 0;
  let lines: i32 = 0;
  let at = start;
  while (at < end && hasRoom() && hasWrittenRoom()) {
    sessionScan = scanLine(at, end, tokens, tokensEnd);
    if (sessionScan <= 0 || (lineFlags & (INVALID_UTF8 | WORD_ESCAPED)) != 0) break;
    const next = lineEnd + 1;
    beginLine();
    if (!(hasTable && readListedLine(tokens)) && !readLearnedLine(tokens)) break;
    if (writes) writeLine(results);
    else if (openedText != 0) writeResult(results, noteOfLine(), 0);
    if (sessionResults == 0 && sessionMayAnswer == 0) sessionMayAnswer = i32(mayAnswer(tokens));
    endLine();
    lines++;
    at = next;
    sessionScan = NO_LINE;
  }
  sessionNext = at;
  return lines;
}

/** Reads a line by the table of words; false, with nothing read, if it has others. */
function readListedLine(root: i32): bool {
  beginResults();
  if (readLine(root)) return true;
  leaveLine();
  return false;
}

/** Reads a line like one that was learned; false, with nothing read, if there is none. */
function readLearnedLine(root: i32): bool {
  const messages = sessionMessages;
  beginResults();
  if (readLearned(root, needsModels) && (!leavesMarks || sessionMessages > messages)) return true;
  leaveLine();
  return false;
}

function readLine(root: i32): bool {
  if (load<u8>(root) != OBJECT || !takeLine(root)) return false;
  const type = field(KEY_TYPE);
  if (!isString(type)) return false;
  const line = classOf(type, AS_LINE);
  const hasMessage = line == LINE_MESSAGE || line == LINE_ITEM || line == LINE_BARE_ITEM;
  if (line == 0 || (leavesMarks && !hasMessage)) return false;
  if (line == LINE_BARE_ITEM) return field(KEY_PAYLOAD) == 0 && readPayload(line, root, needsModels);
  if (line >= LINE_ITEM) {
    if (line == LINE_ITEM && hasMore && !isEnvelopeClean(root)) return false;
    return readPayload(line, field(KEY_PAYLOAD), needsModels);
  }
  if (line != LINE_LEAF) return readNamed(root, line == LINE_NOTE);
  const named = idOrNone(field(KEY_LEAF));
  if (named < 0) return false;
  addFound(leafMark, 0, named, 0, 0);
  return true;
}

/** Takes the values of a line that are read; false if the format's own reader is needed. */
function takeLine(root: i32): bool {
  beginFields();
  hasMore = false;
  const stop = after(root);
  for (let key = root + TOKEN; key < stop; key = after(key + TOKEN)) {
    const value = key + TOKEN;
    const use = useOf(key);
    if (use == 0) return false;
    if ((use >= KEY_TYPE && use <= KEY_SUBTYPE) || use == KEY_PAYLOAD) {
      if (!takeField(use, value) || isMisplaced(use, value)) return false;
    } else if (isContainer(value) || signOf(use) != 0 || holdsLongText(value)) hasMore = true;
  }
  return true;
}

/** Whether the value of a key that is read is an object or an array where none is: it may hold a result. */
function isMisplaced(use: i32, value: i32): bool {
  const mayContain = use == KEY_MESSAGE || use == KEY_COPY || use == KEY_PAYLOAD || use == KEY_CONTENT;
  return isContainer(value) && !mayContain;
}

/** Reads a line with an id of its own and that of its parent: a message or a note. */
function readNamed(root: i32, isNote: bool): bool {
  const id = idOrNone(field(KEY_ID));
  const parent = idOrNone(field(KEY_PARENT));
  if (id < 0 || parent < 0) return false;
  let thread: i32 = 0;
  if (field(KEY_IN_THREAD) != 0 && load<u8>(field(KEY_IN_THREAD)) == TRUE) {
    thread = isString(field(KEY_THREAD)) ? idOf(field(KEY_THREAD)) : rootThread;
    if (thread <= 0) return false;
  }
  if (isNote) return id == 0 || readNote(id, parent, thread);
  if (hasMore && !isEnvelopeClean(root)) return false;
  if (thread != 0) addThread();
  return readMessage(id, parent, thread);
}

function readNote(id: i32, parent: i32, thread: i32): bool {
  const subtype = field(KEY_SUBTYPE);
  const isBoundary = isString(subtype) && classOf(subtype, AS_WORD) == WORD_BOUNDARY;
  // With escapes it may be any word.
  if (isString(subtype) && !isBare(subtype)) return false;
  // It may say which earlier messages are kept.
  if (isBoundary && hasMore) return false;
  if (thread != 0) addThread();
  addFound(isBoundary ? boundaryMark : linkMark, id, parent, thread, 0);
  return true;
}

/** Whether nothing around a message looks like a result. */
function isEnvelopeClean(root: i32): bool {
  const stop = after(root);
  for (let key = root + TOKEN; key < stop; key = after(key + TOKEN)) {
    const use = useOf(key);
    if (use == KEY_TYPE || use == KEY_MESSAGE || use == KEY_COPY || use == KEY_PAYLOAD) continue;
    if (use == 0 || !isClean(use, key + TOKEN, 0) || holdsLongText(key + TOKEN)) return false;
  }
  return true;
}

/** Reads the message of the current line. */
function readMessage(id: i32, parent: i32, thread: i32): bool {
  const message = field(KEY_MESSAGE);
  const copy = field(KEY_COPY);
  if (message == 0 || load<u8>(message) != OBJECT || !takeMessage(message)) return false;
  const content = field(KEY_CONTENT);
  const role = roleOfMessage(content);
  if (role < 0) return false;
  const model = role == ROLE_ASSISTANT ? modelOfMessage() : 0;
  const reply = idOrNone(field(KEY_OWN_ID));
  if (model < 0 || reply < 0) return false;
  if (copy != 0 && role != ROLE_TOOL && !isClean(KEY_COPY, copy, 0)) return false;
  addMessage(role, id, parent, thread, reply, model);
  const parts = sessionParts;
  if (role == ROLE_USER && mayBePacked(content)) return false;
  if (isString(content)) addPart(PART_TEXT, 0, charsOf(content));
  else if (load<u8>(content) != ARRAY || !readBlocks(content, model)) return false;
  if (sessionParts == parts) return false;
  if (copy != 0 && role == ROLE_TOOL)
    addCopy(load<i32>(copy, 8) - load<i32>(copy, 4));
  return true;
}

/** Takes the values of a message that are read; false if another may be a result. */
function takeMessage(message: i32): bool {
  beginFields();
  const stop = after(message);
  for (let key = message + TOKEN; key < stop; key = after(key + TOKEN)) {
    const value = key + TOKEN;
    const use = useOf(key);
    if (use == 0) return false;
    if (use >= KEY_ROLE && use <= KEY_MODEL) {
      if (!takeField(use, value) || isMisplaced(use, value)) return false;
    } else if (!isClean(use, value, 0) || holdsLongText(value)) return false;
  }
  return true;
}

/** The role of the current message; -1 if it has none, or no content. */
function roleOfMessage(content: i32): i32 {
  if (!isString(field(KEY_ROLE)) || content == 0) return -1;
  const role = classOf(field(KEY_ROLE), AS_WORD);
  if (role == WORD_USER) return isAllResults(content) ? ROLE_TOOL : ROLE_USER;
  if (role == WORD_ASSISTANT) return ROLE_ASSISTANT;
  return role == WORD_SYSTEM ? ROLE_SYSTEM : -1;
}

/** The model of the current message; one without has that of the previous message. -1: not plain. */
function modelOfMessage(): i32 {
  const named = field(KEY_MODEL);
  if (!isString(named)) return sessionModel;
  if (!isBare(named) || classOf(named, AS_WORD) == WORD_SYNTHETIC || charsOf(named) == 0) return -1;
  const model = needsModels ? idOf(named) : 0;
  return model == 0 ? sessionModel : model;
}
