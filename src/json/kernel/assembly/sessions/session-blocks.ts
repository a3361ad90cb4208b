/**
 * Reads the blocks of a message of a session, in AssemblyScript: texts, calls, and results with what can be
 * decided before messages are arranged. Any other block leaves the line to the format's own reader.
 */
import { IN_BLOCK, INSIDE, IS_ERROR, JOINED, MAY_BE_ERROR, RESULT } from "../chat/chat-results";
import { holdsLongText, mayBePacked } from "../chat/long-texts";
import { field } from "../tape/object-fields";
import { keeperOf, MASKED_BEFORE, mayBePlaceholder, NOT_EDITABLE } from "../policy/row-keepers";
import { ask, IS_PLACEHOLDER } from "../tape/questions";
import { MARK, MARK_AT, policy } from "../policy/row-policy";
import { find } from "../bytes/find";
import { lineFlags } from "../tape/scan";
import {
  addCall,
  addPart,
  addReasoning,
  addResult,
  EDITABLE,
  FLAG,
  MOST_OF_A_LINE,
  NAME_BITS,
  PART_TEXT,
  sessionParts,
  writes,
} from "./session-found";
import { AS_WORD, classOf, idOf } from "../calls/session-ids";
import {
  isClean,
  KEY_CALL_ID,
  KEY_CONTENT,
  KEY_INPUT,
  KEY_IS_ERROR,
  KEY_NAME,
  KEY_OWN_ID,
  KEY_SIGNATURE,
  KEY_TEXT,
  KEY_THINKING,
  KEY_TYPE,
  takeFields,
  TRUE,
  useOf,
  WORD_CALL,
  WORD_RESULT,
  WORD_TEXT,
  WORD_THINKING,
} from "./session-keys";
import { firstString, isJoined, lastString, textOf } from "./joined-texts";
import { closeText, openedFrom, openedText, openedTo } from "./opened-texts";
import {
  after,
  ARRAY,
  charsOf,
  isString,
  NON_ASCII,
  numberOf,
  OBJECT,
  TOKEN,
  jsonChars,
} from "../tape/tape-tokens";

/** The line is ASCII; the result stays because it is an error. */
const IS_ASCII: i32 = 0x100;
const IS_KEPT: i32 = 0x200;

/** Where a line's results are stored for questions to JavaScript, and the start of the first line. */
export let results: i32 = 0;
let callStart: i32 = 0;
/** The results of the current line. */
let lineResults: i32 = 0;

/** Starts a line. */
export function beginResults(): void {
  lineResults = 0;
  closeText();
}

/** Starts a batch of lines. */
export function beginBlocks(chat: i32, start: i32): void {
  results = chat;
  callStart = start;
}

/** Whether a content consists of result blocks only. */
export function isAllResults(content: i32): bool {
  if (load<u8>(content) != ARRAY) return false;
  const stop = after(content);
  if (content + TOKEN == stop) return false;
  for (let block = content + TOKEN; block < stop; block = after(block))
    if (load<u8>(block) != OBJECT || kindOf(block) != WORD_RESULT) return false;
  return true;
}

/** The kind of a block, by its type; 0 if unknown. */
function kindOf(block: i32): i32 {
  const stop = after(block);
  for (let key = block + TOKEN; key < stop; key = after(key + TOKEN))
    if (useOf(key) == KEY_TYPE) return isString(key + TOKEN) ? classOf(key + TOKEN, AS_WORD) : 0;
  return 0;
}

/** Reads the blocks of a content, the only one of its line; false if something in it is unknown. */
export function readBlocks(content: i32, model: i32): bool {
  const stop = after(content);
  const most = sessionParts + MOST_OF_A_LINE;
  for (let block = content + TOKEN; block < stop; block = after(block)) {
    if (load<u8>(block) != OBJECT || sessionParts == most) return false;
    if (!readBlock(block, model)) return false;
  }
  return true;
}

