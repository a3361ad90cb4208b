/**
 * Walks a conversation of a session in its order, in AssemblyScript: counts messages, turns and chars, and
 * pairs results with calls. See engine/plain/messages/conversation-walk.ts.
 */
import {
  ASSISTANT,
  CALL,
  calls,
  firstParts,
  foundCount,
  kindOf,
  needMemory,
  partChars,
  partId,
  partKind,
  partsEnd,
  partTotal,
  REASONING,
  replyOf,
  RESULT,
  resultParts,
  resultTotal,
  SYNTHETIC,
  SYSTEM,
  USER,
} from "./arranged-columns";
import { byId, numbers, order, scratchEnd } from "./arranged-links";

/** Bytes of a block of bound reasoning: its model, its chars, and the number of results before it. */
export const BLOCK: i32 = 12;

/** Messages so far, those other than the system's, those with a call, results, tool turns; chars. */
export let messages: i32 = 0;
export let spoken: i32 = 0;
export let callMessages: i32 = 0;
export let resultCount: i32 = 0;
export let toolTurns: i32 = 0;
export let chars: f64 = 0;
/** Counts of what no longer reaches the model. */
export let deadResults: i32 = 0;
export let deadToolTurns: i32 = 0;
export let deadChars: f64 = 0;
/** The first message; negative for none. */
export let firstIndex: i32 = 0;
/** The results of this conversation, in its order, begin here. */
export let orderStart: i32 = 0;
/** The blocks of bound reasoning that reach the model begin here. */
export let blockCount: i32 = 0;
export let blocks: i32 = 0;

/** The counts before each turn, if wanted: bytes of a turn's, and where they begin. */
const TURN_START: i32 = 16;
export let turnStarts: i32 = 0;
/** The turns of the conversation so far. */
export let turnTotal: i32 = 0;
let notesTurns: bool = false;

let reply: i32 = 0;
/** The newest message with a call, from 1, and its reply. */
let callMessage: i32 = 0;
let callReply: i32 = 0;
let isAnswered: bool = true;
let isCounted: bool = false;
let deadTurn: i32 = 0;
/** By call part, if the window counts these: the messages with calls up to its own. */
let callNumbers: i32 = 0;
/** By part: the earlier open call with the same id; unused until there is one. */
let before: i32 = 0;
let hasBefore: bool = false;
/** The next result to look at, while results are in file order. */
let cursor: i32 = 0;
let numberBy: i32 = 0;

export const BY_PLACE: i32 = 0;
export const BY_TURN: i32 = 1;
export const BY_SPOKEN: i32 = 2;
export const BY_CALLS: i32 = 5;

/** Resets before the first conversation; results are numbered in this unit, and turns noted if that is wanted. */
export function beginCounting(unit: i32, wantsTurns: bool): void {
  numberBy = unit;
  notesTurns = wantsTurns;
  resultCount = 0;
  orderStart = order;
  hasBefore = false;
  cursor = 0;
  callNumbers = scratchEnd;
  before = unit == BY_CALLS ? callNumbers + (partTotal << 2) : callNumbers;
  turnStarts = (before + (partTotal << 2) + 7) & ~7;
  blocks = turnStarts + (wantsTurns ? foundCount * TURN_START : 0);
  needMemory(wantsTurns ? blocks : before);
}

/** Starts a conversation. */
export function beginFollowing(): void {
  orderStart += resultCount << 2;
  messages = 0;
  spoken = 0;
  callMessages = 0;
  resultCount = 0;
  toolTurns = 0;
  chars = 0;
  deadResults = 0;
  deadToolTurns = 0;
  deadChars = 0;
  firstIndex = -1;
  blockCount = 0;
  turnTotal = 0;
  reply = 0;
  callMessage = 0;
  callReply = 0;
  isAnswered = true;
  isCounted = false;
  deadTurn = 0;
}

/** Adds the next message of the conversation. */
export function follow(index: i32): void {
  if (firstIndex < 0) firstIndex = index;
  const role = kindOf(index);
  if (role != SYNTHETIC) beginTurn(role, index);
  messages++;
  if (role != SYSTEM) spoken++;
  const resultsBefore = resultCount;
  const callsBefore = callMessages;
  const end = partsEnd(index);
  for (let part = load<i32>(firstParts + (index << 2)); part < end; part++) {
    chars += <f64>load<i32>(partChars + (part << 2));
    const kind = partKind(part);
    if (kind == RESULT) followResult(part);
    else if (kind == CALL) followCall(part);
    else if (kind == REASONING && partId(part) != 0) addBlock(part);
  }
  if (numberBy == BY_CALLS && callMessages != callsBefore) renumberOrphans(resultsBefore);
  if (turnTotal == deadTurn) deadToolTurns = toolTurns;
}

