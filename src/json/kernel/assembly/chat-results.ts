/**
 * The tool results and the open calls of a conversation, in AssemblyScript: columns of integers that
 * chat-columns.ts and block-columns.ts fill, see chat-table.ts.
 */
import { areSame } from "./bytes";
import {
  areSummed,
  beginSums,
  beginTool,
  HAS_ODD,
  note,
  REFUSABLE,
  sumCall,
  sumChars,
  sumResult,
  sumRole,
  sumToolTurn,
  TEXT,
  UNCOUNTED,
} from "./chat-sums";
import { ASSISTANT, SYSTEM, USER } from "./chat-words";
import { charsOf, isBare, isContainer, isString, numberOf, TOKEN } from "./tape-tokens";

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
/**
 * Bytes of an open call: the tokens of its id (0 once it is answered), its name and its arguments; its turn,
 * its tool turn, and its message among those with a call.
 */
const OPEN: i32 = 24;

/** The most calls to search for one. */
const MOST_LOOKS: i32 = 512;

/** The address of the results; the open calls follow. */
let results: i32 = 0;
let open: i32 = 0;
let openEnd: i32 = 0;
let openLimit: i32 = 0;
/** The first open call of the line. */
let openBefore: i32 = 0;
/** The room for results. */
let resultLimit: i32 = 0;
let found: i32 = 0;
/** The distinct names of the results' tools: tokens. */
let tools: i32 = 0;
let toolCount: i32 = 0;
/** The most tools to number. */
const MOST_TOOLS: i32 = 64;

/** The number of open calls without an id, which are answered in order, and the fields of the latest. */
let unnamed: i32 = 0;
let unnamedArgs: i32 = 0;
let unnamedTurn: i32 = 0;
let unnamedToolTurns: i32 = 0;
let unnamedMessages: i32 = 0;

let turn: i32 = 0;
let toolTurns: i32 = 0;
/** Whether the turn is counted as a tool turn. */
let isCounted: bool = false;
let isAnswered: bool = true;
/** Whether the message is counted as one with a call. */
let hasCall: bool = false;
/** The chars before the turn. */
let turnChars: i32 = 0;

/**
 * When messages are lines, the strings of calls that are still open are kept: three tokens for each call, and
 * the bytes of their strings, in the order of the calls. 0: rows are read.
 */
let keptTokens: i32 = 0;
let keptBytes: i32 = 0;
let keptLimit: i32 = 0;
let keptEnd: i32 = 0;
let keepsArguments: bool = false;
const KEPT: i32 = 3 * TOKEN;

/** Starts a conversation of up to `most` results, written at `into`. */
export function beginResults(into: i32, most: i32, mostOpen: i32): void {
  results = into;
  open = into + most * RESULT;
  openEnd = open;
  resultLimit = most;
  openLimit = open + mostOpen * OPEN;
  found = 0;
  tools = open + most * OPEN;
  toolCount = 0;
  beginSums(wantsSums ? tools + 4 * MOST_TOOLS : 0);
  unnamed = 0;
  turn = 0;
  toolTurns = 0;
  isCounted = false;
  isAnswered = true;
  chatMessages = 0;
  chatChars = 0;
  chatSpoken = 0;
  chatCallMessages = 0;
  chatCalls = 0;
  keptTokens = 0;
  chatIsClosed = 1;
}

/** Ends the conversation, and returns the number of its results. */
export function endResults(): i32 {
  chatToolTurns = toolTurns;
  chatTurns = turn;
  chatTools = toolCount;
  chatOpenTurn = 0;
  for (let call = open; call < openEnd && chatOpenTurn == 0; call += OPEN)
    if (load<i32>(call) != 0) chatOpenTurn = load<i32>(call, 12);
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
  keptTokens = keptAt;
  keptBytes = bytesAt;
  keptEnd = bytesAt;
  keptLimit = bytesEnd;
  keepsArguments = withArguments != 0;
}

/** Whether there is room for the results and calls of another message. */
@inline
export function hasRoom(): bool {
  return found < resultLimit && openEnd < openLimit;
}

/** Starts the next line of the conversation. */
export function beginLine(): void {
  found = 0;
  chatChars = 0;
  chatIsClosed = 1;
  openBefore = openEnd;
}

/** Ends a line, and keeps the strings of its open calls; false if there is no room. */
export function endLine(): bool {
  for (let call = openBefore; call < openEnd; call += OPEN) if (!keepCall(call)) return false;
  chatToolTurns = toolTurns;
  return true;
}

/** Keeps the strings of an open call before its line is overwritten; false if there is no room. */
function keepCall(call: i32): bool {
  const kept = keptTokens + ((call - open) / OPEN) * KEPT;
  if (!keepsArguments) store<i32>(call, 0, 8);
  for (let field: i32 = 0; field < 3; field++) {
    const token = load<i32>(call + (field << 2));
    if (token == 0) continue;
    const start = load<i32>(token, 4);
    const length = load<i32>(token, 8) - start;
    if (length > keptLimit - keptEnd) return false;
    memory.copy(keptEnd, start, length);
    const own = kept + field * TOKEN;
    store<i32>(own, load<i32>(token));
    store<i32>(own, keptEnd, 4);
    keptEnd += length;
    store<i32>(own, keptEnd, 8);
    store<i32>(own, load<i32>(token, 12), 12);
    store<i32>(call + (field << 2), own);
  }
  return true;
}

