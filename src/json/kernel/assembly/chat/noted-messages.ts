/**
 * The messages and the calls of a conversation, in AssemblyScript: stored if they are wanted, to decide which messages
 * a budget leaves.
 */
import { numberOf } from "../tape/tape-tokens";

/** Bytes of a message: its role, with its turn from the third bit on; and the chars before it. */
export const MESSAGE: i32 = 8;
/** Bytes of a call: the number of its message and that of its result, from 1, 0 for none; its name and arguments. */
const CALL: i32 = 16;

/** Conversations with more messages or calls are left to objects. */
export const MOST_MESSAGES: i32 = 6144;
const MOST_CALLS: i32 = 3072;

/** The calls that were stored; negative if not all messages and calls could be. */
export let notedCalls: i32 = 0;

/** The address of the first message; 0 if none are wanted. The calls are after the last. */
let messages: i32 = 0;
let calls: i32 = 0;

/** Stores the messages and calls of the conversation that follows at `at`; 0: not at all. */
export function turnToMessages(at: i32): void {
  messages = at;
  calls = at + MESSAGE * MOST_MESSAGES;
  notedCalls = 0;
}

/** Stores no more messages. */
export function leaveMessages(): void {
  messages = 0;
}

/** Whether messages are stored. */
@inline
export function areNoted(): bool {
  return messages != 0;
}

/** Stores a message by its number from 0, and the chars before it. */
@inline
export function noteMessage(number: i32, role: i32, turn: i32, chars: i32): void {
  if (messages == 0) return;
  if (number >= MOST_MESSAGES) {
    notedCalls = i32.MIN_VALUE;
    return;
  }
  store<i32>(messages + number * MESSAGE, role | (turn << 3));
  store<i32>(messages + number * MESSAGE, chars, 4);
}

/** Stores a call of message number `message`, from 1. */
@inline
export function noteCall(message: i32, name: i32, args: i32): void {
  if (messages == 0 || notedCalls < 0) return;
  // A result is of the call with the same tokens.
  if (notedCalls == MOST_CALLS || (name == 0 && args == 0)) {
    notedCalls = i32.MIN_VALUE;
    return;
  }
  const call = calls + notedCalls++ * CALL;
  store<i32>(call, message);
  store<i32>(call, 0, 4);
  store<i32>(call, name == 0 ? -1 : numberOf(name), 8);
  store<i32>(call, args == 0 ? -1 : numberOf(args), 12);
}

/** Stores that result number `result`, from 1, answers the call with a name and arguments. */
@inline
export function noteAnswer(name: i32, args: i32, result: i32): void {
  if (messages == 0) return;
  const named = name == 0 ? -1 : numberOf(name);
  const given = args == 0 ? -1 : numberOf(args);
  for (let call = calls + (notedCalls - 1) * CALL; call >= calls; call -= CALL) {
    if (load<i32>(call, 8) != named || load<i32>(call, 12) != given) continue;
    store<i32>(call, result, 4);
    return;
  }
}
