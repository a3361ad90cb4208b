/**
 * Reads lines of a session whose messages name their parents, in AssemblyScript: a message or a mark on each,
 * as columns of integers, with what can be decided about results before messages are arranged. The words of a
 * format are data, see session-words.ts; a line with anything else is left to that format's reader.
 */
import { holdsLongText, mayBePacked } from "./long-texts";
import { turnToPolicy } from "./row-policy";
import { lineEnd, lineFlags, scanLine } from "./scan";
import { beginBlocks, beginResults, isAllResults, readBlocks } from "./session-blocks";
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
  PART_TEXT,
  ROLE_ASSISTANT,
  ROLE_SYSTEM,
  ROLE_TOOL,
  ROLE_USER,
  sessionModel,
  sessionParts,
  tellOfCalls,
} from "./session-found";
import { AS_LINE, AS_WORD, classOf, idOf } from "./session-ids";
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
  LINE_ITEM,
  LINE_LEAF,
  LINE_MESSAGE,
  LINE_NOTE,
  signOf,
  TRUE,
  useOf,
  WORD_ASSISTANT,
  WORD_BOUNDARY,
  WORD_SYNTHETIC,
  WORD_SYSTEM,
  WORD_USER,
} from "./session-keys";
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
} from "./tape-tokens";

/** There is no line left to scan. */
const NO_LINE: i32 = -4;

/** The offset of the line that was not read, and the result of scanning it. */
export let sessionNext: i32 = 0;
export let sessionScan: i32 = 0;

let linkMark: i32 = 0;
let boundaryMark: i32 = 0;
let leafMark: i32 = 0;
let rootThread: i32 = 0;
let needsModels: bool = false;
let leavesMarks: bool = false;

/**
 * Starts a session: the kinds of its marks, the thread of lines that name none, whether models are needed,
 * whether lines without a message are left to the format's reader, and whether JavaScript is told of calls.
 */
export function beginSession(
  link: i32,
  boundary: i32,
  leaf: i32,
  turn: i32,
  byRoot: i32,
  wantsModels: i32,
  messagesOnly: i32,
  isTold: i32,
): void {
  tellOfCalls(isTold != 0);
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
  sessionScan = NO_LINE;
  let lines: i32 = 0;
  let at = start;
  while (at < end && hasRoom()) {
    sessionScan = scanLine(at, end, tokens, tokensEnd);
    if (sessionScan <= 0 || (lineFlags & (INVALID_UTF8 | WORD_ESCAPED)) != 0) break;
    const next = lineEnd + 1;
    beginLine();
    beginResults();
    if (!readLine(tokens)) {
      leaveLine();
      break;
    }
    endLine();
    lines++;
    at = next;
    sessionScan = NO_LINE;
  }
  sessionNext = at;
  return lines;
}

