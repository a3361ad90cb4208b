/**
 * The open calls of a session by their ids, in AssemblyScript, with what a placeholder says of a call. A result
 * belongs to the latest open call of its id.
 */
import { plainLineOfArguments } from "./call-arguments";
import { ask } from "../tape/questions";
import { MAIN_KEYS, policy } from "../policy/row-policy";
import { isString, tokenOf } from "../tape/tape-tokens";

// A call: its id, the next call of its list, its part plus one, the number of its tool's name, whether its
// argument needs no encoding and that argument's bytes, and the argument.
const NEXT: i32 = 4;
const PART: i32 = 8;
const NAME: i32 = 12;
const IS_PLAIN: i32 = 16;
const LENGTH: i32 = 20;
const ARGUMENT: i32 = 24;
const CALL: i32 = 256;
const MOST_CALLS: i32 = 2048;

/** Calls are in lists by the last bits of their ids. */
const LISTS: i32 = 1024;

export const MOST_ARGUMENT: i32 = 60;
/** Asks JavaScript for the argument of a call. */
const ARGUMENT_READ: i32 = 35;

let lists: i32 = 0;
/** The first closed call, and the first one that was never open. */
let closed: i32 = 0;
let unused: i32 = 0;

/** Not 0 if there was no room for a call. */
export let callsAreLost: i32 = 0;
/** The call opened last. */
export let latestOpened: i32 = 0;
/** The call that the latest result answers; 0 for none. Its data stay until the next call is opened. */
export let answered: i32 = 0;

/** Starts a session without calls, in memory at an address. */
export function beginCalls(at: i32): void {
  lists = at;
  memory.fill(lists, 0, LISTS << 2);
  closed = 0;
  unused = lists + (LISTS << 2);
  callsAreLost = 0;
  answered = 0;
}

/** Opens a call; returns 0 if there is no room. */
export function openCall(id: i32, part: i32, name: i32): i32 {
  let call = closed;
  if (call != 0) closed = load<i32>(call, NEXT);
  else if (unused < lists + (LISTS << 2) + MOST_CALLS * CALL) {
    call = unused;
    unused += CALL;
  } else {
    callsAreLost = 1;
    return 0;
  }
  const list = listOf(id);
  store<i32>(call, id);
  store<i32>(call, load<i32>(list), NEXT);
  store<i32>(call, part + 1, PART);
  store<i32>(call, name, NAME);
  store<i32>(call, 0, IS_PLAIN);
  store<i32>(call, 0, LENGTH);
  store<i32>(list, call);
  latestOpened = call;
  return call;
}

/** Opens a call whose arguments are at a node of the tape, and reads its argument. */
export function readCall(id: i32, part: i32, name: i32, args: i32): void {
  const call = openCall(id, part, name);
  if (call == 0) return;
  const length = args < 0 ? 0 : argumentOf(tokenOf(args), call + ARGUMENT);
  store<i32>(call, length < 0 ? 0 : 1, IS_PLAIN);
  store<i32>(call, length < 0 ? ask(ARGUMENT_READ, args) : length, LENGTH);
}

function argumentOf(args: i32, into: i32): i32 {
  const quote: i32 = isString(args) ? 1 : 0;
  const start = load<i32>(args, 4) + quote;
  const end = load<i32>(args, 8) - quote;
  const keys = load<i32>(policy, MAIN_KEYS);
  return plainLineOfArguments(start, end, quote != 0, keys, into, MOST_ARGUMENT);
}

/** Closes the latest open call of an id. Returns its part plus one; 0 if there is none. */
export function takeCall(id: i32): i32 {
  let link = listOf(id);
  answered = 0;
  for (let call = load<i32>(link); call != 0; call = load<i32>(link)) {
    if (load<i32>(call) == id) {
      store<i32>(link, load<i32>(call, NEXT));
      store<i32>(call, closed, NEXT);
      closed = call;
      answered = call;
      return load<i32>(call, PART);
    }
    link = call + NEXT;
  }
  return 0;
}

@inline
function listOf(id: i32): i32 {
  return lists + ((id & (LISTS - 1)) << 2);
}

/** The number of the tool's name of the answered call. */
export function answeredName(): i32 {
  return load<i32>(answered, NAME);
}

/** Writes the argument of the answered call; returns its length, -1 if it has to be encoded. */
export function writeAnswered(into: i32): i32 {
  const length = load<i32>(answered, LENGTH);
  if (load<i32>(answered, IS_PLAIN) == 0 && length > 0) return -1;
  memory.copy(into, answered + ARGUMENT, length);
  return length;
}
