import { getText, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { MessageSink } from "../format.ts";
import { callIn } from "../shared/chat-completions.ts";
import { readLangfuseResult } from "./langfuse-blocks.ts";

interface ListTarget {
  readonly into: MessageSink;
  readonly thread: string;
  /** The list that has the message. */
  readonly array: Node;
}

/**
 * Reads a tool result as Langfuse's handler for LangChain in JavaScript writes it: its role is the tool's name, if it
 * has one, and the id of its call is left out (`extractChatMessageContent` in `CallbackHandler.ts`). Of messages that
 * are no results, this handler leaves out `additional_kwargs`. A role that nobody called may be a speaker's. Returns
 * whether it was one.
 */
export function readNamedResult(tree: Tree, message: Node, target: ListTarget): boolean {
  if (!tree.isObject(tree.get(message, "additional_kwargs"))) return false;
  const content = tree.get(message, "content");
  const role = getText(tree, message, "role");
  if (content === NONE || !isCalled(tree, target.array, role)) return false;
  const { into, thread } = target;
  into.message("tool", message, { thread });
  readLangfuseResult(tree, content, {
    into,
    callId: undefined,
    toolName: role,
    isError: false,
  });
  return true;
}

/** Whether a list has a call of a tool, or of any if the name is not known. */
function isCalled(tree: Tree, list: Node, name: string | undefined): boolean {
  return tree.items(list).some((message) =>
    tree.items(tree.get(message, "tool_calls")).some((call) => {
      const held = callIn(tree, call);
      return name === undefined || getText(tree, held === NONE ? call : held, "name") === name;
    }),
  );
}
