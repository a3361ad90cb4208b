import type { TapeTree } from "../../json/tape/tape-tree.ts";
import type { Node } from "../../json/tree/tree.ts";
import { MESSAGES_KEY, type RequestFormat } from "./request-format.ts";

/** Smaller requests are read as soon as they are looked at. */
export const LEAST_LOOKED_AT = 256 * 1024;

/**
 * Whether no result of a request can have more chars than a limit, by the bytes of its messages: those of the model are
 * none, and neither is what comes before the first of them. False where that cannot be said without reading it.
 */
export function isBelowLimit(tree: TapeTree, format: RequestFormat, limit: number): boolean {
  const array = tree.get(tree.root, MESSAGES_KEY[format]);
  if (!tree.isArray(array)) return false;
  let isAnswered = false;
  for (const item of tree.items(array)) {
    const isSmall = tree.end(item) - tree.start(item) <= limit;
    if (isAnswered && isSmall) continue;
    const isModels = isOfModel(tree, item);
    isAnswered ||= isModels;
    if (isSmall || !isAnswered) continue;
    if (!isModels || mayHoldResult(tree, item)) return false;
  }
  return true;
}

const ROLES = ["assistant", "model"];

/** Items of the Responses API that the model makes. */
const TYPES = ["reasoning", "function_call", "custom_tool_call"];

/** Whether an item of the messages is one that the model made. */
export function isOfModel(tree: TapeTree, item: Node): boolean {
  const role = tree.get(item, "role");
  const type = tree.get(item, "type");
  return ROLES.some((each) => tree.is(role, each)) || TYPES.some((each) => tree.is(type, each));
}

/** A part of the name of each kind of result. */
const RESULTS = ["result", "output", "esponse"];

/** Whether a message of the model may also hold what a tool answered, such as one that its provider runs. */
function mayHoldResult(tree: TapeTree, item: Node): boolean {
  const bytes = tree.subarray(tree.start(item), tree.end(item));
  return RESULTS.some((name) => bytes.includes(name));
}
