/**
 * Reads rows as their format's reader read earlier ones, in AssemblyScript: a path of steps for what is around the
 * messages, and one for each message, which its reader reads by itself. See learned-lines.ts and item-learner.ts.
 */
import { NOT_PLAIN } from "../chat/chat-columns";
import { beginExtras } from "../chat/chat-extras";
import {
  addCall,
  addCallInOrder,
  addResult,
  addText,
  beginResults,
  chatMessages,
  endResults,
  enter,
  enterOwnReply,
  enterReply,
  hasRoom,
  IN_BLOCK,
  IS_ERROR,
} from "../chat/chat-results";
import { note, REASONING as REASONED, UNCOUNTED } from "../chat/chat-sums";
import { USER } from "../chat/chat-words";
import { charsIn, textIn } from "../sessions/joined-texts";
import {
  ANSWER,
  argument,
  CALL,
  END,
  FAILED,
  IGNORED,
  IMAGE,
  ITEMS,
  MESSAGE,
  MODEL,
  nextFound,
  openPath,
  pathHere,
  REASONING,
  resumePath,
  TEXT,
  token,
  UNIT,
} from "../sessions/learned-lines";
import {
  beginReads,
  beginReadsOfItem,
  endReadsOfItem,
  isRestClean,
  noteRead,
  OF_CALL,
  OF_NONE,
  OF_RESULT,
  OF_SAID,
  OF_UNIT,
} from "../sessions/line-reads";
import { isSame, mayBePacked } from "../chat/long-texts";
import { tellsNothing } from "../chat/result-words";
import { ask, IS_BOUND } from "../tape/questions";
import { AS_LINE, classOf } from "../calls/session-ids";
import { after, ARRAY, charsOf, isString, jsonChars, numberOf, OBJECT, tape, TOKEN, turnTo } from "../tape/tape-tokens";

/** As in learned-steps.ts. */
const OWN_REPLY: i32 = -2;

/** The memory: the tokens that steps of a row and of an item name, the values that were read, the steps. */
const OF_ITEM: i32 = 1024;
const READS: i32 = 2048;
const ROW_STEPS: i32 = 4096;
const ITEM_STEPS: i32 = ROW_STEPS + 32 * 1024;

let memoryAt: i32 = 0;
/** Whether messages may only have keys that were asked for, or that tell no format. */
let needsKeys: bool = false;
/** Blocks of results that have no text, and are not known to be images. */
let odd: i32 = 0;
let role: i32 = 0;
let thread: i32 = 0;
/** Whether reasoning is signed, and by which model: a string, 0 for none. */
let isSigned: bool = false;
let model: i32 = 0;
/** The message that was read first, and the one at which reading stopped, 0 if that was not at one: tokens. */
export let firstItem: i32 = 0;
export let unlikeItem: i32 = 0;

/** Sets the memory, in which nothing was learned yet. */
export function beginLearnedRows(at: i32): void {
  memoryAt = at;
  store<i32>(at + ROW_STEPS, 0);
  store<i32>(at + ITEM_STEPS, 0);
}

/**
 * Reads a conversation of such messages: see `readChat`. `isDetected`: it is known to be of the format that was learned;
 * otherwise a message may not have keys that tell others.
 */
export function readLearnedChat(
  tokens: i32,
  root: i32,
  into: i32,
  most: i32,
  isDetected: bool,
): i32 {
  turnTo(tokens);
  beginResults(into, most, most);
  beginExtras();
  isSigned = false;
  model = 0;
  firstItem = 0;
  unlikeItem = 0;
  needsKeys = !isDetected;
  beginReads(memoryAt + READS);
  openPath(root, memoryAt, memoryAt + ROW_STEPS);
  return addAll() && isRestClean(root) ? endResults() : NOT_PLAIN;
}

/** The model that signed reasoning: a string, the tape's first token for one without a name, and 0 if none did. */
export function signedBy(): i32 {
  return !isSigned ? 0 : model == 0 ? tape : model;
}

/** Whether a provider may accept reasoning back only as it is. */
export function mayBeBound(): bool {
  return isSigned && ask(IS_BOUND, numberOf(signedBy())) != 0;
}

/** Adds what the reader found; false if only it can tell. */
function addAll(): bool {
  let op = nextFound();
  odd = 0;
  while (op > END && add(op)) op = nextFound();
  return op == END && odd == 0;
}

