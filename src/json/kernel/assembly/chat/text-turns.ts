/**
 * Follows conversations whose calls are in the text of replies, or are messages without ids, in
 * AssemblyScript: which messages are results, of which tool, and which replies have a call. See
 * formats/shared/text-protocol.ts and formats/sharegpt.ts.
 */
import { addTextCall } from "./chat-results";
import {
  ASSISTANT,
  KEY_BLOCK_TEXT,
  KEY_CALLS,
  KEY_CONTENT,
  TABLE,
  TOOL,
  useOf,
  USER,
} from "./chat-words";
import { beginsAsResult, callInJson, callInText, nameToken } from "./text-calls";
import {
  after,
  hasItems,
  isContainer,
  isString,
  OBJECT,
  tape,
  TOKEN,
} from "../tape/tape-tokens";

// Where calls without ids are found, as in chat-table.ts.
export const IN_REPLIES: i32 = 1;
/** In replies, unless calls have ids. */
const UNLESS_CALLED: i32 = 2;
/** A message is a call, or a reply before results is one. */
export const IN_ORDER: i32 = 3;
/** By the header of their answers. */
const BY_HEADERS: i32 = 4;

/** Where the current format's calls are found; 0 if they have ids. */
export let textCalls: i32 = 0;
/** Whether calls have ids, and a conversation without any is left to the format's reader. */
export let needsCalls: bool = false;
const NEEDS_CALLS: i32 = 0x80;
/** Whether an answer may lack its header. */
let mayLackHeader: bool = false;
const MAY_LACK_HEADER: i32 = 0x40;
/** Whether a call may be JSON in a string. */
export let callsInTexts: bool = false;
const CALLS_IN_TEXTS: i32 = 0x20;
/** A user's message begins like a tool's answer. */
export let hasHeader: bool = false;

/** Whether the text of replies is searched for calls. */
let readsReplies: bool = false;
let hasReply: bool = false;
/**
 * The previous message is a reply with a call in its text; or it is one that may have a call, depending on
 * the next message.
 */
let isPending: bool = false;
let mayCall: bool = false;
/** The tool called last: a token, 0 if it has no name. */
let tool: i32 = 0;
/** Where the next token for a name is written, after the tape, and the room left for them. */
let names: i32 = 0;
let namesLeft: i32 = 0;
const MOST_NAMES: i32 = 12000;

/** Sets the current format. */
@inline
export function turnToTextCalls(): void {
  const told = <i32>load<u8>(TABLE);
  needsCalls = told == NEEDS_CALLS;
  mayLackHeader = (told & MAY_LACK_HEADER) != 0;
  callsInTexts = (told & CALLS_IN_TEXTS) != 0;
  textCalls = needsCalls ? 0 : told & ~(MAY_LACK_HEADER | CALLS_IN_TEXTS);
}

/** Starts the messages of such a conversation; false if the first ones do not belong to the format. */
export function beginTextCalls(list: i32): bool {
  hasHeader = false;
  hasReply = false;
  isPending = false;
  mayCall = false;
  tool = 0;
  names = after(tape);
  namesLeft = MOST_NAMES;
  readsReplies = textCalls == IN_REPLIES || (textCalls == UNLESS_CALLED && !hasCalls(list));
  return textCalls == IN_REPLIES || isFirst(list + TOKEN, after(list));
}

/** Whether the first message has a content, and no other text. */
function isFirst(message: i32, end: i32): bool {
  if (message >= end || load<u8>(message) != OBJECT) return false;
  let hasContent = false;
  const stop = after(message);
  for (let key = message + TOKEN; key < stop; key = after(key + TOKEN)) {
    const use = useOf(key);
    if (use < 0 || use == KEY_BLOCK_TEXT) return false;
    if (use == KEY_CONTENT) hasContent = true;
  }
  return hasContent;
}

function hasCalls(list: i32): bool {
  const end = after(list);
  for (let message = list + TOKEN; message < end; message = after(message)) {
    if (load<u8>(message) != OBJECT) continue;
    let calls: i32 = 0;
    const stop = after(message);
    for (let key = message + TOKEN; key < stop; key = after(key + TOKEN))
      if (useOf(key) == KEY_CALLS) calls = key + TOKEN;
    if (hasItems(calls)) return true;
  }
  return false;
}

/** Whether a message is a tool's: 1, 0, or -1 if the format's own reader is needed. */
export function isAnswer(role: i32, content: i32): i32 {
  if (textCalls == IN_ORDER) {
    if (role != TOOL) return 0;
    return !mayCall || addTextCall(0) ? 1 : -1;
  }
  if (role == TOOL) return 1;
  if (role != USER) return 0;
  const needsHeader = hasReply && !isPending;
  if (!needsHeader && (hasHeader || textCalls != IN_REPLIES)) return isPending ? 1 : 0;
  const begins = beginsAsResult(content);
  if (begins > 0) hasHeader = true;
  if (!needsHeader) return isPending ? 1 : 0;
  if (begins == 0 && mayLackHeader) return -1;
  return begins > 0 && mayCall && !addTextCall(0) ? -1 : begins;
}

/** The tool whose result a message is, if known. */
export function calledTool(): i32 {
  return tool;
}

/** Ends a message; `isCall`: it is a call. False if the format's own reader is needed. */
export function endTextTurn(role: i32, content: i32, calls: i32, isCall: bool): bool {
  if (textCalls == IN_ORDER) return endInOrder(role, content, isCall);
  isPending = false;
  mayCall = false;
  tool = 0;
  if (role != ASSISTANT) return true;
  hasReply = true;
  if (hasItems(calls)) return textCalls != IN_REPLIES && textCalls != BY_HEADERS;
  mayCall = true;
  if (!readsReplies || content == 0) return true;
  if (isContainer(content)) return false;
  const called = callInText(content);
  if (called < 0) return false;
  if (called == 0) return true;
  mayCall = false;
  isPending = true;
  return addTextCall(0) && nameTool();
}

function endInOrder(role: i32, content: i32, isCall: bool): bool {
  if (content != 0 && isContainer(content)) return false;
  if (role == TOOL) return true;
  tool = 0;
  mayCall = role == ASSISTANT && !isCall;
  if (!isCall) return true;
  if (!isString(content)) return addTextCall(0);
  return addTextCall(content) && callInJson(content) >= 0 && nameTool();
}

/** Keeps the name of the tool found; false if there is no room. */
function nameTool(): bool {
  tool = nameToken(names);
  if (tool == 0) return true;
  names += TOKEN;
  return --namesLeft > 0;
}
