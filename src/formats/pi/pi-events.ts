import { getText, type Node, type Tree } from "../../json/tree/tree.ts";

/** Whether a line is an event of the stream that pi prints, which its sessions do not have. */
export function isEvent(tree: Tree, line: Node): boolean {
  const type = getText(tree, line, "type");
  if (type === "agent_start" || type === "turn_start") return true;
  if (type === "message_start" || type === "message_end")
    return tree.isObject(tree.get(line, "message"));
  return type === "tool_execution_end" && tree.isString(tree.get(line, "toolCallId"));
}