function add(op: i32): bool {
  switch (op) {
    case MESSAGE:
      return readMessage();
    case TEXT:
      if (role == USER && argument(1) == 0 && mayBePacked(token(0))) return false;
      addText(charsOf(token(0)));
      noteRead(token(0), OF_SAID);
      return true;
    case REASONING:
      return readReasoning();
    case CALL:
      return readCall();
    case ANSWER:
      return readAnswer();
    case IGNORED:
      noteRead(token(0), OF_NONE);
      return true;
    case IMAGE:
      if (argument(1) != 0) odd--;
      note(UNCOUNTED);
      noteRead(token(0), OF_RESULT);
      return true;
    case MODEL:
      return readModel();
    case UNIT:
      noteRead(token(0), OF_UNIT);
      return true;
    case ITEMS:
      return readItems(token(0));
    default:
      return false;
  }
}

/** Reads the messages of an array; false if one is not like one that was learned. */
function readItems(list: i32): bool {
  if (load<u8>(list) != ARRAY) return false;
  noteRead(list, OF_NONE);
  const here = pathHere();
  const stop = after(list);
  for (let item = list + TOKEN; item < stop; item = after(item)) {
    unlikeItem = item;
    if (load<u8>(item) != OBJECT || !hasRoom() || (needsKeys && !isTold(item))) return false;
    const before = chatMessages;
    if (before == 0) firstItem = item;
    const outer = beginReadsOfItem();
    openPath(item, memoryAt + OF_ITEM, memoryAt + ITEM_STEPS);
    if (!addAll() || chatMessages == before || !isRestClean(item)) return false;
    endReadsOfItem(outer);
  }
  unlikeItem = 0;
  resumePath(here, memoryAt, memoryAt + ROW_STEPS);
  return true;
}

/** Whether each key of an item was asked for when items were learned, or tells no format. */
function isTold(item: i32): bool {
  const stop = after(item);
  for (let key = item + TOKEN; key < stop; key = after(key + TOKEN))
    if (classOf(key, AS_LINE) == 0 && !tellsNothing(key)) return false;
  return true;
}

function readMessage(): bool {
  // The roles of sessions are numbered from 0.
  role = argument(0) + 1;
  const reply = token(4);
  if (chatMessages == 0) thread = argument(3);
  if (argument(3) != thread) return false;
  if (reply != 0) return enterReply(role, reply);
  if (argument(4) == OWN_REPLY) enterOwnReply(role);
  else enter(role);
  return true;
}

function readReasoning(): bool {
  const said = token(0);
  const chars = argument(2) != 0 ? 0 : charsIn(said);
  addText(chars, REASONED);
  if (argument(1) != 0) isSigned = true;
  noteRead(said, OF_SAID);
  return chars >= 0;
}

function readCall(): bool {
  const id = token(0);
  const args = token(3);
  const name = token(4);
  if (args == 0) return false;
  noteRead(args, OF_CALL);
  const chars = jsonChars(args);
  return id == 0 ? addCallInOrder(name, args, chars) : addCall(id, name, args, chars);
}

/** Reads an answer: a string, or blocks of text and of images, which the reader finds next. */
function readAnswer(): bool {
  const content = token(0);
  const flags = (argument(2) & FAILED) != 0 ? IS_ERROR : 0;
  noteRead(content, OF_RESULT);
  if (isString(content)) return addResult(content, token(1), token(4), flags);
  if (content == 0 || load<u8>(content) != ARRAY) return false;
  const first = content + TOKEN;
  const stop = after(content);
  let chars: i32 = 0;
  let texts: i32 = 0;
  for (let block = first; block < stop; block = after(block)) {
    const text = textIn(block);
    if (text == 0) odd++;
    else texts++;
    chars += charsOf(text);
  }
  if (texts == 0) return false;
  const only = after(first) == stop ? textIn(first) : content;
  return addResult(only, token(1), token(4), flags | IN_BLOCK, chars);
}

/** Notes who signed reasoning; false if two did. */
function readModel(): bool {
  const named = token(0);
  if (charsOf(named) == 0) return true;
  if (model != 0 && !isSame(named, model)) return false;
  model = named;
  return true;
}
