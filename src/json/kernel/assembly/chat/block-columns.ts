/**
 * Finds the tool results of a conversation whose messages hold blocks, as Anthropic's do, on the tape of
 * scan.ts, in AssemblyScript. Works as chat-columns.ts does for chat completions.
 */
import { beginChat, NOT_PLAIN } from "./chat-columns";
import { noteExtra } from "./chat-extras";
import { hasOpenCall } from "./chat-open-calls";
import {
  addCall,
  addResult,
  addText,
  beginLine,
  endLine,
  endResults,
  enter,
  hasRoom,
  IN_BLOCK,
  IS_ERROR,
  leaveOpen,
} from "./chat-results";
import { note, REASONING, REFUSABLE, UNCOUNTED } from "./chat-sums";
import {
  KEY_ARGUMENTS,
  KEY_BLOCK_TEXT,
  KEY_CONTENT,
  KEY_EXTRA,
  KEY_ID,
  KEY_IMAGE,
  KEY_KIND,
  KEY_NAME,
  KEY_REASONING,
  KEY_RESULT_ID,
  KEY_ROLE,
  isToldBy,
  kindOfBlock,
  ASSISTANT,
  roleOf,
  TEXT_BLOCK,
  TOOL,
  useOf,
  USER,
} from "./chat-words";
import { holdsLongText, mayBePacked } from "./long-texts";
import { isClean } from "./result-words";
import {
  after,
  ARRAY,
  charsOf,
  hasItems,
  isContainer,
  isString,
  jsonChars,
  OBJECT,
  TOKEN,
  turnTo,
} from "../tape/tape-tokens";

const KEY_ERROR: i32 = 22;
const KEY_SIGNATURE: i32 = 23;

/** The kinds of blocks, as in chat-table.ts. */
const BLOCK_TEXT: i32 = TEXT_BLOCK;
const BLOCK_CALL: i32 = 2;
const BLOCK_RESULT: i32 = 3;
const BLOCK_REASONING: i32 = 4;
const BLOCK_SEALED: i32 = 5;
const BLOCK_IMAGE: i32 = 6;

const TRUE: i32 = 5;

/** Not 0 if there is signed reasoning. */
export let chatHasSigned: i32 = 0;
/** Who spoke last, the user or the assistant; and whether the user said more than results since. */
let speaker: i32 = 0;
let saidMore: bool = false;

/** Reads a conversation of such messages: see `readChat`. */
export function readBlockChat(tokens: i32, root: i32, into: i32, most: i32): i32 {
  turnTo(tokens);
  const list = beginChat(root, into, most);
  chatHasSigned = 0;
  speaker = 0;
  if (list == 0) return NOT_PLAIN;
  const end = after(list);
  for (let message = list + TOKEN; message < end; message = after(message)) {
    if (load<u8>(message) != OBJECT || !readBlockMessage(message, false)) return NOT_PLAIN;
  }
  turnToSpeaker(0);
  return endResults();
}

/** Reads such a message, the next line of a conversation: see `readChatLine`. */
export function readBlockLine(tokens: i32): i32 {
  turnTo(tokens);
  beginLine();
  chatHasSigned = 0;
  if (load<u8>(tokens) != OBJECT || !hasRoom()) return NOT_PLAIN;
  return readBlockMessage(tokens, true) && endLine() ? endResults() : NOT_PLAIN;
}

/**
 * Reads a message; false if it is not plain. A line without a content may be no message, which only its
 * format can tell.
 */
function readBlockMessage(message: i32, isLine: bool): bool {
  let roleAt: i32 = 0;
  let content: i32 = 0;
  let hasMore: bool = false;
  const stop = after(message);
  for (let key = message + TOKEN; key < stop; key = after(key + TOKEN)) {
    const value = key + TOKEN;
    const use = useOf(key);
    if (use == KEY_ROLE) roleAt = value;
    else if (use == KEY_CONTENT) {
      if (content != 0) return false;
      content = value;
    } else if (use < 0 || holdsLongText(value)) return false;
    else if (use == KEY_EXTRA) {
      if (!isContainer(value) || isClean(value, 0)) continue;
      if (isLine) return false;
      noteExtra();
    } else if (use != KEY_ID || !isString(value)) {
      if (use != 0 && isContainer(value)) return false;
      hasMore = hasMore || isString(value) || isContainer(value);
      if (use != 0 || !isToldBy(use, key)) leaveOpen();
    }
  }
  const said = roleOf(roleAt);
  if (said == 0 || (isLine && content == 0)) return false;
  const role = said == USER && isAllResults(content) ? TOOL : said;
  enter(role);
  if (said == USER || said == ASSISTANT) turnToSpeaker(said);
  // It may be blocks as JSON in a string.
  if (said == USER && mayBePacked(content)) return false;
  if (isString(content)) {
    saidMore = true;
    addText(charsOf(content));
  } else if (hasMore && (content == 0 || !hasItems(content))) return false; // Its text may be elsewhere.
  if (content == 0 || load<u8>(content) != ARRAY) return content == 0 || !isContainer(content);
  const end = after(content);
  for (let block = content + TOKEN; block < end; block = after(block))
    if (load<u8>(block) != OBJECT || !readBlock(block)) return false;
  return true;
}

/**
 * Sets who speaks, and notes what the API refuses at a change of speaker: see
 * formats/anthropic/anthropic-check.ts.
 */
function turnToSpeaker(said: i32): void {
  if (said == speaker) return;
  if (speaker == USER && hasOpenCall()) note(REFUSABLE);
  speaker = said;
  saidMore = false;
}

