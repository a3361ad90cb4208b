/**
 * Reads rows as their format's reader read earlier ones, in AssemblyScript: a path of steps for what is around the
 * messages, and one for each message, which its reader reads by itself. See learned-path.ts and item-learner.ts.
 */
import { NOT_PLAIN } from "../chat/chat-columns";
import { beginExtras } from "../chat/chat-extras";
import { takeNumbers } from "../chat/chat-open-calls";
import {
  addCall,
  addCallInOrder,
  addResult,
  addText,
  beginResults,
  chatMessages,
  endResults,
  enter,
  enterFixed,
  enterOwnReply,
  enterReply,
  hasRoom,
  IN_BLOCK,
  IS_ERROR,
} from "../chat/chat-results";
import { note, REASONING as REASONED, UNCOUNTED } from "../chat/chat-sums";
import { ASSISTANT, USER } from "../chat/chat-words";
import { charsIn, hasTextKey, textIn } from "../sessions/joined-texts";
import {
  ANSWER,
  argument,
  CALL,
  CHARS,
  COPIES as COPIES_OF,
  COPY,
  EMPTY,
  END,
  FAILED,
  IGNORED,
  IMAGE,
  isFollowed,
  ITEMS,
  MAY_EDIT,
  MESSAGE,
  MODEL,
  NEEDS_TEXT,
  NEXT_ITEM,
  nextFound,
  noteBefore,
  noteForNext,
  openPath,
  pathHere,
  REASONING,
  resumePath,
  SHAPE,
  TEXT,
  token,
  TOOL,
  turnToNext,
  UNIT,
  UNREAD,
} from "../sessions/learned-path";
import {
  beginReads,
  beginReadsOfItem,
  endReadsOfItem,
  isIgnored,
  isRestClean,
  noteHollow,
  noteRead,
  OF_CALL,
  OF_NONE,
  OF_RESULT,
  OF_SAID,
  OF_UNIT,
  saysLittle,
} from "../sessions/line-reads";
import { beginAnswers, noteAnswer, noteReplied } from "./item-answers";
import { beginCopies, beginItems, COPY_BYTES, countReply, noteReply, readCopy, turnToItem } from "./item-copies";
import { isTold } from "./item-keys";
import { addSigner, beginSigners, noteSigned } from "./item-signers";
import { beginNames, nameIn, noteTool, toolNamedBefore, turnToTool } from "./item-names";
import { mayBePacked } from "../chat/long-texts";
import { COUNTED, VALUE } from "../chat/odd-values";
import { ask, READ_ITEM } from "../tape/questions";
import { after, ARRAY, charsOf, isContainer, isString, jsonChars, numberOf, OBJECT, TOKEN, turnTo } from "../tape/tape-tokens";

/** As in learned-steps.ts. */
const OWN_REPLY: i32 = -2;
const FIXED: i32 = 8;

/**
 * The memory: the tokens that steps of a row and of an item name, the steps, the bytes of copies, the steps of an item
 * that its format read, and the values that were read.
 */
const OF_ITEM: i32 = 1024;
const ROW_STEPS: i32 = 4096;
const ITEM_STEPS: i32 = ROW_STEPS + 32 * 1024;
const COPIES: i32 = ITEM_STEPS + 128 * 1024;
const OWN_STEPS: i32 = COPIES + COPY_BYTES;
const READS: i32 = OWN_STEPS + 64 * 1024;

let memoryAt: i32 = 0;
/** Whether messages may only have keys that were asked for, or that tell no format. */
let needsKeys: bool = false;
/** Blocks of results that have no text, and are not known to be images. */
let odd: i32 = 0;
/** The value that an edit of the latest result replaces: 0 for none. */
let edited: i32 = 0;
/** A placeholder has more chars. */
const FEW: i32 = 8;
/** The chars of the next result, if those of its shape are not counted here. */
let charsOfNext: i32 = 0;
let role: i32 = 0;
let thread: i32 = 0;
let isFixed: bool = false;
/** Whether the latest message is the first. */
let isFirst: bool = false;
/**
 * The message that was read first, 0 if it is around the others, and the one at which reading stopped, 0 if that was
 * not at one: tokens.
 */
