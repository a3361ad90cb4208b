/** Whether a tool may have answered as the user in a line of a session, in AssemblyScript. */
import { mayBeResult } from "../chat/text-headers";
import { after, isString, TOKEN } from "../tape/tape-tokens";
import { isOfUser, mayHoldMore } from "./session-found";

/** Whether some text of the current line, which has no result, may begin like a tool's answer; or more may be in it. */
export function mayAnswer(root: i32): bool {
  if (mayHoldMore()) return true;
  if (!isOfUser()) return false;
  const stop = after(root);
  for (let at = root; at < stop; at += TOKEN) if (isString(at) && mayBeResult(at)) return true;
  return false;
}
