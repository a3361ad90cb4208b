import type { Format } from "../../../formats/format.ts";
import type { ChatColumns } from "../../../json/tape/chat-table.ts";
import type { LearnedItems } from "../../../json/tape/learned-steps.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import { ItemLearner } from "./item-learner.ts";

/** By kernel: the format that it met last, and its learner once there was enough to learn. */
const LEARNERS = new WeakMap<LearnedItems, { format: Format; learner?: ItemLearner }>();

/**
 * The columns of the conversation in the root of a tree, whose format reads each message by itself; undefined if the
 * kernel cannot read it, or if it is the first of its format and short: objects are faster then.
 */
export function readByItems(tree: TapeTree, format: Format): ChatColumns | undefined {
  const learned = tree.scanned?.learned;
  if (learned === undefined || format.readItem === undefined) return undefined;
  const met = LEARNERS.get(learned);
  const isMet = met?.format === format;
  const current = met !== undefined && isMet ? met : { format };
  LEARNERS.set(learned, current);
  if (!isMet && !isLong(tree)) return undefined;
  current.learner ??= new ItemLearner(learned, format);
  return current.learner.read(tree);
}

/** Whether a conversation takes longer to read as objects than to learn. */
export function isLong(tree: TapeTree): boolean {
  return tree.tape.length >= LONG;
}

/** Tokens of such a conversation. */
const LONG = 4096;
