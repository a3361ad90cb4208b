/**
 * The tool results and the open calls of a conversation, in AssemblyScript: columns of integers that
 * chat-columns.ts and block-columns.ts fill, see chat-table.ts.
 */
import {
  areKept,
  beginOpenCalls,
  beginOpenLine,
  calledBy,
  closeCall,
  endOpenLine,
  firstOpenTurn,
  hasRoomForCall,
  idOfCall,
  isBareId,
  isId,
  keepOpenCalls,
  OPEN,
  openCall,
} from "./chat-open-calls";
import {
  areSummed,
  beginSums,
  beginTool,
  HAS_ODD,
  note,
  sumCall,
  sumChars,
  sumResult,
  sumRole,
  sumToolTurn,
  TEXT,
  UNCOUNTED,
} from "./chat-sums";
import { noteTurn } from "./chat-turns";
import { ASSISTANT, SYSTEM, USER } from "./chat-words";
import { isSame } from "./long-texts";
import { isOddValue } from "./odd-values";
import { noteAnswer, noteCall, noteMessage } from "./noted-messages";
import { charsOf, isBare, isString, numberOf } from "../tape/tape-tokens";

// Counts of the conversation.
export let chatMessages: i32 = 0;
export let chatChars: i32 = 0;
/** Messages other than the system's. */
export let chatSpoken: i32 = 0;
export let chatToolTurns: i32 = 0;
/** Messages with a call. */
export let chatCallMessages: i32 = 0;
export let chatCalls: i32 = 0;
/** Not 0 if its messages hold only roles, strings, and calls and results that name each other. */
export let chatIsClosed: i32 = 0;
export let chatTurns: i32 = 0;
/** The number of numbered tools. */
export let chatTools: i32 = 0;
/** The turn of the first open call; 0 for none. */
export let chatOpenTurn: i32 = 0;

export const HAS_CALL: i32 = 1;
export const IN_BLOCK: i32 = 2;
export const IS_ERROR: i32 = 4;
/** Its text is in several blocks, see joined-texts.ts. */
export const JOINED: i32 = 8;
/** Its text is in JSON in a string, see opened-texts.ts. */
export const INSIDE: i32 = 32;
/** In a session: a rule keeps it as an error if it reaches the model. */
export const MAY_BE_ERROR: i32 = 16;

/** Whether to sum the conversations that follow. */
let wantsSums: bool = false;

export function turnToSums(areWanted: bool): void {
  wantsSums = areWanted;
}

/** Adds text that the model sees, of a kind of chat-sums.ts. */
export function addText(chars: i32, kind: i32 = TEXT): void {
  chatChars += chars;
  sumChars(kind, chars);
}

/** Notes that a message holds something unknown. */
export function leaveOpen(): void {
  chatIsClosed = 0;
}

/** Bytes of a tool result: twelve integers, see chat-table.ts. */
export const RESULT: i32 = 48;
/** The address of the results; the open calls follow. */
let results: i32 = 0;
/** The room for results. */
let resultLimit: i32 = 0;
let found: i32 = 0;
/** The distinct names of the results' tools: tokens. */
let tools: i32 = 0;
let toolCount: i32 = 0;
/** The most tools to number. */
const MOST_TOOLS: i32 = 64;

/** The number of open calls in texts, which are answered in order, and the fields of the latest. */
let unnamed: i32 = 0;
let unnamedArgs: i32 = 0;
let unnamedTurn: i32 = 0;
let unnamedToolTurns: i32 = 0;
/** The messages with calls up to that of the first of them; each of the others is in the next one. */
let unnamedMessages: i32 = 0;

/** The ids of replies, 0 for none: of the message, of the latest reply, and of the latest message with a call. */
let ownReply: i32 = 0;
let reply: i32 = 0;
let callReply: i32 = 0;

let turn: i32 = 0;
let toolTurns: i32 = 0;
/** Whether the turn is counted as a tool turn. */
let isCounted: bool = false;
let isAnswered: bool = true;
/** Whether the message is counted as one with a call. */
let hasCall: bool = false;
/** The chars before the turn. */
let turnChars: i32 = 0;

