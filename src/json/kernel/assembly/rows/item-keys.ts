/** The keys of messages that are read by themselves, in AssemblyScript. */
import { AS_LINE, classOf } from "../calls/session-ids";
import { tellsNothing } from "../chat/result-words";
import { after, TOKEN } from "../tape/tape-tokens";

/** Whether each key of an item was asked for when items were learned, or tells no format. */
export function isTold(item: i32): bool {
  const stop = after(item);
  for (let key = item + TOKEN; key < stop; key = after(key + TOKEN))
    if (classOf(key, AS_LINE) == 0 && !tellsNothing(key)) return false;
  return true;
}
