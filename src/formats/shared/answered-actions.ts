import { NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import { FEWEST_ALIKE } from "./answer-texts.ts";
import { firstText, hasResultHeader, type MaskTest, mayBeResult } from "./observation-headers.ts";
import type { Dialect } from "./text-protocol.ts";

/** A message, and the tree that it is in. */
export interface MessageInTree {
  readonly tree: Tree;
  readonly message: Node;
}

/**
 * Whether a chat without tool calls is certainly that of an agent whose tools answer as the user: each user message
 * that begins like a tool's answer follows a reply that says what to do, as ReAct's `Action: search[…]`; and one begins
 * as only agents write, or at least two do as people may, and with them every user message after such a reply.
 */
export function areActionsAnswered(
  messages: Iterable<MessageInTree>,
  dialect: Dialect,
  isMask: MaskTest,
): boolean {
  const counts = { sure: 0, alike: 0, other: 0 };
  let acts = false;
  for (const { tree, message } of messages) {
    const role = dialect.roleOf(tree, message);
    if (role === "tool" || tree.hasItems(tree.get(message, "tool_calls"))) return false;
    const text = firstText(tree, dialect.contentOf(tree, message));
    if (role === "assistant") acts = saysAction(tree, text);
    if (role !== "user") continue;
    const kind = kindOfAnswer(tree, text, isMask);
    if (kind !== "other" && !acts) return false;
    if (acts) counts[kind]++;
  }
  return counts.sure > 0 || (counts.alike >= FEWEST_ALIKE && counts.other === 0);
}

/** Whether a text of the user begins as only agents write, as people may too, or otherwise. */
function kindOfAnswer(tree: Tree, text: Node, isMask: MaskTest): "sure" | "alike" | "other" {
  if (text === NONE) return "other";
  if (hasResultHeader(tree, text) || isMask(tree, text)) return "sure";
  return mayBeResult(tree, text) ? "alike" : "other";
}
function saysAction(tree: Tree, text: Node): boolean {
  return tree.isString(text) && ACTION.test(tree.text(text));
}

/** A tag, a fenced block, a JSON object, or a word for what is to be done and a mark after it. */
const ACTION =
  /<[a-z][\w-]*[>=\s]|```|^[ \t]*\{\s*"|\b(?:act|actions?|tools?|commands?|functions?|calls?)\b[^\n]{0,40}[:=([{]/im;