/** Starts a conversation of up to `most` results, written at `into`. */
export function beginResults(into: i32, most: i32, mostOpen: i32): void {
  results = into;
  const open = into + most * RESULT;
  beginOpenCalls(open, mostOpen);
  resultLimit = most;
  found = 0;
  tools = open + most * OPEN;
  toolCount = 0;
  beginSums(wantsSums ? tools + 4 * MOST_TOOLS : 0);
  unnamed = 0;
  reply = 0;
  callReply = 0;
  turn = 0;
  toolTurns = 0;
  isCounted = false;
  isAnswered = true;
  chatMessages = 0;
  chatChars = 0;
  chatSpoken = 0;
  chatCallMessages = 0;
  chatCalls = 0;
  chatIsClosed = 1;
}

/** Ends the conversation, and returns the number of its results. */
export function endResults(): i32 {
  chatToolTurns = toolTurns;
  chatTurns = turn;
  chatTools = toolCount;
  chatOpenTurn = firstOpenTurn();
  countsBefore(turn + 1);
  return found;
}

/**
 * Starts a conversation whose messages are lines, each read by `readChatLine`. Keeps the strings of up to
 * `mostOpen` open calls: their tokens at `keptAt`, their bytes in `[bytesAt, bytesEnd)`; the arguments only
 * with `withArguments`.
 */
export function beginChatLines(
  into: i32,
  most: i32,
  keptAt: i32,
  mostOpen: i32,
  bytesAt: i32,
  bytesEnd: i32,
  withArguments: i32,
): void {
  beginResults(into, most, mostOpen);
  keepOpenCalls(keptAt, bytesAt, bytesEnd, withArguments != 0);
}

/** The number of results so far. */
export function resultsFound(): i32 {
  return found;
}

/** Whether there is room for the results and calls of another message. */
@inline
export function hasRoom(): bool {
  return found < resultLimit && hasRoomForCall();
}

/** Starts the next line of the conversation. */
export function beginLine(): void {
  found = 0;
  chatChars = 0;
  chatIsClosed = 1;
  beginOpenLine();
}

/** Ends a line, and keeps the strings of its open calls; false if there is no room. */
export function endLine(): bool {
  if (!endOpenLine()) return false;
  chatToolTurns = toolTurns;
  return true;
}

/** Starts a message. */
export function enter(role: i32): void {
  sumRole(role);
  ownReply = 0;
  hasCall = false;
  if (role == ASSISTANT) {
    reply = 0;
    if (isAnswered || turn == 0) {
      turn++;
      turnChars = chatChars;
      isCounted = false;
      countsBefore(turn);
    }
    isAnswered = false;
  } else if (role == USER) isAnswered = true;
  noteMessage(chatMessages, role, turn, chatChars);
  chatMessages++;
  if (role != SYSTEM) chatSpoken++;
}

/** Stores the counts before a turn, if wanted. */
@inline
function countsBefore(next: i32): void {
  noteTurn(next, chatChars, toolTurns, chatSpoken, chatMessages, chatCallMessages, found);
}

/** Starts a message that is none of those that a window counts. */
export function enterFixed(role: i32): void {
  enter(role);
  chatSpoken--;
}

/** Starts a message of a reply that no other message is of. */
export function enterOwnReply(role: i32): void {
  if (role == ASSISTANT) isAnswered = true;
  enter(role);
}

/** Starts a message of a reply with an id; false if the id may be that of an earlier one. */
export function enterReply(role: i32, id: i32): bool {
  if (!isBare(id)) return false;
  if (role == ASSISTANT) {
    const goesOn = isSameId(id, reply);
    if (!goesOn && isSameId(id, callReply)) return false;
    isAnswered = !goesOn;
  }
  enter(role);
  ownReply = id;
  if (role == ASSISTANT) reply = id;
  return true;
}

/** Adds a call; false if it has no id (then order and names decide), or if too many are open. */
export function addCall(id: i32, name: i32, args: i32, argsChars: i32): bool {
  return addOpenCall(isBareId(id), id, name, args, argsChars);
}

/** Adds a call without an id, which is answered in order: see `PairFinder`. False if too many are open. */
export function addCallInOrder(name: i32, args: i32, argsChars: i32): bool {
  return addOpenCall(true, 0, name, args, argsChars);
}

function addOpenCall(isPlain: bool, id: i32, name: i32, args: i32, argsChars: i32): bool {
  chatCalls++;
  if (!isPlain || !hasRoomForCall()) return false;
  if (unnamed > 0) {
    // Which of them an answer without an id takes is for the reader to tell.
    if (id == 0 && unnamedTurn == turn) return false;
    if (unnamedTurn != turn) unnamed = 0;
  }
  const chars = charsOf(name) + argsChars;
  chatChars += chars;
  if (areSummed()) sumCall(name == 0 ? -1 : toolNumber(name), chars);
  countCall();
  openCall(id, name, args, turn, toolTurns, chatCallMessages);
  noteCall(chatMessages, name, args);
  return true;
}

