/** Messages of OpenAI's chat completions, which agents keep in envelopes of their own as well. */
import { Key } from "../../json/key.ts";
import { getString, getText, NONE, type Node, type Tree } from "../../json/tree.ts";
import type { Role } from "../../transcript/message.ts";
import type { MessageSink } from "../format.ts";
import { readCall, readContent, readObservation } from "./chat-content.ts";
import { CONTENT, DEVELOPER, ID, NAME } from "./keys.ts";
import { PLAIN_ROLES, type RoleNames } from "./message-list.ts";
import { TEXT } from "./parts.ts";

// Every message is asked for these.
const TOOL_CALLS = new Key("tool_calls");
const TOOL_CALL_ID = new Key("tool_call_id");
const FUNCTION = new Key("function");
const FUNCTION_CALL = new Key("function_call");
const REFUSAL = new Key("refusal");
const REASONING = new Key("reasoning");
const REASONING_CONTENT = new Key("reasoning_content");
const REASONING_DETAILS = new Key("reasoning_details");
const THINKING_BLOCKS = new Key("thinking_blocks");

/** The words of chat completions for roles. */
export const OPENAI_ROLES = [
  ...PLAIN_ROLES,
  [DEVELOPER, "system"],
  [FUNCTION, "tool"],
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
  const callId = into.id(tree.get(message, TOOL_CALL_ID));
  const toolName = getText(tree, message, NAME);
  readObservation(tree, tree.get(message, CONTENT), { into, callId, toolName });
}

/** The parts of a message that is no observation. */
export function readChatMessage(tree: Tree, message: Node, into: MessageSink): void {
  readReasoning(tree, message, into);
  readContent(tree, tree.get(message, CONTENT), into);
  const refusal = getString(tree, message, REFUSAL);
  if (refusal !== NONE) into.part(TEXT, refusal);
  for (const call of tree.items(tree.get(message, TOOL_CALLS))) {
    const made = callIn(tree, call);
    if (made !== NONE) readCall(tree, made, { into, id: into.id(tree.get(call, ID)) });
  }
  const legacy = tree.get(message, FUNCTION_CALL);
  if (tree.isObject(legacy)) readCall(tree, legacy, { into, id: undefined });
}

/** What a `tool_calls` item says of its call: `function`, or `custom` for tools without a schema. */
export function callIn(tree: Tree, call: Node): Node {
  const made = tree.get(call, FUNCTION);
  return made === NONE ? tree.get(call, "custom") : made;
}

/** What vendors keep of the reasoning. Several fields can hold the same text: the first counts. */
function readReasoning(tree: Tree, message: Node, into: MessageSink): void {
  const content = getString(tree, message, REASONING_CONTENT);
  const reasoning = content === NONE ? getString(tree, message, REASONING) : content;
  if (reasoning !== NONE) {
    into.part({ kind: "reasoning", signed: false }, reasoning);
    return;
  }
  const thinking = tree.get(message, THINKING_BLOCKS);
  const blocks = thinking === NONE ? tree.get(message, REASONING_DETAILS) : thinking;
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
