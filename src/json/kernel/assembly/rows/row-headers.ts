/** Whether a tool may have answered as the user in a row, in AssemblyScript. */
import { chatList } from "../chat/chat-columns";
import { KEY_CONTENT, useOf } from "../chat/chat-words";
import { mayBeResult } from "../chat/text-headers";
import { after, isString, TOKEN } from "../tape/tape-tokens";

/** Whether some message's content may begin like a tool's answer. */
export function mayHaveHeader(): bool {
  const stop = after(chatList);
  for (let message = chatList + TOKEN; message < stop; message = after(message)) {
    const end = after(message);
    for (let key = message + TOKEN; key < end; key = after(key + TOKEN)) {
      if (useOf(key) == KEY_CONTENT && holdsHeader(key + TOKEN)) return true;
    }
  }
  return false;
}

/** Whether a string, or one in blocks, may begin like a tool's answer. */
function holdsHeader(content: i32): bool {
  const stop = after(content);
  for (let at = content; at < stop; at += TOKEN) if (isString(at) && mayBeResult(at)) return true;
  return false;
}
