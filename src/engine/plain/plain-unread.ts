import { messageArray } from "../../formats/shared/message-list.ts";
import { hasResultHeader } from "../../formats/shared/observation-headers.ts";
import { CONTENT } from "../../formats/shared/shared-keys.ts";
import { isResultSign } from "../../formats/unread/result-signs.ts";
import type { ChatColumns } from "../../json/tape/chat-table.ts";
import type { TapeTree } from "../../json/tape/tape-tree.ts";

/**
 * Whether the results in the columns are all that a conversation has. Where there are none, nothing in it may look
 * like one that was not seen: else the guard of the other way says what to do about it.
 */
export function isSureOfResults(tree: TapeTree, columns: ChatColumns): boolean {
  const { count, calls, isClosed, hasBeside } = columns;
  if (count > 0) return true;
  if (calls > 0 || !isClosed || hasBeside) return false;
  if (tree.keys(tree.root).some(isResultSign)) return false;
  const messages = tree.items(messageArray(tree, tree.root));
  return !messages.some((message) => hasResultHeader(tree, tree.get(message, CONTENT)));
}