/** Frees the bytes after those of the last open call. */
function letGo(): void {
  keptEnd = keptBytes;
  if (openEnd == open) return;
  for (let field: i32 = 0; field < 3; field++) {
    const token = load<i32>(openEnd - OPEN + (field << 2));
    if (token != 0 && load<i32>(token, 8) > keptEnd) keptEnd = load<i32>(token, 8);
  }
}

/** Starts a message. */
export function enter(role: i32): void {
  sumRole(role);
  chatMessages++;
  hasCall = false;
  if (role != SYSTEM) chatSpoken++;
  if (role == ASSISTANT) {
    if (isAnswered || turn == 0) {
      turn++;
      turnChars = chatChars;
      isCounted = false;
    }
    isAnswered = false;
  } else if (role == USER) isAnswered = true;
}

/** Adds a call; false if it has no id (then order and names decide), or if too many are open. */
export function addCall(id: i32, name: i32, args: i32, argsChars: i32): bool {
  chatCalls++;
  if (!isString(id) || !isBare(id) || openEnd >= openLimit) return false;
  const chars = charsOf(name) + argsChars;
  chatChars += chars;
  if (areSummed()) sumCall(name == 0 ? -1 : toolNumber(name), chars);
  countCall();
  store<i32>(openEnd, id);
  store<i32>(openEnd, name, 4);
  store<i32>(openEnd, args, 8);
  store<i32>(openEnd, turn, 12);
  store<i32>(openEnd, toolTurns, 16);
  store<i32>(openEnd, chatCallMessages, 20);
  openEnd += OPEN;
  return true;
}

/**
 * Adds a call without an id, found in a text: `args` are its arguments, or 0. False if another is open,
 * because their arguments cannot be told apart.
 */
export function addTextCall(args: i32): bool {
  chatCalls++;
  countCall();
  if (unnamedTurn != turn) unnamed = 0;
  if (unnamed > 0 && (args != 0 || unnamedArgs != 0)) return false;
  unnamedArgs = args;
  unnamedTurn = turn;
  unnamedToolTurns = toolTurns;
  unnamedMessages = chatCallMessages;
  unnamed++;
  return true;
}

/**
 * Adds a result; false if too many calls are open to find the one that it answers. If its text is in several
 * blocks, or has images, `text` is the array of its blocks, and `chars` those in them; false in lines, where
 * the format's reader finds such results.
 */
export function addResult(text: i32, id: i32, name: i32, flags: i32, chars: i32 = charsOf(text)): bool {
  const isOdd = text != 0 && isContainer(text);
  if (found >= resultLimit || (isOdd && keptTokens != 0)) return false;
  if (isOdd) note(HAS_ODD);
  isAnswered = true;
  let call: i32 = 0;
  if (isString(id)) {
    if (!isBare(id)) return false;
    call = callOf(id);
    if (call < 0) return false;
  }
  const isNext = !isString(id) && unnamed > 0;
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
  store<i32>(result, isString(id) ? numberOf(id) : -1, 32);
  const args = call != 0 ? load<i32>(call, 8) : isNext ? unnamedArgs : 0;
  store<i32>(result, args != 0 ? numberOf(args) : -1, 36);
  const tool = named != 0 ? toolNumber(named) : -1;
  store<i32>(result, tool, 40);
  store<i32>(result, call != 0 ? load<i32>(call, 20) : isNext ? unnamedMessages : chatCallMessages, 44);
  sumResult(tool, chars);
  if (call != 0) close(call);
  return true;
}

/** Counts the tool turn and the message of a call. */
function countCall(): void {
  countToolTurn();
  if (turn == 0 || hasCall) return;
  hasCall = true;
  chatCallMessages++;
}

/** Makes the current turn a tool turn: it has a call, or a result whose call was not recorded. */
function countToolTurn(): void {
  if (turn == 0 || isCounted) return;
  isCounted = true;
  toolTurns++;
  sumToolTurn(toolTurns, turnChars);
}

/** Whether a call is open. */
export function hasOpenCall(): bool {
  return openEnd > open;
}

/** The latest open call with this id; 0 for none, negative if too many are open to search. */
function callOf(id: i32): i32 {
  const from = load<i32>(id, 4);
  const length = load<i32>(id, 8) - from;
  let looks = 0;
  let latest = 0;
  for (let call = openEnd - OPEN; call >= open; call -= OPEN) {
    if (++looks > MOST_LOOKS) return -1;
    const other = load<i32>(call);
    if (other == 0) continue;
    const start = load<i32>(other, 4);
    if (load<i32>(other, 8) - start != length) continue;
    if (!areSame(start, from, length)) continue;
    if (!areSummed()) return call;
    if (latest != 0) note(REFUSABLE);
    else latest = call;
  }
  return latest;
}

/** Removes a call from the open ones; its fields stay until the next call is added. */
function close(call: i32): void {
  store<i32>(call, 0);
  while (openEnd > open && load<i32>(openEnd - OPEN) == 0) openEnd -= OPEN;
  if (keptTokens != 0) letGo();
}

/** The number of a tool by its name; -1 if there are too many, or if names are not kept. */
function toolNumber(name: i32): i32 {
  if (keptTokens != 0) return -1;
  const from = load<i32>(name, 4);
  const length = load<i32>(name, 8) - from;
  for (let k = toolCount - 1; k >= 0; k--) {
    const other = load<i32>(tools + (k << 2));
    const start = load<i32>(other, 4);
    if (load<i32>(other, 8) - start != length) continue;
    if (areSame(start, from, length)) return k;
  }
  if (toolCount == MOST_TOOLS) {
    note(UNCOUNTED);
    return -1;
  }
  beginTool(toolCount);
  store<i32>(tools + (toolCount << 2), name);
  return toolCount++;
}
