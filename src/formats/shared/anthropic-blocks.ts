import type { ChatTable } from "../../json/tape/chat-table.ts";
import { Key } from "../../json/tree/key.ts";
import { getString, getText, listOf, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { Role } from "../../transcript/model/message.ts";
import type { MessageSink } from "../format.ts";
import { MESSAGES } from "./message-list.ts";
import {
  isImageBlock,
  JSON_VALUE,
  type ObservationAbout,
  readCallOf,
  readContentOf,
  readImage,
  readObservationOf,
  readReasoning,
  readSealedReasoning,
  readText,
  TEXT,
  TEXT_BLOCK,
} from "./part-heads.ts";
import { ASSISTANT, CONTENT, ID, NAME, ROLE, SYSTEM, TEXT_KEY, TYPE, USER } from "./shared-keys.ts";

// Looked up in every message.
const INPUT = new Key("input");
const TOOL_USE_ID = new Key("tool_use_id");
const IS_ERROR = new Key("is_error");
const TOOL_RESULT = new Key("tool_result");
const SEARCH_RESULT = new Key("search_result");

/** The words of Anthropic's messages, as data; the functions below look for the same ones. */
export const ANTHROPIC_CHAT = {
  keys: [
    [MESSAGES, "messages"],
    [ROLE, "role"],
    [CONTENT, "content"],
    [TYPE, "kind"],
    [ID, "call id"],
    [NAME, "name"],
    [INPUT, "arguments"],
    [TOOL_USE_ID, "result id"],
    [IS_ERROR, "error"],
    [TEXT_KEY, "block text"],
    [new Key("thinking"), "reasoning"],
    [new Key("signature"), "signature"],
    [new Key("source"), "image"],
    ...[
      "system",
      "tools",
      "metadata",
      "usage",
      "cache_control",
      "citations",
      "caller",
      "data",
      "model",
      "stop_reason",
      "stop_sequence",
      "timestamp",
      "created_at",
    ].map((word) => [new Key(word), "extra"] as const),
  ],
  roles: [
    [ASSISTANT, "assistant"],
    [SYSTEM, "system"],
    [USER, "user"],
  ],
  blocks: [
    [new Key("text"), "text"],
    [new Key("tool_use"), "call"],
    [TOOL_RESULT, "result"],
    [new Key("thinking"), "reasoning"],
    [new Key("image"), "image"],
  ],
} as const satisfies ChatTable;

/**
 * The content of an Anthropic message (Messages API reference): a string, or blocks. Reads `text`, `thinking`
 * and `redacted_thinking`, `tool_use`, `server_tool_use` and `mcp_tool_use`, `tool_result` and
 * `mcp_tool_result`, the results of server tools (never edited: they hold encrypted content), `image` and
 * `document`, which is text or counts as an image. Any other block is left alone.
 */
export function readAnthropicContent(tree: Tree, content: Node, into: MessageSink): void {
  readContentOf(tree, content, { into, readBlock: readAnthropicBlock });
}

/** The role of a message: one that consists of tool results is a tool's, whatever its `role`. */
export function roleOfAnthropic(
  tree: Tree,
  message: Node,
  role = tree.get(message, ROLE),
): Role | undefined {
  if (tree.is(role, ASSISTANT)) return "assistant";
  if (tree.is(role, SYSTEM)) return "system";
  if (!tree.is(role, USER)) return undefined;
  const content = tree.get(message, CONTENT);
  if (!tree.isArray(content)) return "user";
  const blocks = tree.items(content);
  return blocks.length > 0 && blocks.every((block) => isResult(tree, block)) ? "tool" : "user";
}

/** Whether a value is a message with a content. */
export function isAnthropicMessage(tree: Tree, node: Node): boolean {
  return roleOfAnthropic(tree, node) !== undefined && tree.get(node, CONTENT) !== NONE;
}

/** Whether a block is of a type that only Anthropic's content has. */
export function isAnthropicBlock(tree: Tree, block: Node): boolean {
  const type = getText(tree, block, TYPE);
  return type !== undefined && OWN_TYPES.test(type);
}

const OWN_TYPES = /^((mcp_|server_)?tool_use|(mcp_)?tool_result|(redacted_)?thinking)$/;

function isResult(tree: Tree, block: Node): boolean {
  return tree.is(tree.get(block, TYPE), TOOL_RESULT);
}

/** Reads one block of a content; `array` is the array that it may be removed from, if any. */
export function readAnthropicBlock(
  tree: Tree,
  block: Node,
  { into, array = NONE }: { readonly into: MessageSink; readonly array?: Node },
): void {
  const type = getText(tree, block, TYPE);
  switch (type) {
    case "text": {
      const text = getString(tree, block, TEXT_KEY);
      if (text !== NONE) into.part(TEXT, text);
      return;
    }
    case "thinking": {
      const signed = tree.isString(tree.get(block, "signature"));
      readReasoning(tree, block, { into, array, key: "thinking", signed });
      return;
    }
    case "redacted_thinking":
      readSealedReasoning(tree, block, { into, array, key: "data" });
      return;
    case "tool_use":
    case "server_tool_use":
    case "mcp_tool_use": {
      const name = getText(tree, block, NAME) ?? "";
      readCallOf(tree, tree.get(block, INPUT), {
        into,
        id: into.id(tree.get(block, ID)),
        name,
      });
      return;
    }
    case "tool_result":
    case "mcp_tool_result":
      readAnthropicResult(tree, tree.get(block, CONTENT), {
        into,
        callId: into.id(tree.get(block, TOOL_USE_ID)),
        isError: tree.isTrue(tree.get(block, IS_ERROR)),
      });
      return;
    default:
      if (type?.endsWith("_tool_result")) readServerResult(tree, block, into);
      else if (isImageBlock(tree, block))
        readImage(tree, block, { into, insideObservation: false, note: TEXT_BLOCK });
      else if (type === "document") readText(tree, tree.get(block, "source"), "data", into);
  }
}

/**
 * Reads the content of a tool's result. Hits of a search (`search_result`) have their text in blocks of their own: a
 * content with any of them counts as JSON, and a string replaces it.
 */
export function readAnthropicResult(tree: Tree, content: Node, about: ObservationAbout): void {
  const blocks = listOf(tree, content);
  if (!blocks.some((block) => tree.is(tree.get(block, TYPE), SEARCH_RESULT))) {
    readObservationOf(tree, content, about);
    return;
  }
  const { into, callId, isError = false } = about;
  into.part({ kind: "observation", callId, isError, editable: true }, content, JSON_VALUE);
}

/** The result of a provider's tool: counted, never edited. */
function readServerResult(tree: Tree, block: Node, into: MessageSink): void {
  const callId = into.id(tree.get(block, TOOL_USE_ID));
  const head = { kind: "observation", callId, isError: false, editable: false } as const;
  into.part(head, tree.get(block, CONTENT), JSON_VALUE);
}
