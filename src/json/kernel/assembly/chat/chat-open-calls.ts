/**
 * The calls of a conversation that have no result yet, in AssemblyScript: those with ids, and those without, which are
 * answered in order. See transcript/model/pairs.ts.
 */
import { areSame } from "../bytes/bytes";
import { areSummed, note, REFUSABLE } from "./chat-sums";
import { isSame } from "./long-texts";
import { charsOf, isBare, isString, NUMBER, tape, TOKEN } from "../tape/tape-tokens";

/**
 * Bytes of an open call: the tokens of its id (0 once it is answered), its name and its arguments; its turn,
 * its tool turn, and its message among those with a call.
 */
export const OPEN: i32 = 24;

/** The most calls to search for one. */
const MOST_LOOKS: i32 = 512;

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

let open: i32 = 0;
let openEnd: i32 = 0;
let openLimit: i32 = 0;
/** The first open call of the line. */
let openBefore: i32 = 0;
/** The turn of the latest call, 0 before the first; negative for none. */
let latestTurn: i32 = -1;

/** Whether ids may be numbers. */
let areNumbers: bool = false;

/** Starts a conversation of up to `most` open calls, which are put at `at`. */
export function beginOpenCalls(at: i32, most: i32): void {
  open = at;
  openEnd = at;
  openLimit = at + most * OPEN;
  latestTurn = -1;
  keptTokens = 0;
  areNumbers = false;
}

/** In this conversation ids may be numbers. */
export function takeNumbers(): void {
  areNumbers = true;
}

/** Whether a value is an id. */
export function isId(value: i32): bool {
  return isString(value) || (areNumbers && value != 0 && load<u8>(value) == NUMBER);
}

/** Whether it is one whose bytes are its text. */
export function isBareId(id: i32): bool {
  return isString(id) ? isBare(id) : isId(id);
}

/** Starts lines, see `beginChatLines`. */
export function keepOpenCalls(keptAt: i32, bytesAt: i32, bytesEnd: i32, withArguments: bool): void {
  keptTokens = keptAt;
  keptBytes = bytesAt;
  keptEnd = bytesAt;
  keptLimit = bytesEnd;
  keepsArguments = withArguments;
}

/** Whether messages are lines. */
@inline
export function areKept(): bool {
  return keptTokens != 0;
}

/** Whether there is room for another call. */
@inline
export function hasRoomForCall(): bool {
  return openEnd < openLimit;
}

/** Starts a line. */
export function beginOpenLine(): void {
  openBefore = openEnd;
}

/** Ends a line, and keeps the strings of its open calls; false if there is no room. */
export function endOpenLine(): bool {
  for (let call = openBefore; call < openEnd; call += OPEN) if (!keepCall(call)) return false;
  return true;
}

/** The turn of the first open call with an id; 0 for none. */
export function firstOpenTurn(): i32 {
  for (let call = open; call < openEnd; call += OPEN)
    if (load<i32>(call) != 0 && load<i32>(call) != tape) return load<i32>(call, 12);
  return 0;
}

/** Adds an open call, whose id is 0 if it has none: it is then kept as the root of the tape. */
export function openCall(
  id: i32,
  name: i32,
  args: i32,
  turn: i32,
  toolTurns: i32,
  callMessages: i32,
): void {
  // The tape's first token is no string, so it is the id of no other call.
  store<i32>(openEnd, id == 0 ? tape : id);
  store<i32>(openEnd, name, 4);
  store<i32>(openEnd, args, 8);
  store<i32>(openEnd, turn, 12);
  store<i32>(openEnd, toolTurns, 16);
  store<i32>(openEnd, callMessages, 20);
  openEnd += OPEN;
  latestTurn = turn;
}

/** Keeps the strings of an open call before its line is overwritten; false if there is no room. */
function keepCall(call: i32): bool {
  const kept = keptTokens + ((call - open) / OPEN) * KEPT;
  if (!keepsArguments) store<i32>(call, 0, 8);
  for (let field: i32 = 0; field < 3; field++) {
    const token = load<i32>(call + (field << 2));
    if (token == 0 || token == tape) continue;
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

/** Frees the kept bytes after those of the last open call. */
function letGo(): void {
  keptEnd = keptBytes;
  if (openEnd == open) return;
  for (let field: i32 = 0; field < 3; field++) {
    const token = load<i32>(openEnd - OPEN + (field << 2));
    if (token != 0 && token != tape && load<i32>(token, 8) > keptEnd) keptEnd = load<i32>(token, 8);
  }
}

/** Whether a call is open. */
export function hasOpenCall(): bool {
  return openEnd > open;
}

/**
 * The open call that a result answers, by its id or, without one, in order and by its name, 0 for none. 0 if there is
 * no such call, negative if only the format's reader can tell.
 */
export function calledBy(id: i32, name: i32): i32 {
  if (!isId(id)) return callInOrder(name);
  return isBareId(id) ? callOf(id) : -1;
}

/**
 * The first open call of the latest turn with calls that an answer with a name, or 0, may answer: one without an id
 * before those with ids. 0 for none, negative if a name may be spelled in another way.
 */
function callInOrder(name: i32): i32 {
  if (isString(name) && !isBare(name)) return -1;
  let withId: i32 = 0;
  let withoutId: i32 = 0;
  for (let call = openEnd - OPEN; call >= open && load<i32>(call, 12) == latestTurn; call -= OPEN) {
    const id = load<i32>(call);
    if (id == 0) continue;
    const called = load<i32>(call, 4);
    if (isString(called) && !isBare(called)) return -1;
    if (isString(name) && charsOf(called) != 0 && !isSame(called, name)) continue;
    if (id == tape) withoutId = call;
    else withId = call;
  }
  return withoutId != 0 ? withoutId : withId;
}

/**
 * The latest open call with this id; 0 for none, negative if too many are open to search. Where chars are summed, all
 * are searched: several with one id are noted.
 */
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

/** The token of a call's id; 0 if it has none. */
export function idOfCall(call: i32): i32 {
  const id = load<i32>(call);
  return id == tape ? 0 : id;
}

/** Removes a call from the open ones; its fields stay until the next call is added. */
export function closeCall(call: i32): void {
  store<i32>(call, 0);
  while (openEnd > open && load<i32>(openEnd - OPEN) == 0) openEnd -= OPEN;
  if (keptTokens != 0) letGo();
}
