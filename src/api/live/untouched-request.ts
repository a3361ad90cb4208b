import type { TapeTree } from "../../json/tape/tape-tree.ts";
import type { Node } from "../../json/tree/tree.ts";
import { MESSAGES_KEY, type RequestFormat } from "./request-format.ts";

/** Smaller requests are read as quickly as they are scanned. */
export const LEAST_LOOKED_AT = 256 * 1024;

/**
 * Whether no result of a request can have more chars than a limit, judged by the bytes of its messages: the
 * model's messages are no results, and neither is anything before the first of them. False if that cannot be
 * decided without reading it.
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

/** Items of the Responses API that the model writes. */
const TYPES = ["reasoning", "function_call", "custom_tool_call"];

/** Whether an item of the messages is the model's. */
export function isOfModel(tree: TapeTree, item: Node): boolean {
  const role = tree.get(item, "role");
  const type = tree.get(item, "type");
  return ROLES.some((each) => tree.is(role, each)) || TYPES.some((each) => tree.is(type, each));
}

/** A part of the name of each kind of result. */
const RESULTS = ["result", "output", "esponse"];

/** Whether a message of the model may also contain a tool's answer, such as one of a provider's tool. */
function mayHoldResult(tree: TapeTree, item: Node): boolean {
  const bytes = tree.subarray(tree.start(item), tree.end(item));
  return RESULTS.some((name) => bytes.includes(name));
}
