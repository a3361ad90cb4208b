import type { Format } from "../../../formats/format.ts";
import type { ChatColumns } from "../../../json/tape/chat-table.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import { NONE } from "../../../json/tree/tree.ts";
import type { Policy } from "../../../reduce/pipeline/checked-policy.ts";
import type { Job } from "../../edits/job.ts";
import { readByItems } from "../learned/read-by-items.ts";
import { countsTask, windowNumber } from "../policy/window-limit.ts";
import { isBoundTo } from "../results/plain-reasoning.ts";

/**
 * The columns of a conversation whose messages its format reads by themselves; undefined if the format may find more
 * than they have, or decide otherwise.
 */
export function itemColumns(
  tree: TapeTree,
  format: Format,
  { policy, sideCopies }: Pick<Job, "policy" | "sideCopies">,
): ChatColumns | undefined {
  if (countsTask(policy.window) || sideCopies === "mask") return undefined;
  const columns = readByItems(tree, format);
  return columns && isSureOfItems(tree, columns, { format, policy }) ? columns : undefined;
}

/** Whether messages that the kernel read by themselves are all that their format would find: see item-rows.ts. */
function isSureOfItems(
  tree: TapeTree,
  { messages, count, calls }: ChatColumns,
  { format, policy }: { readonly format: Format; readonly policy: Policy },
): boolean {
  const learned = tree.scanned?.learned;
  const { readItemNeedsCalls = false } = format;
  if (messages === 0 || (readItemNeedsCalls && calls === 0)) return false;
  if (readItemNeedsCalls && learned?.mayAnswer !== false) return false;
  if (count === 0 && learned?.hasAnswers !== false) return false;
  if (learned?.hasFixed && windowNumber(policy.window) === "message") return false;
  const signer = learned?.signer ?? NONE;
  return signer === NONE || !isBoundTo(tree, signer, policy);
}