// long: the values of its keys are in local variables, which both halves use.
function readLine(root: i32): bool {
  if (load<u8>(root) != OBJECT) return false;
  let type: i32 = 0;
  let id: i32 = 0;
  let parent: i32 = 0;
  let inThread: i32 = 0;
  let message: i32 = 0;
  let copy: i32 = 0;
  let agent: i32 = 0;
  let leaf: i32 = 0;
  let subtype: i32 = 0;
  let payload: i32 = 0;
  let hasMore = false;
  const stop = after(root);
  for (let key = root + TOKEN; key < stop; key = after(key + TOKEN)) {
    const value = key + TOKEN;
    const use = useOf(key);
    let before: i32 = 0;
    switch (use) {
      case 0:
        return false;
      case KEY_TYPE:
        before = type;
        type = value;
        break;
      case KEY_ID:
        before = id;
        id = value;
        break;
      case KEY_PARENT:
        before = parent;
        parent = value;
        break;
      case KEY_IN_THREAD:
        before = inThread;
        inThread = value;
        break;
      case KEY_MESSAGE:
        before = message;
        message = value;
        break;
      case KEY_COPY:
        before = copy;
        copy = value;
        break;
      case KEY_THREAD:
        before = agent;
        agent = value;
        break;
      case KEY_LEAF:
        before = leaf;
        leaf = value;
        break;
      case KEY_PAYLOAD:
        before = payload;
        payload = value;
        break;
      case KEY_SUBTYPE:
        before = subtype;
        subtype = value;
        break;
      default:
        if (isContainer(value) || signOf(use) != 0 || holdsLongText(value)) hasMore = true;
    }
    if (before != 0) return false;
  }
  if (!isString(type)) return false;
  const line = classOf(type, AS_LINE);
  if (line == 0 || (leavesMarks && line != LINE_MESSAGE && line != LINE_ITEM)) return false;
  if (line >= LINE_ITEM) {
    if (line == LINE_ITEM && hasMore && !isEnvelopeClean(root)) return false;
    return readPayload(line, payload, needsModels);
  }
  if (line == LINE_LEAF) {
    const named = idOrNone(leaf);
    if (named < 0) return false;
    addFound(leafMark, 0, named, 0, 0);
    return true;
  }
  const own = idOrNone(id);
  const above = idOrNone(parent);
  if (own < 0 || above < 0) return false;
  let thread: i32 = 0;
  if (inThread != 0 && load<u8>(inThread) == TRUE) {
    thread = isString(agent) ? idOf(agent) : rootThread;
    if (thread <= 0) return false;
  }
  if (line == LINE_NOTE) {
    if (own == 0) return true;
    const isBoundary = isString(subtype) && classOf(subtype, AS_WORD) == WORD_BOUNDARY;
    // With escapes it may be any word.
    if (isString(subtype) && !isBare(subtype)) return false;
    // It may say which earlier messages are kept.
    if (isBoundary && hasMore) return false;
    if (thread != 0) addThread();
    addFound(isBoundary ? boundaryMark : linkMark, own, above, thread, 0);
    return true;
  }
  if (hasMore && !isEnvelopeClean(root)) return false;
  if (thread != 0) addThread();
  return message != 0 && readMessage(message, copy, own, above, thread);
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

// long: the values of its keys are in local variables, which both halves use.
function readMessage(message: i32, copy: i32, id: i32, parent: i32, thread: i32): bool {
  if (load<u8>(message) != OBJECT) return false;
  let roleAt: i32 = 0;
  let content: i32 = 0;
  let ownId: i32 = 0;
  let modelAt: i32 = 0;
  const stop = after(message);
  for (let key = message + TOKEN; key < stop; key = after(key + TOKEN)) {
    const value = key + TOKEN;
    const use = useOf(key);
    let before: i32 = 0;
    switch (use) {
      case 0:
        return false;
      case KEY_ROLE:
        before = roleAt;
        roleAt = value;
        break;
      case KEY_CONTENT:
        before = content;
        content = value;
        break;
      case KEY_OWN_ID:
        before = ownId;
        ownId = value;
        break;
      case KEY_MODEL:
        before = modelAt;
        modelAt = value;
        break;
      default:
        if (!isClean(use, value, 0) || holdsLongText(value)) return false;
    }
    if (before != 0) return false;
  }
  if (!isString(roleAt) || content == 0) return false;
  let role = classOf(roleAt, AS_WORD);
  if (role == WORD_USER) role = isAllResults(content) ? ROLE_TOOL : ROLE_USER;
  else if (role == WORD_ASSISTANT) role = ROLE_ASSISTANT;
  else if (role == WORD_SYSTEM) role = ROLE_SYSTEM;
  else return false;
  let model: i32 = 0;
  if (role == ROLE_ASSISTANT && isString(modelAt)) {
    if (!isBare(modelAt) || classOf(modelAt, AS_WORD) == WORD_SYNTHETIC) return false;
    if (charsOf(modelAt) == 0) return false;
    if (needsModels) model = idOf(modelAt);
    if (model < 0) return false;
  }
  // A message without a model has that of the previous one.
  if (role == ROLE_ASSISTANT && model == 0) model = sessionModel;
  const reply = idOrNone(ownId);
  if (reply < 0) return false;
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

