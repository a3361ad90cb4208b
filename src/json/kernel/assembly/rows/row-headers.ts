/** Whether a tool may have answered as the user in a row, in AssemblyScript. */
import { chatList } from "../chat/chat-columns";
import { KEY_CONTENT, useOf } from "../chat/chat-words";
import { mayHoldResult } from "../chat/text-headers";
import { after, TOKEN } from "../tape/tape-tokens";

/** Whether some message's content may begin like a tool's answer. */
export function mayHaveHeader(): bool {
  const stop = after(chatList);
  for (let message = chatList + TOKEN; message < stop; message = after(message)) {
    const end = after(message);
    for (let key = message + TOKEN; key < end; key = after(key + TOKEN)) {
      if (useOf(key) == KEY_CONTENT && mayHoldResult(key + TOKEN)) return true;
    }
  }
  return false;
}
