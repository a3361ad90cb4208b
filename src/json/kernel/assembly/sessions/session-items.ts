/**
 * Reads lines of a rollout, in AssemblyScript: items of the Responses API, and events, some of which hold
 * side copies of a call's output. An unusual item leaves the line to the format's own reader.
 */
import { BACKSLASH, OPEN_BRACE } from "../bytes/codes";
import { holdsLongText } from "../chat/long-texts";
import { field } from "../tape/object-fields";
import { ask } from "../tape/questions";
import { noteResult } from "./session-blocks";
import { hasFailed } from "./session-failures";
import {
  addCall,
  addFound,
  addMessage,
  addModel,
  addPart,
  addReasoning,
  addSide,
  latestCall,
  MOST_OF_A_LINE,
  PART_TEXT,
  ROLE_ASSISTANT,
  ROLE_SYSTEM,
  ROLE_TOOL,
  ROLE_USER,
  sessionModel,
  sessionParts,
} from "./session-found";
import { AS_WORD, classOf, idOf } from "../calls/session-ids";
import {
  BEGINS_TURN,
  isClean,
  KEY_AGGREGATED,
  KEY_ARGUMENTS,
  KEY_CALL_ID,
  KEY_CONTENT,
  KEY_COPIES,
  KEY_COPIES_END,
  KEY_CHANGES,
  KEY_ANSWER,
  KEY_INPUT,
  KEY_ITEM,
  KEY_MODEL,
  KEY_NAME,
  KEY_OUTPUT,
  KEY_OWN_ID,
  KEY_ROLE,
  KEY_SEALED,
  KEY_STATUS,
  KEY_SUMMARY,
  KEY_TEXT,
  KEY_TYPE,
  KEY_UNREAD,
  LINE_BARE_ITEM,
  LINE_CONTEXT,
  LINE_EVENT,
  takeFields,
  useOf,
  WORD_ASSISTANT,
  WORD_CALL,
  WORD_COMMAND_EVENT,
  WORD_FREE_CALL,
  WORD_ITEM_EVENT,
  WORD_MESSAGE,
  WORD_ODD_EVENT,
  WORD_PATCH_EVENT,
  WORD_RESULT,
  WORD_SYSTEM,
  WORD_TEXT,
  WORD_THINKING,
  WORD_TOOL_EVENT,
  WORD_USER,
} from "./session-keys";
import { textOf } from "./joined-texts";
import { openedText, openOutput, saysFailed } from "./opened-texts";
import {
  after,
  ARRAY,
  charsOf,
  isBare,
  isContainer,
  isString,
  numberOf,
  OBJECT,
  TOKEN,
  jsonChars,
} from "../tape/tape-tokens";

/** The kind of the mark before a message with which the user begins a turn. */
let turnMark: i32 = 0;
/** Whether there are such marks: not before items that are lines themselves. */
let beginsTurns: bool = false;

/** Sets that kind. */
export function markTurns(kind: i32): void {
  turnMark = kind;
}

/** Reads the payload of a line of a kind; false if something in it is unknown. */
export function readPayload(kind: i32, payload: i32, needsModels: bool): bool {
  if (payload == 0 || load<u8>(payload) != OBJECT) return false;
  if (!takeFields(payload)) return false;
  if (kind == LINE_EVENT) return readEvent();
  if (kind == LINE_CONTEXT) return readContext(needsModels);
  beginsTurns = kind != LINE_BARE_ITEM;
  return readItem(payload);
}

/** The class of the current object's type; negative if the format's own reader is needed. */
function typeOf(): i32 {
  const type = field(KEY_TYPE);
  if (!isString(type)) return 0;
  return isBare(type) ? classOf(type, AS_WORD) : -1;
}

/** Reads the model of the turns that follow. */
function readContext(needsModels: bool): bool {
  const model = field(KEY_MODEL);
  if (!needsModels || !isString(model) || charsOf(model) == 0) return true;
  const number = idOf(model);
  if (number <= 0) return false;
  addModel(number);
  return true;
}

