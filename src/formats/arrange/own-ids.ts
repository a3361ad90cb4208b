import type { Found } from "../../transcript/model/arrangement.ts";

/** Whether each message has a unique id, so that a record can name it. */
export function haveOwnIds(messages: readonly Found[]): boolean {
  const ids = new Set<string>();
  for (const { id } of messages) if (id !== undefined) ids.add(id);
  return ids.size === messages.length;
}