export let firstItem: i32 = 0;
export let unlikeItem: i32 = 0;
/** Whether a message is fixed: it is none of the events that a window counts. */
export let itemsAreFixed: bool = false;
/** Whether a message that is like none that was learned is read by its format. */
let asksAboutItems: bool = false;

/** Sets the memory, in which nothing was learned yet. */
export function beginLearnedRows(at: i32): void {
  memoryAt = at;
  asksAboutItems = false;
  store<i32>(at + ROW_STEPS, 0);
  store<i32>(at + ITEM_STEPS, 0);
}

/** From now on, messages that are like none that was learned are read by their format, one by one. */
export function askAboutItems(): void {
  asksAboutItems = true;
}

/**
 * Reads a conversation of such messages: see `readChat`. `isDetected`: it is known to be of the format that was
 * learned; otherwise a message may not have keys that tell others.
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
  takeNumbers();
  beginExtras();
  beginSigners();
  firstItem = 0;
  unlikeItem = 0;
  beginAnswers();
  itemsAreFixed = false;
  beginCopies(memoryAt + COPIES);
  beginNames();
  needsKeys = !isDetected;
  beginReads(memoryAt + READS);
  openPath(root, memoryAt, memoryAt + ROW_STEPS);
  return addAll() && isRestClean(root) ? endResults() : NOT_PLAIN;
}

/** The number that was noted for the message at which reading stopped. */
export function noteOfUnlike(): i32 {
  return noteBefore;
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
      if (role == USER) noteAnswer(token(0));
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
      return readImage();
    case MODEL:
      return addSigner(token(0));
    case COPY:
      return readCopy();
    case NEXT_ITEM:
      noteForNext(argument(0));
      return true;
    case EMPTY:
      noteHollow();
      return true;
    case UNREAD:
      return !isEdited(token(0)) && saysLittle(token(0));
    case UNIT:
      if (isFirst) firstItem = token(0);
      noteRead(token(0), OF_UNIT);
      return true;
    case ITEMS:
      noteForNext(argument(1));
      return readItems(token(0), false);
    case COPIES_OF:
      noteForNext(argument(1));
      return readItems(token(0), true);
    case TOOL:
      return noteTool(token(0));
    case CHARS:
      charsOfNext = argument(0);
      return true;
    default:
      return false;
  }
}

/** Reads the messages of an array, or the items with copies; false if one is not like one that was learned. */
function readItems(list: i32, areCopies: bool): bool {
  if (load<u8>(list) != ARRAY) return false;
  noteRead(list, OF_NONE);
  const here = pathHere();
  const stop = after(list);
  beginItems(list, areCopies);
  for (let item = list + TOKEN; item < stop; item = after(item)) {
    turnToItem();
    unlikeItem = item;
    turnToNext();
    if (load<u8>(item) != OBJECT || !hasRoom() || (needsKeys && !isTold(item))) return false;
    const before = chatMessages;
    const outer = beginReadsOfItem();
    openPath(item, memoryAt + OF_ITEM, memoryAt + ITEM_STEPS);
    if ((asksAboutItems && !openKnown(item)) || !addAll() || !isRestClean(item)) return false;
    if (chatMessages == before) {
      if (!areCopies && !isIgnored(item)) return false;
    } else if (before == 0 && firstItem == 0) firstItem = item;
    endReadsOfItem(outer);
  }
  unlikeItem = 0;
  resumePath(here, memoryAt, memoryAt + ROW_STEPS);
  return true;
}

/** Opens the path of an item, which its format reads if it is like none that was learned; false if that cannot. */
function openKnown(item: i32): bool {
  if (isFollowed()) {
    openPath(item, memoryAt + OF_ITEM, memoryAt + ITEM_STEPS);
    return true;
  }
  if (ask(READ_ITEM, numberOf(item)) == 0) return false;
  openPath(item, memoryAt + OF_ITEM, memoryAt + OWN_STEPS);
  return true;
}