/** Numbers results without a call by their whole message, which has calls after them. */
function renumberOrphans(from: i32): void {
  for (let at = from; at < resultCount; at++) {
    const result = load<i32>(orderStart + (at << 2));
    if (load<i32>(calls + (result << 2)) <= 0) number(at, callMessages);
  }
}

/** Sets the number of a result in the window's unit, by its place in the conversation. */
@inline
function number(at: i32, units: i32): void {
  store<i32>(numbers + (orderStart - order) + (at << 2), units);
}

/** Marks everything so far as no longer reaching the model. */
export function endOfDead(): void {
  if (messages == 0) return;
  deadTurn = turnTotal;
  deadToolTurns = toolTurns;
  deadResults = resultCount;
  deadChars = chars;
  blockCount = 0;
}

function beginTurn(role: i32, index: i32): void {
  if (role == USER) isAnswered = true;
  if (role != ASSISTANT) return;
  const own = replyOf(index);
  const goesOn = own == 0 ? !isAnswered : own == reply;
  if (!goesOn || turnTotal == 0) {
    if (notesTurns) noteTurn();
    turnTotal++;
    isCounted = false;
  }
  reply = own;
  isAnswered = false;
}

/** Notes the counts before a turn. */
function noteTurn(): void {
  const at = turnStarts + turnTotal * TURN_START;
  store<f64>(at, chars);
  store<i32>(at, unitsSoFar(), 8);
  store<i32>(at, resultCount, 12);
}

/** How many of the units there are in which results are numbered. */
export function unitsSoFar(): i32 {
  if (numberBy == BY_PLACE) return resultCount;
  if (numberBy == BY_TURN) return toolTurns;
  if (numberBy == BY_SPOKEN) return spoken;
  return numberBy == BY_CALLS ? callMessages : messages;
}

function toolUsed(): void {
  if (turnTotal == 0 || isCounted) return;
  isCounted = true;
  toolTurns++;
}

/** Counts a call. Its chars are already counted, so its tool turn is stored in their place. */
function followCall(part: i32): void {
  toolUsed();
  countCallMessage();
  if (numberBy == BY_CALLS) store<i32>(callNumbers + (part << 2), callMessages);
  store<i32>(partChars + (part << 2), toolTurns);
  const open = byId + (partId(part) << 2);
  const earlier = load<i32>(open);
  if (earlier != 0 && !hasBefore) {
    hasBefore = true;
    needMemory(blocks);
    memory.fill(before, 0, partTotal << 2);
  }
  if (hasBefore) store<i32>(before + (part << 2), earlier);
  store<i32>(open, part + 1);
}

/** Counts the message of a call; of those that share a reply, the first. */
function countCallMessage(): void {
  if (turnTotal == 0) return;
  const goesOn = reply != 0 && reply == callReply && callMessages > 0;
  if (messages != callMessage && !goesOn) callMessages++;
  callMessage = messages;
  callReply = reply;
}

function followResult(part: i32): void {
  const open = byId + (partId(part) << 2);
  const call = load<i32>(open) - 1;
  isAnswered = true;
  if (call < 0) toolUsed();
  else store<i32>(open, hasBefore ? load<i32>(before + (call << 2)) : 0);
  const result = resultOf(part);
  // The call's part plus one, or the negative turn if there is no call.
  store<i32>(calls + (result << 2), call < 0 ? -toolTurns : call + 1);
  const at = resultCount++;
  store<i32>(orderStart + (at << 2), result);
  // The tool turn is found through the call.
  if (numberBy == BY_SPOKEN) number(at, spoken);
  else if (numberBy == BY_CALLS)
    number(at, call < 0 ? callMessages : load<i32>(callNumbers + (call << 2)));
  else if (numberBy != BY_PLACE && numberBy != BY_TURN) number(at, messages);
}

/** The number of the result in a part. */
function resultOf(part: i32): i32 {
  if (cursor >= resultTotal || load<i32>(resultParts + (cursor << 2)) != part) {
    let high = resultTotal;
    cursor = 0;
    while (cursor < high) {
      const middle = (cursor + high) >>> 1;
      if (load<i32>(resultParts + (middle << 2)) >= part) high = middle;
      else cursor = middle + 1;
    }
  }
  return cursor++;
}

function addBlock(part: i32): void {
  const block = blocks + blockCount++ * BLOCK;
  needMemory(block + BLOCK);
  store<i32>(block, partId(part));
  store<i32>(block, load<i32>(partChars + (part << 2)), 4);
  store<i32>(block, resultCount, 8);
}

/** Closes the calls of a message. */
export function closeCalls(index: i32): void {
  const end = partsEnd(index);
  for (let part = load<i32>(firstParts + (index << 2)); part < end; part++)
    if (partKind(part) == CALL) store<i32>(byId + (partId(part) << 2), 0);
}
