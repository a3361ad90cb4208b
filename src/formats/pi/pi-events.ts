import { getText, NONE, type Node, type Tree } from "../../json/tree/tree.ts";

/** Whether a line is an event of the stream that pi prints, which its sessions do not have. */
export function isEvent(tree: Tree, line: Node): boolean {
  const type = getText(tree, line, "type");
  if (type === "agent_start" || type === "turn_start") return true;
  // Anthropic's stream has a `message_start` too, whose message names its type.
  if (type === "message_start" || type === "message_end") {
    const message = tree.get(line, "message");
    return tree.isObject(message) && tree.get(message, "type") === NONE;
  }
  return type === "tool_execution_end" && tree.isString(tree.get(line, "toolCallId"));
}