function readMessage(): bool {
  // The roles of sessions are numbered from 0.
  const kind = argument(0);
  role = (kind & ~FIXED) + 1;
  if (role == ASSISTANT) noteReplied();
  const reply = token(4);
  if (chatMessages == 0) thread = argument(3);
  if (argument(3) != thread) return false;
  isFirst = chatMessages == 0;
  isFixed = (kind & FIXED) != 0;
  turnToTool();
  if (role == ASSISTANT && !isFixed) countReply();
  if (isFixed) {
    itemsAreFixed = true;
    enterFixed(role);
    return reply == 0;
  }
  if (reply != 0) return enterReply(role, reply);
  if (argument(4) == OWN_REPLY) enterOwnReply(role);
  else enter(role);
  return true;
}

function readReasoning(): bool {
  const said = token(0);
  const chars = argument(2) != 0 ? 0 : charsIn(said);
  addText(chars, REASONED);
  if (argument(1) != 0) noteSigned();
  noteRead(said, OF_SAID);
  return chars >= 0;
}

function readCall(): bool {
  const id = token(0);
  const args = token(3);
  const name = nameIn(4, 1);
  if (name < 0 || isFixed) return false;
  noteRead(args, OF_CALL);
  const chars = args == 0 ? 0 : jsonChars(args);
  return id == 0 ? addCallInOrder(name, args, chars) : addCall(id, name, args, chars);
}

/** Reads an image; one of a result goes with its text, which it is next to. */
function readImage(): bool {
  const image = token(0);
  note(UNCOUNTED);
  noteRead(image, OF_RESULT);
  if (argument(1) == 0 || edited == 0) return true;
  odd--;
  return isEdited(image);
}

/** Whether a value is inside the one that an edit of the latest result replaces. */
function isEdited(value: i32): bool {
  return edited != 0 && value > edited && value < after(edited);
}

/** Reads an answer, and notes which reply it follows. */
function readAnswer(): bool {
  if (!addAnswer()) return false;
  noteReply(token(0));
  return true;
}

/** Adds an answer: a string, any value, or blocks of text and of images, which the reader finds next. */
function addAnswer(): bool {
  const content = token(0);
  const named = nameIn(4, 3);
  const name = named == 0 ? toolNamedBefore() : named;
  const flags = (argument(2) & FAILED) != 0 ? IS_ERROR : 0;
  if (name < 0 || isFixed) return false;
  noteRead(content, OF_RESULT);
  if (content == 0) noteHollow();
  edited = (argument(2) & MAY_EDIT) != 0 ? content : 0;
  if (edited == 0) return addResult(0, token(1), name, flags, jsonChars(content));
  const shape = argument(2) >> SHAPE;
  if (shape != 0) return addValue(content, name, flags | IN_BLOCK | (shape << VALUE));
  if (isString(content)) return addResult(content, token(1), name, flags);
  if (content == 0 || load<u8>(content) != ARRAY) return false;
  const first = content + TOKEN;
  const stop = after(content);
  let chars: i32 = 0;
  let texts: i32 = 0;
  for (let block = first; block < stop; block = after(block)) {
    const text = saidIn(block);
    if (text != 0) texts++;
    else if (hasTextKey(block)) return false;
    else odd++;
    chars += charsOf(text);
  }
  if (texts == 0 && (argument(2) & NEEDS_TEXT) != 0) return false;
  const only = after(first) == stop ? saidIn(first) : 0;
  return addResult(only == 0 ? content : only, token(1), name, flags | IN_BLOCK, chars);
}

/** Adds an answer that is any value but a string: one with few chars, such as null, is shorter than a placeholder. */
function addValue(value: i32, name: i32, flags: i32): bool {
  if (flags >> VALUE > COUNTED) return addResult(value, token(1), name, flags, charsOfNext);
  const chars = jsonChars(value);
  return (isContainer(value) || chars < FEW) && addResult(value, token(1), name, flags, chars);
}

/** The text of a block, which may be a string itself; 0 for none. */
function saidIn(block: i32): i32 {
  return isString(block) ? block : textIn(block, true);
}

