/** Messages of OpenAI's chat completions, which agents keep in envelopes of their own as well. */
import { getString, getText, NONE, type Node, type Tree } from "../../json/tree.ts";
import type { Role } from "../../transcript/message.ts";
import type { MessageSink } from "../format.ts";
import { readCall, readContent, readObservation } from "./chat-content.ts";
import { PLAIN_ROLES, type RoleNames } from "./message-list.ts";
import { TEXT } from "./parts.ts";

/** The words of chat completions for roles. */
export const OPENAI_ROLES = [
  ...PLAIN_ROLES,
  ["developer", "system"],
  ["function", "tool"],
] as const satisfies RoleNames;

/** Gives the parts of a message of chat completions; the message itself is given already. */
export function readOpenAiParts(
  tree: Tree,
  message: Node,
  { role, into }: { readonly role: Role; readonly into: MessageSink },
): void {
  if (role === "tool") readTool(tree, message, into);
  else readChatMessage(tree, message, into);
}

function readTool(tree: Tree, message: Node, into: MessageSink): void {
  const callId = into.id(tree.get(message, "tool_call_id"));
  const toolName = getText(tree, message, "name");
  readObservation(tree, tree.get(message, "content"), { into, callId, toolName });
}

/** The parts of a message that is no observation. */
export function readChatMessage(tree: Tree, message: Node, into: MessageSink): void {
  readReasoning(tree, message, into);
  readContent(tree, tree.get(message, "content"), into);
  const refusal = getString(tree, message, "refusal");
  if (refusal !== NONE) into.part(TEXT, refusal);
  for (const call of tree.items(tree.get(message, "tool_calls"))) {
    const made = callIn(tree, call);
    if (made !== NONE) readCall(tree, made, { into, id: into.id(tree.get(call, "id")) });
  }
  const legacy = tree.get(message, "function_call");
  if (tree.isObject(legacy)) readCall(tree, legacy, { into, id: undefined });
}

/** What a `tool_calls` item says of its call: `function`, or `custom` for tools without a schema. */
export function callIn(tree: Tree, call: Node): Node {
  const made = tree.get(call, "function");
  return made === NONE ? tree.get(call, "custom") : made;
}

/** What vendors keep of the reasoning. Several fields can hold the same text: the first counts. */
function readReasoning(tree: Tree, message: Node, into: MessageSink): void {
  const content = getString(tree, message, "reasoning_content");
  const reasoning = content === NONE ? getString(tree, message, "reasoning") : content;
  if (reasoning !== NONE) {
    into.part({ kind: "reasoning", signed: false }, reasoning);
    return;
  }
  const thinking = tree.get(message, "thinking_blocks");
  const blocks = thinking === NONE ? tree.get(message, "reasoning_details") : thinking;
  if (!tree.isArray(blocks)) return;
  for (const block of tree.items(blocks)) {
    const key = ["thinking", "text", "summary"].find((each) =>
      tree.isString(tree.get(block, each)),
    );
    if (key === undefined) continue;
    const signed = tree.isString(tree.get(block, "signature"));
    into.part({ kind: "reasoning", signed }, tree.get(block, key));
  }
}
