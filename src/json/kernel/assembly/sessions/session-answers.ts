/** Whether a tool may have answered as the user in a line of a session, in AssemblyScript. */
import { mayHoldResult } from "../chat/text-headers";
import { isOfUser, mayHoldMore } from "./session-found";

/** Whether some text of the current line, which has no result, may begin like a tool's answer; or more may be in it. */
export function mayAnswer(root: i32): bool {
  return mayHoldMore() || (isOfUser() && mayHoldResult(root));
}
