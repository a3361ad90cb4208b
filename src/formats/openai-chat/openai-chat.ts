import { getText, listOf, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { Role } from "../../transcript/model/message.ts";
import type { Format, MessageSink } from "../format.ts";
import {
  CHAT_ROLES,
  callIn,
  FINE_TUNING_CHAT,
  OPENAI_BLOCKS,
  readOpenAiParts,
} from "../shared/chat-completions.ts";
import { findRole, kindOfChat, listMessages, readEach } from "../shared/message-list.ts";
import { readModel } from "../shared/read-model.ts";
import { checkOpenaiChat } from "./openai-chat-check.ts";

/** Keys of records with chat-like messages that are of another format. */
const FOREIGN_RECORD_KEYS = [
  "trajectory_format", // mini-swe-agent
  "trajectory", // SWE-agent
  "epoch", // Inspect AI
  "payload", // Codex
];

/**
 * OpenAI chat completions messages (the API reference's "Create chat completion", and vendors' additions):
 * `tool_calls` answered by `tool_call_id`, the legacy `function_call` answered by role `function`, string,
 * null and part-array contents, `developer`, reasoning fields.
 */
export const openaiChat: Format<"openai-chat"> = {
  name: "openai-chat",
  writtenBy: "OpenAI-compatible clients, fine-tuning sets, many agents",
  knownFrom: "recordings",
  layouts: ["lines", "rows", "document"],
  evidence: "chat",
  keys: [{ messages: ["role"], none: FOREIGN_RECORD_KEYS }],
  dropping: "remove",
  kindOf: (tree, record) => kindOfChat(tree, record, isMessage),
  detect,
  read(tree, record, into) {
    if (into.wantsModels) readModel(tree, record, { into });
    readEach(tree, record, { into, readMessage });
  },
  readItem: readMessage,
  message: (summary, encode) => `{"role":"user","content":${encode(summary)}}`,
  check: checkOpenaiChat,
  chat: FINE_TUNING_CHAT,
};

function readMessage(tree: Tree, message: Node, into: MessageSink): void {
  const role = roleOf(tree, message);
  if (role === undefined) return;
  if (into.wantsModels) readModel(tree, message, { into });
  into.message(role, message);
  readOpenAiParts(tree, message, { role, into });
}

function roleOf(tree: Tree, message: Node): Role | undefined {
  return findRole(tree, message, CHAT_ROLES);
}

function isMessage(tree: Tree, node: Node): boolean {
  return roleOf(tree, node) !== undefined;
}

/** Reads messages until one shows a call or an observation of this format, or of another. */
function detect(head: readonly Tree[]): boolean {
  let messages = 0;
  for (const tree of head) {
    if (FOREIGN_RECORD_KEYS.some((key) => tree.get(tree.root, key) !== NONE)) return false;
    for (const message of listMessages(tree, tree.root)) {
      if (!isMessage(tree, message)) continue;
      if (tree.get(message, "content") !== NONE) messages++;
      const sign = signOf(tree, message);
      if (sign !== "none") return sign === "ours";
    }
  }
  return messages > 0;
}

/** The evidence in a message for or against the format. */
function signOf(tree: Tree, message: Node): "ours" | "foreign" | "none" {
  const [call] = tree.items(tree.get(message, "tool_calls"));
  if (call !== undefined) return isCall(tree, call) ? "ours" : "foreign";
  if (tree.isObject(tree.get(message, "function_call"))) return "ours";
  const content = tree.get(message, "content");
  for (const block of listOf(tree, content)) {
    const type = getText(tree, block, "type");
    if (type !== undefined && !OPENAI_BLOCKS.has(type)) return "foreign";
  }
  // Vercel's and Gemini's messages; Responses items, stream-json events.
  if (tree.get(message, "parts") !== NONE || tree.get(message, "type") !== NONE) return "foreign";
  switch (getText(tree, message, "role")) {
    case "tool":
      if (tree.get(message, "tool_call_id") !== NONE) return "ours";
      return tree.get(message, "id") !== NONE ? "foreign" : "none";
    case "function":
      return tree.get(message, "name") !== NONE ? "ours" : "none";
    default:
      return "none";
  }
}

/** Inspect AI's `function` is the name; tau2-bench has `name` and `arguments` next to the id. */
function isCall(tree: Tree, call: Node): boolean {
  if (tree.isString(call)) return JSON_CALL.test(tree.excerpt(call, 9));
  return tree.isObject(callIn(tree, call));
}

/** The start of a call that is JSON in a string, as rows of verifiers have them. */
const JSON_CALL = /^\s*\{/;
