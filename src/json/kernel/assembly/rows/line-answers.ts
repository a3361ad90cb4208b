/** Whether a tool may have answered as the user in a line without results, in AssemblyScript. */
import { chatChars } from "../chat/chat-results";
import { KEY_ROLE, roleOf, useOf, USER } from "../chat/chat-words";
import { mayBeResult } from "../chat/text-headers";
import { after, isString, TOKEN } from "../tape/tape-tokens";

/**
 * Whether some text of a message of the user may begin like a tool's answer; also where nothing was read of a message.
 */
export function mayAnswer(message: i32): bool {
  if (chatChars == 0) return true;
  const stop = after(message);
  if (!isOfUser(message, stop)) return false;
  for (let at = message; at < stop; at += TOKEN) if (isString(at) && mayBeResult(at)) return true;
  return false;
}

function isOfUser(message: i32, stop: i32): bool {
  for (let key = message + TOKEN; key < stop; key = after(key + TOKEN))
    if (useOf(key) == KEY_ROLE && roleOf(key + TOKEN) == USER) return true;
  return false;
}