/** Reads a block; false if something in it is unknown. */
function readBlock(block: i32, model: i32): bool {
  if (!takeFields(block)) return false;
  const kind = kindOf(block);
  const stop = after(block);
  for (let key = block + TOKEN; key < stop; key = after(key + TOKEN)) {
    const use = useOf(key);
    if (use == KEY_TYPE || isReadOf(kind, use)) continue;
    if (!isClean(use, key + TOKEN, 0)) return false;
    if ((kind == WORD_CALL || kind == WORD_RESULT) && holdsLongText(key + TOKEN)) return false;
  }
  const text = field(KEY_TEXT);
  const thinking = field(KEY_THINKING);
  switch (kind) {
    case WORD_TEXT:
      if (!isString(text) || mayBePacked(text)) return false;
      addPart(PART_TEXT, 0, charsOf(text));
      return true;
    case WORD_THINKING:
      if (!isString(thinking)) return false;
      addReasoning(charsOf(thinking), isString(field(KEY_SIGNATURE)) ? model : -1, EDITABLE);
      return true;
    case WORD_CALL: {
      const id = field(KEY_OWN_ID);
      const name = field(KEY_NAME);
      const input = field(KEY_INPUT);
      if (!isString(id) || !isString(name) || input == 0 || charsOf(name) == 0) return false;
      const number = idOf(id);
      const named = idOf(name);
      if (number <= 0 || named <= 0) return false;
      addCall(named, number, charsOf(name) + jsonChars(input), numberOf(input));
      return true;
    }
    case WORD_RESULT:
      return readResult();
    default:
      return false;
  }
}

/** Whether the value of this key is read in a block of this kind, so it need not be searched for results. */
function isReadOf(kind: i32, use: i32): bool {
  if (kind == WORD_RESULT) return use == KEY_CONTENT || use == KEY_CALL_ID;
  return kind == WORD_CALL && use == KEY_INPUT;
}

/** Reads the result in the current block, and notes what can be decided about it. */
function readResult(): bool {
  const content = field(KEY_CONTENT);
  const idAt = field(KEY_CALL_ID);
  const isMarked = field(KEY_IS_ERROR) != 0 && load<u8>(field(KEY_IS_ERROR)) == TRUE;
  const text = textOf(content);
  if (text == 0 || !isString(idAt)) return false;
  const id = idOf(idAt);
  return id > 0 && noteResult(text, content, idAt, id, isMarked);
}

/** Notes a result that is never edited, of chars. */
export function noteFixed(id: i32, chars: i32, tool: i32): void {
  lineResults++;
  addResult(id, chars, 0, 0, NOT_EDITABLE, tool << NAME_BITS);
}

/** Notes what can be decided about a result, whose text is the one found last, of its content; `tool` is a name. */
export function noteResult(
  text: i32,
  content: i32,
  idAt: i32,
  id: i32,
  isMarked: bool,
  tool: i32 = 0,
): bool {
  // JavaScript, if asked, would have to join the texts again.
  if (writes && isJoined()) return false;
  const isInside = text == openedText;
  const k = lineResults++;
  const chars = charsOf(text);
  const result = results + k * RESULT;
  const flags = text == content ? 0 : isInside ? INSIDE : isJoined() ? JOINED : IN_BLOCK;
  store<i32>(result, numberOf(isJoined() ? content : text));
  store<i32>(result, chars, 4);
  store<i32>(result, (isMarked ? IS_ERROR : 0) | flags, 8);
  store<i32>(result, -1, 24);
  store<i32>(result, numberOf(idAt), 32);
  store<i32>(result, -1, 36);
  store<i32>(result, -1, 40);
  const mark = load<i32>(policy, MARK);
  if (find(load<i32>(text, 4), load<i32>(text, 8), policy + MARK_AT, mark) >= 0) return false;
  let about: i32 = (lineFlags & NON_ASCII) == 0 ? IS_ASCII : 0;
  if (mayBePlaceholder(text, chars) && ask(IS_PLACEHOLDER, k) != 0) about |= MASKED_BEFORE;
  else if (keeperOf(result, text, k, 0) != 0) {
    about |= IS_KEPT;
    store<i32>(result, load<i32>(result, 8) | MAY_BE_ERROR, 8);
  }
  const isError = isMarked || (about & IS_KEPT) != 0;
  const from = isInside ? openedFrom : load<i32>(firstString, 4);
  const to = isInside ? openedTo : load<i32>(lastString, 8);
  const all = isInside ? charsOf(content) : chars;
  addResult(id, chars, from - callStart, to - from, about, (isError ? FLAG : 0) | (tool << NAME_BITS), all);
  return true;
}
