import { messageArray } from "../../../formats/shared/message-list.ts";
import { CONTENT, ROLE } from "../../../formats/shared/shared-keys.ts";
import { type ChatColumns, type ChatTable, RESULT } from "../../../json/tape/chat-table.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";

/** Whether the task, the first user message, certainly precedes every result of a conversation. */
export function isTaskFirst(
  tree: TapeTree,
  { roles }: ChatTable,
  { results }: ChatColumns,
): boolean {
  const before = (results[RESULT.message] ?? 0) - 1;
  const users = roles.flatMap(([word, role]) => (role === "user" ? [word] : []));
  for (const message of tree.items(messageArray(tree, tree.root)).slice(0, before)) {
    const role = tree.get(message, ROLE);
    if (role < 0) return false;
    if (!users.some((word) => tree.is(role, word))) continue;
    const content = tree.get(message, CONTENT);
    return tree.isString(content) && tree.chars(content) > 0;
  }
  return false;
}