/** Reads an event, which agents write for display: side copies of an output, by the id of its call. */
function readEvent(): bool {
  const kind = typeOf();
  if (kind < 0 || kind == WORD_ODD_EVENT) return false;
  if (kind == WORD_ITEM_EVENT) return readEnded(field(KEY_ITEM));
  if (kind != WORD_COMMAND_EVENT && kind != WORD_PATCH_EVENT && kind != WORD_TOOL_EVENT) return true;
  const idAt = field(KEY_CALL_ID);
  if (!isString(idAt)) return true;
  const id = idOf(idAt);
  if (id <= 0) return false;
  let bytes: i32 = 0;
  if (kind != WORD_TOOL_EVENT) {
    const end = kind == WORD_COMMAND_EVENT ? KEY_COPIES_END : KEY_COPIES + 2;
    for (let use = KEY_COPIES; use < end; use++) bytes += bytesOf(field(use));
  }
  if (kind == WORD_PATCH_EVENT) bytes += bytesOf(field(KEY_CHANGES));
  else if (kind == WORD_TOOL_EVENT) bytes += bytesOf(field(KEY_ANSWER));
  if (bytes > 0) addSide(id, bytes);
  return true;
}

/** Reads an item that has ended, whose id is that of its call, or begins like those of calls in programs. */
function readEnded(item: i32): bool {
  if (item == 0 || load<u8>(item) != OBJECT) return true;
  if (!takeFields(item)) return false;
  const idAt = field(KEY_OWN_ID);
  if (!isString(idAt)) return true;
  const bytes =
    bytesOf(field(KEY_COPIES)) +
    bytesOf(field(KEY_COPIES + 1)) +
    bytesOf(field(KEY_AGGREGATED)) +
    bytesOf(field(KEY_CHANGES)) +
    bytesOf(field(KEY_ANSWER));
  const id = idOf(idAt);
  if (id <= 0) return false;
  const from = load<i32>(idAt, 4) + 1;
  const isInProgram = load<u32>(from) == 0x63657865 && load<u8>(from, 4) == 0x2d; // exec-
  if (bytes > 0) addSide(isInProgram ? latestCall : id, bytes);
  return true;
}

function bytesOf(value: i32): i32 {
  return value == 0 ? 0 : load<i32>(value, 8) - load<i32>(value, 4);
}

function readItem(item: i32): bool {
  const kind = typeOf();
  if (kind <= 0 || field(KEY_UNREAD) != 0) return false;
  const stop = after(item);
  for (let key = item + TOKEN; key < stop; key = after(key + TOKEN)) {
    const use = useOf(key);
    if (use == KEY_TYPE || isReadOf(kind, use)) continue;
    if (use == 0 || !isClean(use, key + TOKEN, 0)) return false;
    if (isOfTools(kind) && holdsLongText(key + TOKEN)) return false;
  }
  const role = field(KEY_ROLE);
  switch (kind) {
    case WORD_MESSAGE:
      return isString(role) && readSaid(item, classOf(role, AS_WORD), field(KEY_CONTENT));
    case WORD_THINKING:
      return role == 0 && readReasoning();
    case WORD_CALL:
      return role == 0 && readCall(field(KEY_ARGUMENTS));
    case WORD_FREE_CALL:
      return role == 0 && readCall(field(KEY_INPUT));
    case WORD_RESULT:
      return role == 0 && readOutput();
    default:
      return false;
  }
}

function isOfTools(kind: i32): bool {
  return kind == WORD_CALL || kind == WORD_FREE_CALL || kind == WORD_RESULT;
}

/** Whether the value of this key is read in an item of this kind, so it need not be searched for results. */
function isReadOf(kind: i32, use: i32): bool {
  if (use == KEY_CALL_ID) return isOfTools(kind);
  if (kind == WORD_CALL) return use == KEY_ARGUMENTS;
  if (kind == WORD_FREE_CALL) return use == KEY_INPUT;
  return kind == WORD_RESULT && use == KEY_OUTPUT;
}

