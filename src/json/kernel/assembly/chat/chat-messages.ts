/** Reads a message of a chat on the tape of scan.ts, in AssemblyScript: see chat-columns.ts. */
import { readCallInOrder, readCalls } from "./chat-calls";
import { noteExtra } from "./chat-extras";
import { addCall, addCallInOrder, addResult, addText, enter, IN_BLOCK, leaveOpen } from "./chat-results";
import { HAS_TAGS, note, REASONING, REFUSABLE } from "./chat-sums";
import {
  ASSISTANT,
  CALL,
  CALL_ROLE,
  isToldBy,
  KEY_CALL_IN_ORDER,
  KEY_CALLS,
  KEY_CONTENT,
  KEY_EXTRA,
  KEY_KIND,
  KEY_NAME,
  KEY_PAIR_ID,
  KEY_PAIR_ROLE,
  KEY_REASONING,
  KEY_REASONING_BLOCKS,
  KEY_REASONING_TOO,
  KEY_RESULT_ID,
  KEY_ROLE,
  KEY_TAGS,
  KEY_TEXT,
  roleOf,
  TOOL,
  useOf,
  USER,
} from "./chat-words";
import { holdsLongJson, holdsLongText, holdsUnsaid, isLongUnread, mayBePacked } from "./long-texts";
import { beginFields, field, setField } from "../tape/object-fields";
import { isClean } from "./result-words";
import {
  after,
  ARRAY,
  charsOf,
  ESCAPED,
  hasItems,
  isContainer,
  isString,
  OBJECT,
  TOKEN,
} from "../tape/tape-tokens";
import { areTexts, readBlocks, textOfBlock, textOrImage } from "./text-blocks";
import { calledTool, endTextTurn, IN_ORDER, IN_REPLIES, isAnswer, textCalls } from "./text-turns";

/** Whether the message has strings or containers that are not read, and a long text in them; reasoning as blocks. */
let hasMore: bool = false;
let hasLong: bool = false;
let hasReasoningBlocks: bool = false;

/** Reads a message; false if it is not plain. A line must show by itself that it holds no other result. */
export function readMessage(message: i32, isLine: bool): bool {
  if (!takeValues(message, isLine)) return false;
  const content = field(KEY_CONTENT);
  const said = roleOf(field(KEY_ROLE));
  if (said == CALL_ROLE) return readCallMessage(content);
  // A line without a content is a message in chat completions only.
  if (said == 0 || (isLine && content == 0 && field(KEY_CALLS) == 0)) return false;
  const role = textCalls == 0 ? said : roleInTexts(said, content);
  if (role == 0 || role == CALL) return false;
  const isCall = role == ASSISTANT && roleOf(field(KEY_PAIR_ROLE)) == CALL;
  if (isLeft(message, role, isCall)) return false;
  if (isString(field(KEY_PAIR_ID))) setField(KEY_RESULT_ID, field(KEY_PAIR_ID));
  enter(role);
  if (textCalls != 0 && !endTextTurn(role, content, field(KEY_CALLS), said == CALL && role != TOOL)) return false;
  const needsId = (said == TOOL && textCalls != IN_ORDER) || isCall;
  const hasId = isString(field(KEY_RESULT_ID));
  // Data sets leave ids of results out.
  if (hasId && !needsId) leaveOpen();
  if (content != 0 && isContainer(content) && !areTexts(content)) leaveOpen();
  const calls = field(KEY_CALLS);
  if (hasItems(calls) && (role != ASSISTANT || load<u8>(calls) != ARRAY)) leaveOpen();
  return role == TOOL ? readAnswer(content) : readSaid(role, content, isCall);
}

/** Takes the values of a message; false if one of them is not plain. */
function takeValues(message: i32, isLine: bool): bool {
  hasMore = false;
  hasLong = false;
  hasReasoningBlocks = false;
  beginFields();
  const stop = after(message);
  for (let key = message + TOKEN; key < stop; ) {
    const value = key + TOKEN;
    const use = useOf(key);
    if (use == KEY_CALL_IN_ORDER && textCalls == 0 && load<u8>(value) == OBJECT) hasMore = true;
    else if (use >= KEY_ROLE && use <= KEY_REASONING_TOO) {
      // Only the object path looks for results in the first of two contents.
      if (use == KEY_CONTENT && field(KEY_CONTENT) != 0) return false;
      // Which of two keys has the name, or the reasoning, is for the reader to tell.
      if ((use == KEY_NAME || use == KEY_REASONING_TOO) && field(use) != 0) return false;
      if (use == KEY_CALLS ? isString(value) : use != KEY_CONTENT && isContainer(value)) hasMore = true;
    } else if (!takeOther(use, value, isLine)) return false;
    setField(use, value);
    if (!isToldBy(use, key)) leaveOpen();
    key = after(value);
  }
  return true;
}

/** Takes a value that is not read as a text, a name, or a call; false if it is not plain. */
function takeOther(use: i32, value: i32, isLine: bool): bool {
  if (use < 0 || (use == KEY_KIND && textCalls == IN_REPLIES)) return false;
  if (use == KEY_REASONING_BLOCKS) {
    hasReasoningBlocks = hasReasoningBlocks || hasItems(value);
    return true;
  }
  if (holdsLongJson(value)) return false;
  if (isString(value)) {
    hasLong = hasLong || holdsLongText(value);
    hasMore = true;
  } else if (isContainer(value)) {
    hasLong = hasLong || holdsLongText(value);
    if (use != 0 && use != KEY_EXTRA && use != KEY_TAGS) return false;
    if (use == KEY_TAGS && hasItems(value)) note(HAS_TAGS);
    if (!isClean(value, 0)) {
      if (isLine) return false;
      noteExtra();
    }
    hasMore = true;
  }
  return true;
}

