import { getText, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { Flaw } from "../format.ts";
import { listMessages } from "../shared/message-list.ts";

/**
 * Finds what the API refuses in a message (the API reference's request schemas): arguments of a call that are
 * no string, and a tool's message without a call id.
 */
export function* checkOpenaiChat(tree: Tree, record: Node): Iterable<Flaw> {
  for (const message of listMessages(tree, record)) {
    for (const call of tree.items(tree.get(message, "tool_calls"))) {
      const args = tree.get(tree.get(call, "function"), "arguments");
      if (args !== NONE && !tree.isString(args))
        yield { node: args, message: `expected arguments as a string (got ${kindOf(tree, args)})` };
    }
    const isTool = tree.is(tree.get(message, "role"), "tool");
    if (isTool && getText(tree, message, "tool_call_id") === undefined)
      yield { node: message, message: "expected a tool_call_id with the role tool" };
  }
}

function kindOf(tree: Tree, node: Node): string {
  if (tree.isObject(node)) return "an object";
  return tree.isArray(node) ? "an array" : tree.text(node);
}
