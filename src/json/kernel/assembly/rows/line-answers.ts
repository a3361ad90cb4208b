/** Whether a tool may have answered as the user in a line without results, in AssemblyScript. */
import { chatChars } from "../chat/chat-results";
import { KEY_ROLE, roleOf, useOf, USER } from "../chat/chat-words";
import { mayHoldResult } from "../chat/text-headers";
import { after, TOKEN } from "../tape/tape-tokens";

/**
 * Whether some text of a message of the user may begin like a tool's answer; also where nothing was read of a message.
 */
export function mayAnswer(message: i32): bool {
  return chatChars == 0 || (isOfUser(message) && mayHoldResult(message));
}

function isOfUser(message: i32): bool {
  const stop = after(message);
  for (let key = message + TOKEN; key < stop; key = after(key + TOKEN))
    if (useOf(key) == KEY_ROLE && roleOf(key + TOKEN) == USER) return true;
  return false;
}
