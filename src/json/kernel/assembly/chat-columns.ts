/**
 * Finds the tool results of a conversation on the tape of scan.ts, in AssemblyScript: in one pass over the
 * tokens of a row, or of each line in turn, without an object for each message. The words of a format are
 * data, see chat-table.ts; a message with anything else leaves the conversation to that format's reader.
 */
import { readCalls } from "./chat-calls";
import {
  addCall,
  addResult,
  addText,
  beginLine,
  beginResults,
  chatCalls,
  endLine,
  endResults,
  enter,
  hasRoom,
  IN_BLOCK,
  leaveOpen,
} from "./chat-results";
import { REASONING } from "./chat-sums";
import {
  ASSISTANT,
  CALL,
  isToldBy,
  KEY_CALLS,
  KEY_CONTENT,
  KEY_EXTRA,
  KEY_KIND,
  KEY_MESSAGES,
  KEY_NAME,
  KEY_PAIR_ID,
  KEY_PAIR_ROLE,
  KEY_REASONING,
  KEY_REASONING_BLOCKS,
  KEY_REASONING_TOO,
  KEY_RESULT_ID,
  KEY_ROLE,
  KEY_ROW_ID,
  KEY_SYSTEM,
  KEY_TEXT,
  roleOf,
  SYSTEM,
  TOOL,
  useOf,
  USER,
} from "./chat-words";
import { holdsLongText, holdsUnsaid, isLongUnread, jsonIn, mayBePacked } from "./long-texts";
import { isClean } from "./result-words";
import {
  after,
  ARRAY,
  charsOf,
  ESCAPED,
  hasItems,
  isContainer,
  isString,
  numberOf,
  OBJECT,
  TOKEN,
  turnTo,
} from "./tape-tokens";
import { areTexts, readBlocks, textOfBlock, textOrImage } from "./text-blocks";
import {
  beginTextCalls,
  calledTool,
  endTextTurn,
  hasHeader,
  IN_ORDER,
  IN_REPLIES,
  isAnswer,
  needsCalls,
  textCalls,
  turnToTextCalls,
} from "./text-turns";

/** Returned by `readChat` if the format's own reader is needed. */
export const NOT_PLAIN: i32 = -1;

/** The array of the conversation's messages. */
export let chatList: i32 = 0;
/** Not 0 if there is more than messages in the conversation. */
export let chatHasExtra: i32 = 0;
/** The first long string next to the messages that may be JSON, and hold results; -1 if there is none. */
export let chatJson: i32 = -1;

export function noteExtra(): void {
  chatHasExtra = 1;
}

/** Whether each message is a line, which must show by itself that it holds no other result. */
let isLine: bool = false;

/**
 * Reads the conversation at `root`, a token of the tape at `tokens`, and writes its results at `into`, `most`
 * of them at most. Returns their number, or NOT_PLAIN.
 */
export function readChat(tokens: i32, root: i32, into: i32, most: i32): i32 {
  turnTo(tokens);
  const list = beginChat(root, into, most);
  if (list == 0) return NOT_PLAIN;
  const end = after(list);
  for (let message = list + TOKEN; message < end; message = after(message)) {
    if (load<u8>(message) != OBJECT) return NOT_PLAIN;
    if (!hasRoom()) return NOT_PLAIN;
    if (!readMessage(message)) return NOT_PLAIN;
  }
  if ((textCalls == IN_REPLIES && !hasHeader) || (needsCalls && chatCalls == 0)) return NOT_PLAIN;
  return endResults();
}

/** Starts the conversation at `root`, and returns the array of its messages; 0 if it is not plain. */
export function beginChat(root: i32, into: i32, most: i32): i32 {
  beginResults(into, most, most);
  turnToTextCalls();
  isLine = false;
  chatHasExtra = 0;
  chatJson = -1;
  let system: i32 = 0;
  let rowIds: i32 = 0;

  let list = root;
  if (load<u8>(root) == OBJECT) {
    list = 0;
    const stop = after(root);
    for (let key = root + TOKEN; key < stop; key = after(key + TOKEN)) {
      const use = useOf(key);
      if (use < 0) return 0;
      // With a repeated key the first array is not read, and only the object path looks for results in it.
      if (use == KEY_MESSAGES && list != 0) return 0;
      if (use == KEY_SYSTEM) system = key + TOKEN;
      else if (use == KEY_ROW_ID) {
        if (!isString(key + TOKEN)) return 0;
        rowIds++;
      }
      if (use == KEY_MESSAGES) {
        list = key + TOKEN;
        continue;
      }
      if (use != KEY_SYSTEM) noteJson(key + TOKEN);
      if (isContainer(key + TOKEN)) {
        if (use != KEY_EXTRA && use != 0) return 0;
        if (!isClean(key + TOKEN, 0)) noteExtra();
      }
    }
  }
  chatList = list == 0 || load<u8>(list) != ARRAY ? 0 : list;
  if (chatList == 0 || textCalls == 0) return chatList;
  if (textCalls == IN_REPLIES && rowIds == 0) return 0;
  if (charsOf(system) > 0) {
    enter(SYSTEM);
    addText(charsOf(system));
  }
  return beginTextCalls(root, chatList) ? chatList : 0;
}

/** Notes the first long string next to the messages that may be JSON. */
function noteJson(value: i32): void {
  if (chatJson >= 0) return;
  const json = jsonIn(value);
  if (json != 0) chatJson = numberOf(json);
}

/**
 * Reads the message whose tokens begin at `tokens`, the next line of the conversation. Returns the number of
 * its results, or NOT_PLAIN; chars and `isClosed` are those of the line.
 */