/** Whether a content consists of result blocks only. */
function isAllResults(content: i32): bool {
  if (content == 0 || load<u8>(content) != ARRAY) return false;
  const stop = after(content);
  if (content + TOKEN == stop) return false;
  for (let block = content + TOKEN; block < stop; block = after(block))
    if (load<u8>(block) != OBJECT || kindOf(block) != BLOCK_RESULT) return false;
  return true;
}

/** The kind of a block, by its type; 0 if unknown. */
function kindOf(block: i32): i32 {
  let kind: i32 = 0;
  const stop = after(block);
  for (let key = block + TOKEN; key < stop; key = after(key + TOKEN)) {
    if (useOf(key) != KEY_KIND) continue;
    kind = kindOfBlock(key + TOKEN);
  }
  return kind;
}

/** Reads a block; false if something in it is unknown. */
function readBlock(block: i32): bool {
  let text: i32 = 0;
  let thinking: i32 = 0;
  let id: i32 = 0;
  let name: i32 = 0;
  let args: i32 = 0;
  let resultId: i32 = 0;
  let content: i32 = 0;
  let error: i32 = 0;
  let isSigned = false;
  const stop = after(block);
  for (let key = block + TOKEN; key < stop; key = after(key + TOKEN)) {
    const value = key + TOKEN;
    const use = useOf(key);
    if (isContainer(value) && use != KEY_ARGUMENTS && use != KEY_CONTENT && !isExtra(use)) return false;
    if (use == KEY_BLOCK_TEXT) text = value;
    else if (use == KEY_REASONING) thinking = value;
    else if (use == KEY_ID) id = value;
    else if (use == KEY_NAME) name = value;
    else if (use == KEY_ARGUMENTS) args = value;
    else if (use == KEY_RESULT_ID) resultId = value;
    else if (use == KEY_CONTENT) content = value;
    else if (use == KEY_ERROR) error = load<u8>(value) == TRUE ? IS_ERROR : 0;
    else if (use == KEY_SIGNATURE) isSigned = isString(value);
    else if (use != KEY_KIND && !isExtra(use)) return false;
    if (!mayBeLong(use) && holdsLongText(value)) return false;
  }
  const kind = kindOf(block);
  if (isUnread(kind != BLOCK_TEXT, text) || isUnread(kind != BLOCK_REASONING, thinking)) return false;
  if (isUnread(kind != BLOCK_CALL, args)) return false;
  if (kind == BLOCK_RESULT ? saidMore || speaker != USER : kind == BLOCK_CALL && speaker == USER)
    note(REFUSABLE);
  if (kind != BLOCK_RESULT) saidMore = true;
  // Only a result has these keys.
  if (kind != BLOCK_RESULT && (resultId != 0 || content != 0)) return false;
  switch (kind) {
    case BLOCK_TEXT:
      if (charsOf(text) == 0 && hasOtherKeys(block, text)) return false;
      if (speaker == USER && mayBePacked(text)) return false;
      addText(charsOf(text));
      return true;
    case BLOCK_REASONING:
      addText(charsOf(thinking), REASONING);
      if (isSigned) chatHasSigned = 1;
      return true;
    case BLOCK_SEALED:
      chatHasSigned = 1;
      return true;
    case BLOCK_IMAGE:
      note(UNCOUNTED);
      return true;
    case BLOCK_CALL:
      return addCall(id, isString(name) ? name : 0, args, jsonChars(args));
    case BLOCK_RESULT:
      return readResult(content, resultId, error);
    default:
      return false;
  }
}

/** Whether a value, 0 for none, is a long text of a block of another kind than those of which it is read. */
@inline
function isUnread(isOther: bool, value: i32): bool {
  return isOther && value != 0 && holdsLongText(value);
}

/** Whether the value of a key of a block is a text that is read. */
@inline
function mayBeLong(use: i32): bool {
  return use == KEY_BLOCK_TEXT || use == KEY_REASONING || use == KEY_ARGUMENTS || use == KEY_CONTENT;
}

/** Whether a block has another key than its type and its text, which may have the text then. */
function hasOtherKeys(block: i32, text: i32): bool {
  return after(block) - block > (text == 0 ? 3 : 5) * TOKEN;
}

/** Adds a result whose content is a string, or blocks of text and images. */
function readResult(content: i32, id: i32, error: i32): bool {
  if (isString(content)) return addResult(content, id, 0, error);
  if (content == 0 || load<u8>(content) != ARRAY) return false;
  const first = content + TOKEN;
  const stop = after(content);
  if (first == stop) return false;
  let chars: i32 = 0;
  let text: i32 = 0;
  for (let block = first; block < stop; block = after(block)) {
    text = textOrImageOf(block);
    if (text < 0) return false;
    chars += charsOf(text);
  }
  const only = after(first) == stop && text != 0;
  return addResult(only ? text : content, id, 0, error | IN_BLOCK, chars);
}

/** Whether a key of a block is not read. */
function isExtra(use: i32): bool {
  return use == KEY_EXTRA || use == KEY_IMAGE;
}

/** The text of a block in a result; 0 for an image, -1 if it is not plain. */
export function textOrImageOf(block: i32): i32 {
  if (load<u8>(block) != OBJECT) return -1;
  let text: i32 = 0;
  const stop = after(block);
  for (let key = block + TOKEN; key < stop; key = after(key + TOKEN)) {
    const use = useOf(key);
    if (use == KEY_BLOCK_TEXT) text = key + TOKEN;
    else if (use != KEY_KIND && (!isExtra(use) || holdsLongText(key + TOKEN))) return -1;
  }
  const kind = kindOf(block);
  if (kind == BLOCK_IMAGE && text == 0) return 0;
  return kind == BLOCK_TEXT && isString(text) ? text : -1;
}
