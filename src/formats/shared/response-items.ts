import { getString, getText, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { MessageAbout } from "../../transcript/model/heads.ts";
import type { Role } from "../../transcript/model/message.ts";
import type { MessageSink } from "../format.ts";
import {
  readHostedCall,
  readInterpreter,
  readMcpCall,
  readSearch,
  readShellOutput,
} from "./hosted-tools.ts";
import { isImageBlock, readCallOf, readImage, readText, TEXT } from "./part-heads.ts";
import {
  callIdIn,
  readFixedOutput,
  readOutput,
  readProgramOutput,
  TEXT_ITEMS,
} from "./response-outputs.ts";
import { ASSISTANT, CONTENT, DEVELOPER, NAME, ROLE, SYSTEM, TYPE, USER } from "./shared-keys.ts";

/**
 * One item of the OpenAI Responses API (API reference, "Create a model response"), which Codex also keeps in
 * its rollouts, or of the OpenAI Agents SDK for JavaScript, which renames some kinds and `call_id`.
 * `encrypted_content` and ids are left alone. Returns false if it is no item.
 *
 * Tools of the provider (`mcp_call`, `file_search_call`, `code_interpreter_call`, …) have call and
 * observation in one item.
 */
export function readResponseItem(
  tree: Tree,
  item: Node,
  into: MessageSink,
  about?: MessageAbout,
): boolean {
  const type = getText(tree, item, TYPE);
  if (type === undefined || type === "message") return readMessage(tree, item, { into, about });
  const call = CALLS.get(type);
  const role = call === undefined ? ROLES.get(type) : "assistant";
  if (role === undefined) return SILENT.test(type) && leave(item, into);
  into.message(role, item, about);
  if (call !== undefined) {
    readCall(tree, item, { into, ...call });
    return true;
  }
  switch (type) {
    case "reasoning":
      readResponseReasoning(tree, item, into);
      break;
    case "function_call_output":
    case "function_call_result":
    case "custom_tool_call_output":
    case "local_shell_call_output":
    case "apply_patch_call_output":
      readOutput(tree, item, into);
      break;
    case "program_output":
      readProgramOutput(tree, item, into);
      break;
    case "shell_call_output":
      readShellOutput(tree, item, into);
      break;
    case "mcp_call":
      readMcpCall(tree, item, into);
      break;
    case "file_search_call":
      readSearch(tree, item, into);
      break;
    case "code_interpreter_call":
      readInterpreter(tree, item, into);
      break;
    case "computer_call_output":
    case "computer_call_result":
    case "tool_search_output":
      readFixedOutput(tree, item, into);
      break;
    case "agent_message":
      readAgentMessage(tree, item, into);
      break;
    case "compaction":
    case "context_compaction":
      into.ignore(tree.get(item, "encrypted_content"));
      break;
    default:
      readHostedCall(tree, item, { into, name: type.replace(/_call$/, "") });
  }
  return true;
}

/** Items that are no message, call or result: lists of tools, what a user allows, and names of other items. */
const SILENT = /^(?:mcp_(?:list_tools|approval_re(?:quest|sponse))|item_reference)$/;

function leave(item: Node, into: MessageSink): true {
  into.ignore(item);
  return true;
}

/** For items that are only calls: the key of the arguments, and the name if the item has none. */
const CALLS: ReadonlyMap<string, { readonly args: string; readonly name?: string }> = new Map(
  Object.entries({
    function_call: { args: "arguments" },
    custom_tool_call: { args: "input" },
    tool_search_call: { args: "arguments", name: "tool_search" },
    local_shell_call: { args: "action", name: "shell" },
    shell_call: { args: "action", name: "shell" },
    computer_call: { args: "action", name: "computer" },
    apply_patch_call: { args: "operation", name: "apply_patch" },
    program: { args: "code", name: "program" },
  }),
);

/** The roles of the other items. */
const ROLES: ReadonlyMap<string, Role> = new Map<string, Role>(
  Object.entries({
    reasoning: "assistant",
    agent_message: "assistant",
    compaction: "assistant",
    context_compaction: "assistant",
    web_search_call: "assistant",
    file_search_call: "assistant",
    code_interpreter_call: "assistant",
    image_generation_call: "assistant",
    mcp_call: "assistant",
    hosted_tool_call: "assistant",
    function_call_output: "tool",
    function_call_result: "tool",
    custom_tool_call_output: "tool",
    local_shell_call_output: "tool",
    shell_call_output: "tool",
    computer_call_output: "tool",
    computer_call_result: "tool",
    apply_patch_call_output: "tool",
    tool_search_output: "tool",
    program_output: "tool",
  }),
);

/** The shape of a block that replaces an image. */
const INPUT_TEXT = { as: "block", type: "input_text", key: "text" } as const;

function readAgentMessage(tree: Tree, item: Node, into: MessageSink): void {
  for (const block of tree.items(tree.get(item, CONTENT))) {
    if (isSealed(tree, block)) into.ignore(block);
    readText(tree, block, "text", into);
  }
}

/** The role of a message item, by its `role`. */
export function roleOfItem(tree: Tree, item: Node): Role | undefined {
  const role = tree.get(item, ROLE);
  if (tree.is(role, USER)) return "user";
  if (tree.is(role, ASSISTANT)) return "assistant";
  return tree.is(role, DEVELOPER) || tree.is(role, SYSTEM) ? "system" : undefined;
}

/** Whether a block contains what only its provider can read. */
function isSealed(tree: Tree, block: Node): boolean {
  return tree.is(tree.get(block, TYPE), "encrypted_content");
}

function readMessage(
  tree: Tree,
  item: Node,
  { into, about }: { readonly into: MessageSink; readonly about: MessageAbout | undefined },
): boolean {
  const role = roleOfItem(tree, item);
  if (role === undefined) return false;
  into.message(role, item, about);
  const content = tree.get(item, CONTENT);
  if (tree.isString(content)) into.part(TEXT, content);
  if (!tree.isArray(content)) return true;
  for (const block of tree.items(content)) {
    if (isSealed(tree, block)) into.ignore(block);
    if (isImageBlock(tree, block))
      readImage(tree, block, { into, insideObservation: false, note: INPUT_TEXT });
    for (const key of ["text", "refusal"]) {
      const text = getString(tree, block, key);
      if (text !== NONE) into.part(TEXT, text);
    }
  }
  return true;
}

/** Reasoning: its summary and its content, both arrays of texts, which a provider may have bound. */
export function readResponseReasoning(tree: Tree, item: Node, into: MessageSink): void {
  // With an id but without encrypted content, the provider looks it up by the id.
  const signed =
    tree.isString(tree.get(item, "encrypted_content")) || tree.isString(tree.get(item, "id"));
  let isBare = true;
  for (const key of ["summary", "content"]) {
    const blocks = tree.get(item, key);
    if (!tree.isArray(blocks) || !tree.hasItems(blocks)) continue;
    into.part({ kind: "reasoning", signed }, blocks, TEXT_ITEMS);
    isBare = false;
  }
  if (isBare && signed) into.part({ kind: "reasoning", signed });
}

function readCall(
  tree: Tree,
  item: Node,
  { into, args, name = "" }: { into: MessageSink; args: string; name?: string },
): void {
  const id = into.id(callIdIn(tree, item));
  readCallOf(tree, tree.get(item, args), { into, id, name: getText(tree, item, NAME) ?? name });
}