function readSaid(item: i32, role: i32, content: i32): bool {
  if (role == WORD_USER) {
    if (beginsTurns && ask(BEGINS_TURN, numberOf(item)) != 0) addFound(turnMark, 0, 0, 0, 0);
    addMessage(ROLE_USER, 0, 0, 0, 0, 0);
  } else if (role == WORD_SYSTEM) addMessage(ROLE_SYSTEM, 0, 0, 0, 0, 0);
  else if (role == WORD_ASSISTANT) addMessage(ROLE_ASSISTANT, 0, 0, 0, 0, sessionModel);
  else return false;
  if (isString(content)) {
    addPart(PART_TEXT, 0, charsOf(content));
    return true;
  }
  const before = sessionParts;
  return addTexts(content, false) >= 0 && sessionParts > before;
}

/** Adds the texts of blocks, or only counts their chars; negative if a block is not a plain text. */
function addTexts(blocks: i32, isCount: bool): i32 {
  if (blocks == 0 || load<u8>(blocks) != ARRAY) return -1;
  const stop = after(blocks);
  const most = sessionParts + MOST_OF_A_LINE;
  let sum: i32 = 0;
  for (let block = blocks + TOKEN; block < stop; block = after(block)) {
    if (load<u8>(block) != OBJECT || sessionParts == most) return -1;
    let text: i32 = 0;
    let kind: i32 = 0;
    const end = after(block);
    for (let key = block + TOKEN; key < end; key = after(key + TOKEN)) {
      const use = useOf(key);
      if (use == KEY_TEXT) {
        if (text != 0) return -1;
        text = key + TOKEN;
      } else if (use == KEY_TYPE && isString(key + TOKEN)) {
        if (kind != 0) return -1;
        kind = classOf(key + TOKEN, AS_WORD);
      } else if (use == 0 || use == KEY_UNREAD || !isClean(use, key + TOKEN, 0)) return -1;
    }
    if (kind != WORD_TEXT || !isString(text)) return -1;
    if (!isCount) addPart(PART_TEXT, 0, charsOf(text));
    sum += charsOf(text);
  }
  return sum;
}

function readReasoning(): bool {
  const isSigned = isString(field(KEY_SEALED)) || isString(field(KEY_OWN_ID));
  if (isContainer(field(KEY_CONTENT)) && field(KEY_CONTENT) != 0) return false;
  const summary = field(KEY_SUMMARY);
  const model = sessionModel;
  const hasSummary = summary != 0 && load<u8>(summary) == ARRAY && after(summary) > summary + TOKEN;
  if (!hasSummary && !isSigned) return false;
  const chars = hasSummary ? addTexts(summary, true) : 0;
  if (chars < 0) return false;
  addMessage(ROLE_ASSISTANT, 0, 0, 0, 0, model);
  addReasoning(chars, isSigned ? model : -1, 0);
  return true;
}

function readCall(args: i32): bool {
  const idAt = field(KEY_CALL_ID);
  const name = field(KEY_NAME);
  if (!isString(idAt) || !isString(name) || charsOf(name) == 0 || args == 0) return false;
  const id = idOf(idAt);
  const named = idOf(name);
  if (id <= 0 || named <= 0) return false;
  addMessage(ROLE_ASSISTANT, 0, 0, 0, 0, sessionModel);
  addCall(named, id, charsOf(name) + jsonChars(args), numberOf(args));
  return true;
}

function readOutput(): bool {
  const output = field(KEY_OUTPUT);
  const idAt = field(KEY_CALL_ID);
  if (!isString(idAt) || isString(field(KEY_STATUS))) return false;
  const text = textOf(output);
  const id = idOf(idAt);
  if (text == 0 || id <= 0) return false;
  const first = text == output ? <i32>load<u8>(load<i32>(output, 4) + 1) : 0;
  // It may be a brace.
  if (first == BACKSLASH) return false;
  const mayBeInside = first == OPEN_BRACE;
  if (mayBeInside && !openOutput(output)) return false;
  addMessage(ROLE_TOOL, 0, 0, 0, 0, 0);
  const isFailed = mayBeInside ? saysFailed : hasFailed(output);
  return noteResult(openedText != 0 ? openedText : text, output, idAt, id, isFailed);
}