export function readChatLine(tokens: i32): i32 {
  turnTo(tokens);
  beginLine();
  turnToTextCalls();
  isLine = true;
  if (load<u8>(tokens) != OBJECT || !hasRoom()) return NOT_PLAIN;
  return readMessage(tokens) && endLine() ? endResults() : NOT_PLAIN;
}

// long: the values of its keys are in local variables, which both halves use.
function readMessage(message: i32): bool {
  let roleAt: i32 = 0;
  let content: i32 = 0;
  let calls: i32 = 0;
  let id: i32 = 0;
  let name: i32 = 0;
  let text: i32 = 0;
  let reasoning: i32 = 0;
  let reasoningToo: i32 = 0;
  let pairId: i32 = 0;
  let pairRole: i32 = 0;
  let hasMore = false;
  let hasLong = false;
  let hasReasoningBlocks = false;
  const stop = after(message);
  for (let key = message + TOKEN; key < stop; ) {
    const value = key + TOKEN;
    const use = useOf(key);
    if (use == KEY_ROLE) roleAt = value;
    else if (use == KEY_CONTENT) {
      // Only the object path looks for results in the first of them.
      if (content != 0) return false;
      content = value;
    }
    else if (use == KEY_RESULT_ID) id = value;
    else if (use == KEY_NAME) name = value;
    else if (use == KEY_CALLS) calls = value;
    else if (use == KEY_TEXT) text = value;
    else if (use == KEY_REASONING) reasoning = value;
    else if (use == KEY_REASONING_TOO) reasoningToo = value;
    else if (use < 0 || (use == KEY_KIND && textCalls == IN_REPLIES)) return false;
    else if (use == KEY_REASONING_BLOCKS) hasReasoningBlocks = hasReasoningBlocks || hasItems(value);
    else if (jsonIn(value) != 0) return false;
    else if (isContainer(value)) {
      hasLong = hasLong || holdsLongText(value);
      if (use != 0 && use != KEY_EXTRA) return false;
      if (use == 0 || !isClean(value, 0)) {
        if (isLine) return false;
        noteExtra();
      }
      hasMore = true;
    } else if (isString(value)) {
      hasLong = hasLong || holdsLongText(value);
      hasMore = true;
    }
    if (use == KEY_PAIR_ID) pairId = value;
    else if (use == KEY_PAIR_ROLE) pairRole = value;
    if (!isToldBy(use, value)) leaveOpen();
    key = after(value);
  }
  let role = roleOf(roleAt);
  // A line without a content is a message in chat completions only.
  if (role == 0 || (isLine && content == 0 && calls == 0)) return false;
  let needsId = role == TOOL;
  let isTextCall = false;
  if (textCalls != 0) {
    const answer = isAnswer(role, content);
    if (answer < 0) return false;
    if (answer != 0) role = TOOL;
    if (role == TOOL && !isString(name)) name = calledTool();
    needsId = needsId && textCalls != IN_ORDER;
    isTextCall = role == CALL && textCalls == IN_ORDER;
    if (isTextCall) role = ASSISTANT;
    // In these formats all blocks of a result must have their text under the same key.
    if (role == TOOL && content != 0 && isContainer(content) && !areTexts(content)) return false;
  }
  if (role == CALL) return false;
  const hasReasoning = isString(reasoning) || isString(reasoningToo);
  if (hasReasoningBlocks && (role == TOOL || !hasReasoning)) return false;
  // With escapes it may be any word.
  if (isString(pairRole) && (load<i32>(pairRole) & ESCAPED) != 0) return false;
  const isCall = role == ASSISTANT && roleOf(pairRole) == CALL;
  const hasCalls = isCall || textCalls != 0 || hasItems(calls);
  const thought = isString(reasoning) ? reasoning : reasoningToo;
  if (hasLong && (role == TOOL || (hasCalls && holdsUnsaid(message, thought)))) return false;
  if (isString(pairId)) id = pairId;
  enter(role);
  if (textCalls != 0 && !endTextTurn(role, content, calls, isTextCall)) return false;
  if ((needsId || isCall) != isString(id)) leaveOpen();
  if (content != 0 && isContainer(content) && !areTexts(content)) leaveOpen();

  const isSaid = role != TOOL;
  if (isLongUnread(name, true) || isLongUnread(id, true) || isLongUnread(text, isSaid)) return false;
  if (isLongUnread(reasoning, isSaid) || isLongUnread(reasoningToo, isSaid)) return false;
  if ((role == TOOL || !isContainer(calls)) && isLongUnread(calls, false)) return false;

  if (role == TOOL) {
    // An empty result may have its text elsewhere.
    if (text != 0 || reasoning != 0 || reasoningToo != 0) hasMore = true;
    if (calls != 0 && isContainer(calls)) hasMore = true;
    const isEmpty = content == 0 || (!isString(content) && !isContainer(content));
    return (!isEmpty || !hasMore) && readResult(content, id, name);
  }
  // A message of which nothing is read may have its text elsewhere.
  const hasText = isString(content) || isString(text) || isString(reasoning) || isString(reasoningToo);
  const hasParts = hasText || isCall || hasItems(calls) || hasItems(content);
  if (hasMore && !hasParts) return false;
  addText(isString(reasoning) ? charsOf(reasoning) : charsOf(reasoningToo), REASONING);
  addText(charsOf(text));
  // It may be blocks of an API as JSON in a string.
  if (role == USER && mayBePacked(content)) return false;
  if (isString(content)) addText(charsOf(content));
  else if (content != 0 && isContainer(content) && !readBlocks(content, role)) return false;
  if (isCall && !addCall(id, isString(name) ? name : 0, 0, 0)) return false;
  if (calls == 0 || !isContainer(calls)) return true;
  return load<u8>(calls) == ARRAY && readCalls(calls);
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