/**
 * Adds a call without an id, found in a text: `args` are its arguments, or 0. False if another is open, and their
 * arguments or messages cannot be told apart.
 */
export function addTextCall(args: i32): bool {
  chatCalls++;
  countCall();
  if (unnamedTurn != turn) unnamed = 0;
  if (unnamed > 0 && (args != 0 || unnamedArgs != 0)) return false;
  if (unnamed == 0) unnamedMessages = chatCallMessages;
  else if (chatCallMessages != unnamedMessages + unnamed) return false;
  unnamedArgs = args;
  unnamedTurn = turn;
  unnamedToolTurns = toolTurns;
  unnamed++;
  return true;
}

/**
 * Adds a result; false if too many calls are open to find the one that it answers. If its text is in several
 * blocks, or has images, `text` is the array of its blocks, and `chars` those in them; false in lines, where
 * the format's reader finds such results.
 */
export function addResult(text: i32, id: i32, name: i32, flags: i32, chars: i32 = charsOf(text)): bool {
  const isOdd = text != 0 && isOddValue(text, flags);
  if (found >= resultLimit || (isOdd && areKept())) return false;
  if (isOdd) note(HAS_ODD);
  isAnswered = true;
  const isNext = !isId(id) && unnamed > 0;
  const call = isNext ? 0 : calledBy(id, name);
  if (call < 0) return false;
  if (isNext) unnamed--;
  const isOrphan = call == 0 && !isNext;
  if (isOrphan) countToolTurn();
  const result = results + found++ * RESULT;
  chatChars += chars;
  store<i32>(result, text == 0 ? -1 : numberOf(text));
  store<i32>(result, chars, 4);
  store<i32>(result, (isOrphan ? 0 : HAS_CALL) | flags, 8);
  const turnsThen = isNext ? unnamedToolTurns : toolTurns;
  store<i32>(result, call != 0 ? load<i32>(call, 16) : turnsThen, 12);
  store<i32>(result, chatSpoken, 16);
  store<i32>(result, chatMessages, 20);
  const named = isString(name) ? name : call != 0 ? load<i32>(call, 4) : 0;
  store<i32>(result, named != 0 ? numberOf(named) : isOrphan ? -1 : -2, 24);
  store<i32>(result, call != 0 ? load<i32>(call, 12) : isNext ? unnamedTurn : turn, 28);
  const own = isId(id) ? id : call != 0 ? idOfCall(call) : 0;
  store<i32>(result, own != 0 ? numberOf(own) : -1, 32);
  const args = call != 0 ? load<i32>(call, 8) : isNext ? unnamedArgs : 0;
  store<i32>(result, args != 0 ? numberOf(args) : -1, 36);
  const tool = named != 0 ? toolNumber(named) : -1;
  store<i32>(result, tool, 40);
  store<i32>(result, call != 0 ? load<i32>(call, 20) : isNext ? unnamedMessages++ : chatCallMessages, 44);
  sumResult(tool, chars);
  if (call == 0) return true;
  noteAnswer(load<i32>(call, 4), load<i32>(call, 8), found);
  closeCall(call);
  return true;
}

/** Counts the tool turn and the message of a call. */
function countCall(): void {
  countToolTurn();
  if (turn == 0 || hasCall) return;
  hasCall = true;
  if (ownReply == 0 || !isSameId(ownReply, callReply)) chatCallMessages++;
  callReply = ownReply;
}

/** Makes the current turn a tool turn: it has a call, or a result whose call was not recorded. */
function countToolTurn(): void {
  if (turn == 0 || isCounted) return;
  isCounted = true;
  toolTurns++;
  sumToolTurn(toolTurns, turnChars);
}

/** Whether two strings, 0 for none, are the same id. */
function isSameId(id: i32, other: i32): bool {
  return other != 0 && isSame(id, other);
}

/** The number of a tool by its name; -1 if there are too many, or if names are not kept. */
function toolNumber(name: i32): i32 {
  if (areKept()) return -1;
  for (let k = toolCount - 1; k >= 0; k--) if (isSame(load<i32>(tools + (k << 2)), name)) return k;
  if (toolCount == MOST_TOOLS) {
    note(UNCOUNTED);
    return -1;
  }
  beginTool(toolCount);
  store<i32>(tools + (toolCount << 2), name);
  return toolCount++;
}
