/** Reads the tool calls of a message of chat completions, in AssemblyScript. */
import { addCall, addCallInOrder, leaveOpen } from "./chat-results";
import { note, REFUSABLE } from "./chat-sums";
import {
  isToldBy,
  KEY_ARGUMENTS,
  KEY_ARGUMENTS_TOO,
  KEY_EXTRA,
  KEY_ID,
  KEY_KIND,
  KEY_MADE,
  KEY_MADE_TOO,
  KEY_NAME,
  useOf,
} from "./chat-words";
import { holdsLongText } from "./long-texts";
import { openCall } from "./opened-calls";
import { callsInTexts } from "./text-turns";
import { after, isContainer, isString, jsonChars, OBJECT, TOKEN } from "../tape/tape-tokens";

/** The name and the arguments of the call that was read last. */
let name: i32 = 0;
let args: i32 = 0;
/** Whether the call is JSON in a string, and whether that holds anything unknown. */
let isInText: bool = false;
let holdsUnknown: bool = false;

/** Reads the calls of a message; false if one of them is not plain. */
export function readCalls(calls: i32): bool {
  const stop = after(calls);
  for (let item = calls + TOKEN; item < stop; item = after(item)) {
    const isOpened = callsInTexts && isString(item);
    const call = isOpened ? openCall(item) : item;
    if (call == 0 || load<u8>(call) != OBJECT) return false;
    if (isOpened ? !readOpened(call) : !readCall(call)) return false;
  }
  return true;
}

/** Reads a call that was JSON in a string, in which only its format's reader looks for results. */
function readOpened(call: i32): bool {
  isInText = true;
  holdsUnknown = false;
  const isRead = readCall(call) && !holdsUnknown;
  isInText = false;
  return isRead;
}

/** Reads a call; false if it is not plain. */
function readCall(call: i32): bool {
  let id: i32 = 0;
  let made: i32 = 0;
  let madeToo: i32 = 0;
  const end = after(call);
  for (let key = call + TOKEN; key < end; key = after(key + TOKEN)) {
    const use = useOf(key);
    if (use < 0) return false;
    if (use == KEY_MADE) made = key + TOKEN;
    else if (use == KEY_MADE_TOO) madeToo = key + TOKEN;
    else if (holdsLongText(key + TOKEN)) return false;
    else if (use == KEY_ID) {
      // An id is a string or a number: anything else may hold a result.
      if (isContainer(key + TOKEN)) return false;
      id = key + TOKEN;
    }
    else if (!isKnown(use, key)) noteUnknown();
  }
  if (made == 0) made = madeToo;
  if (made == 0) return false;
  if (madeToo != 0 || load<u8>(made) != OBJECT) noteUnknown();
  if (!readMade(made)) return false;
  const argsChars = jsonChars(args);
  return isString(id) ? addCall(id, name, args, argsChars) : addNext(name, args, argsChars);
}

/** Notes that a call holds something unknown. */
function noteUnknown(): void {
  if (isInText) holdsUnknown = true;
  else leaveOpen();
}

/** Adds a call without an id, as chat templates, Ollama and data sets have them: APIs of others refuse it. */
function addNext(called: i32, given: i32, chars: i32): bool {
  note(REFUSABLE);
  return addCallInOrder(called, given, chars);
}

/** Reads the only call of a message, which has no id; false if it is not plain. */
export function readCallInOrder(made: i32): bool {
  return load<u8>(made) == OBJECT && readMade(made) && addCallInOrder(name, args, jsonChars(args));
}

/** Finds the name, a string, and the arguments of a call, each 0 for none; false if it is not plain. */
function readMade(made: i32): bool {
  let argsToo: i32 = 0;
  let hasMore: bool = false;
  name = 0;
  args = 0;
  const last = load<u8>(made) == OBJECT ? after(made) : made;
  for (let key = made + TOKEN; key < last; key = after(key + TOKEN)) {
    const use = useOf(key);
    if (use < 0) return false;
    const isArguments = use >= KEY_ARGUMENTS && use <= KEY_ARGUMENTS_TOO;
    if (isArguments && !isString(key + TOKEN)) note(REFUSABLE);
    if (!isArguments && holdsLongText(key + TOKEN)) return false;
    // A name is a string: anything else may hold a result.
    if (use == KEY_NAME && isContainer(key + TOKEN)) return false;
    if (use == KEY_NAME) name = key + TOKEN;
    else if (use == KEY_ARGUMENTS) args = key + TOKEN;
    else if (use == KEY_ARGUMENTS_TOO) argsToo = key + TOKEN;
    else {
      hasMore = true;
      if (!isKnown(use, key)) noteUnknown();
    }
  }
  if (isGiven(args) && argsToo != 0 && holdsLongText(argsToo)) return false;
  if (!isGiven(args)) args = isGiven(argsToo) ? argsToo : 0;
  if (!isString(name)) name = 0;
  // Of a call with neither no text is read.
  return args != 0 || (name != 0 && !hasMore);
}

/** Whether a value can be the arguments of a call: a string, or a value whose text is its JSON. */
function isGiven(args: i32): bool {
  return args != 0 && (isString(args) || isContainer(args));
}

/** Whether a key of a call that is not read is one that no guard and no other format has to see. */
function isKnown(use: i32, key: i32): bool {
  if (use == KEY_KIND || use == KEY_EXTRA) return !isContainer(key + TOKEN);
  return use == 0 && isToldBy(use, key);
}
