/**
 * Finds the tool results of a conversation on the tape of scan.ts, in AssemblyScript: in one pass over the
 * tokens of a row, or of each line in turn, without an object for each message. The words of a format are
 * data, see chat-table.ts; a message with anything else leaves the conversation to that format's reader.
 */
import { beginExtras, noteExtra, noteJson } from "./chat-extras";
import { readMessage } from "./chat-messages";
import { beginOpenedCalls } from "./opened-calls";
import {
  addText,
  beginLine,
  beginResults,
  chatCalls,
  endLine,
  endResults,
  enter,
  hasRoom,
} from "./chat-results";
import { KEY_EXTRA, KEY_MESSAGES, KEY_MORE, KEY_ROW_ID, KEY_SYSTEM, SYSTEM, useOf } from "./chat-words";
import { isClean } from "./result-words";
import { after, ARRAY, charsOf, isContainer, isString, OBJECT, TOKEN, turnTo } from "../tape/tape-tokens";
import { beginTextCalls, hasHeader, IN_REPLIES, needsCalls, textCalls, turnToTextCalls } from "./text-turns";

/** Returned by `readChat` if the format's own reader is needed. */
export const NOT_PLAIN: i32 = -1;

/** The array of the conversation's messages, and that of those that follow; 0 for none. */
export let chatList: i32 = 0;
let moreList: i32 = 0;

/**
 * Reads the conversation at `root`, a token of the tape at `tokens`, and writes its results at `into`, `most`
 * of them at most. Returns their number, or NOT_PLAIN.
 */
export function readChat(tokens: i32, root: i32, into: i32, most: i32): i32 {
  turnTo(tokens);
  const list = beginChat(root, into, most);
  if (list == 0 || !readList(list) || (moreList != 0 && !readList(moreList))) return NOT_PLAIN;
  if ((textCalls == IN_REPLIES && !hasHeader) || (needsCalls && chatCalls == 0)) return NOT_PLAIN;
  return endResults();
}

/** Reads the messages of an array; false if the format's own reader is needed. */
function readList(list: i32): bool {
  const end = after(list);
  for (let message = list + TOKEN; message < end; message = after(message)) {
    if (load<u8>(message) != OBJECT || !hasRoom()) return false;
    if (!readMessage(message, false)) return false;
  }
  return true;
}

/** Starts the conversation at `root`, and returns the array of its messages; 0 if it is not plain. */
export function beginChat(root: i32, into: i32, most: i32): i32 {
  beginResults(into, most, most);
  turnToTextCalls();
  beginExtras();
  beginOpenedCalls(false);
  let system: i32 = 0;
  let rowIds: i32 = 0;

  moreList = 0;
  let list = root;
  if (load<u8>(root) == OBJECT) {
    list = 0;
    const stop = after(root);
    for (let key = root + TOKEN; key < stop; key = after(key + TOKEN)) {
      const use = useOf(key);
      if (use < 0) return 0;
      // With a repeated key the first array is not read, and only the object path looks for results in it.
      if ((use == KEY_MESSAGES && list != 0) || (use == KEY_MORE && moreList != 0)) return 0;
      if (use == KEY_SYSTEM) system = key + TOKEN;
      else if (use == KEY_ROW_ID) {
        if (!isString(key + TOKEN)) return 0;
        rowIds++;
      }
      if (use == KEY_MESSAGES) {
        list = key + TOKEN;
        continue;
      }
      if (use == KEY_MORE) {
        moreList = key + TOKEN;
        if (list == 0 || load<u8>(moreList) != ARRAY) return 0;
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
  return beginTextCalls(chatList) ? chatList : 0;
}

/**
 * Reads the message whose tokens begin at `tokens`, the next line of the conversation. Returns the number of
 * its results, or NOT_PLAIN; chars and `isClosed` are those of the line.
 */
export function readChatLine(tokens: i32): i32 {
  turnTo(tokens);
  beginLine();
  beginOpenedCalls(true);
  turnToTextCalls();
  if (load<u8>(tokens) != OBJECT || !hasRoom()) return NOT_PLAIN;
  return readMessage(tokens, true) && endLine() ? endResults() : NOT_PLAIN;
}