/** Reads a message that is a call: its content is the arguments. False if it may hold more. */
function readCallMessage(content: i32): bool {
  const others = field(KEY_CALLS) | field(KEY_NAME) | field(KEY_TEXT) | field(KEY_REASONING) | field(KEY_REASONING_TOO);
  if (others != 0 || field(KEY_CALL_IN_ORDER) != 0 || field(KEY_RESULT_ID) != 0) return false;
  if (hasMore || hasReasoningBlocks || !isString(content)) return false;
  enter(ASSISTANT);
  note(REFUSABLE);
  return addCallInOrder(0, content, charsOf(content));
}

/** The role of a message where calls may be in texts; 0 if the message is not plain. */
function roleInTexts(said: i32, content: i32): i32 {
  const answer = isAnswer(said, content);
  if (answer < 0) return 0;
  if (answer == 0 && said != TOOL) return said == CALL && textCalls == IN_ORDER ? ASSISTANT : said;
  if (!isString(field(KEY_NAME))) setField(KEY_NAME, calledTool());
  // In these formats all blocks of a result must have their text under the same key.
  return content != 0 && isContainer(content) && !areTexts(content) ? 0 : TOOL;
}

/** Whether a message is left to its format's reader: for what only that knows, or a long text that is not read. */
function isLeft(message: i32, role: i32, isCall: bool): bool {
  const reasoning = field(KEY_REASONING);
  const reasoningToo = field(KEY_REASONING_TOO);
  const calls = field(KEY_CALLS);
  const made = field(KEY_CALL_IN_ORDER);
  const isThought = isString(reasoning);
  if (role == TOOL && made != 0 && isContainer(made)) return true;
  const tags = field(KEY_TAGS);
  if (tags != 0 && isContainer(tags) && (role == TOOL || load<u8>(tags) == OBJECT)) return true;
  if (hasReasoningBlocks && (role == TOOL || !(isThought || isString(reasoningToo)))) return true;
  // With escapes it may be any word.
  const pairRole = field(KEY_PAIR_ROLE);
  if (isString(pairRole) && (load<i32>(pairRole) & ESCAPED) != 0) return true;
  if (hasLong) {
    const hasCalls = isCall || textCalls != 0 || hasItems(calls) || hasItems(made);
    if (role == TOOL || (hasCalls && holdsUnsaid(message, isThought ? reasoning : reasoningToo))) return true;
  }
  const isSaid = role != TOOL;
  const id = isString(field(KEY_PAIR_ID)) ? 0 : field(KEY_RESULT_ID);
  if (isLongUnread(field(KEY_NAME), false) || isLongUnread(id, false)) return true;
  if (isLongUnread(field(KEY_TEXT), isSaid)) return true;
  if (isLongUnread(reasoning, isSaid) || isLongUnread(reasoningToo, isSaid)) return true;
  return (role == TOOL || !isContainer(calls)) && isLongUnread(calls, false);
}

/** Reads a message that is a result; false if its text may be elsewhere. */
function readAnswer(content: i32): bool {
  if (content == 0 || (!isString(content) && !isContainer(content))) {
    const calls = field(KEY_CALLS);
    const hasTexts = (field(KEY_TEXT) | field(KEY_REASONING) | field(KEY_REASONING_TOO)) != 0;
    if (hasMore || hasTexts || (calls != 0 && isContainer(calls))) return false;
  }
  return readResult(content, field(KEY_RESULT_ID), field(KEY_NAME));
}

/** Reads what a message of another role says and calls; false if it is not plain. */
function readSaid(role: i32, content: i32, isCall: bool): bool {
  const calls = field(KEY_CALLS);
  const text = field(KEY_TEXT);
  const reasoning = isString(field(KEY_REASONING)) ? field(KEY_REASONING) : field(KEY_REASONING_TOO);
  // A message of which nothing is read may have its text elsewhere.
  const hasText = isString(content) || isString(text) || isString(reasoning);
  const made = field(KEY_CALL_IN_ORDER);
  const hasCalls = isCall || hasItems(calls) || hasItems(made);
  if (hasMore && !hasText && !hasCalls && !hasItems(content)) return false;
  addText(charsOf(reasoning), REASONING);
  addText(charsOf(text));
  // It may be blocks of an API as JSON in a string.
  if (role == USER && mayBePacked(content)) return false;
  if (isString(content)) addText(charsOf(content));
  else if (content != 0 && isContainer(content) && !readBlocks(content, role)) return false;
  const name = field(KEY_NAME);
  if (isCall && !addCall(field(KEY_RESULT_ID), isString(name) ? name : 0, 0, 0)) return false;
  if (calls != 0 && isContainer(calls) && (load<u8>(calls) != ARRAY || !readCalls(calls))) return false;
  return made == 0 || !isContainer(made) || readCallInOrder(made);
}

function readResult(content: i32, id: i32, name: i32): bool {
  if (content == 0 || !isContainer(content))
    return addResult(isString(content) ? content : 0, id, name, 0);
  const first = content + TOKEN;
  const stop = after(content);
  if (load<u8>(content) != ARRAY || first == stop || load<u8>(first) != OBJECT) return false;
  const only = after(first) == stop ? textOfBlock(first) : 0;
  if (only > 0) return addResult(only, id, name, IN_BLOCK);
  if (textCalls != 0) return false;
  let chars: i32 = 0;
  for (let block = first; block < stop; block = after(block)) {
    const text = textOrImage(block);
    if (text < 0) return false;
    chars += charsOf(text);
  }
  return addResult(content, id, name, IN_BLOCK, chars);
}
