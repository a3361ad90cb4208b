import type { ChatTable } from "../json/tape/chat-table.ts";
import { Key } from "../json/tree/key.ts";
import { getText, NONE, type Node, type Tree } from "../json/tree/tree.ts";
import type { Role } from "../transcript/model/message.ts";
import type { Format, MessageSink } from "./format.ts";
import { readContent, readObservation } from "./shared/chat-content.ts";
import {
  findRole,
  kindOfChat,
  listMessages,
  MESSAGES,
  PLAIN_ROLES,
  type RoleNames,
  readMessages,
} from "./shared/message-list.ts";
import { CONTENT, NAME, ROLE, TEXT_KEY } from "./shared/shared-keys.ts";

/** Keys of messages that no other format has. */
const OWN_KEYS = ["pairId", "pairRole", "toolCallId"];

const ROLES = [...PLAIN_ROLES, [new Key("function"), "tool"]] as const satisfies RoleNames;

/** The words of these messages, as data; the functions below look for the same ones. */
const CHAT_MESSAGES = {
  keys: [
    [MESSAGES, "messages"],
    [ROLE, "role"],
    [CONTENT, "content"],
    [NAME, "name"],
    [new Key("pairId"), "pair id"],
    [new Key("pairRole"), "pair role"],
    [new Key("toolCallId"), "result id"],
    [TEXT_KEY, "block text"],
    [new Key("refusal"), "other block text"],
    [new Key("value"), "last block text"],
    [new Key("image_url"), "image"],
    [new Key("tools"), "extra"],
    [new Key("metadata"), "extra"],
    [new Key("type"), "kind"],
    [new Key("tags"), "tags"],
  ],
  roles: ROLES,
  textBlock: TEXT_KEY,
  callWord: new Key("call"),
} as const satisfies ChatTable;

/**
 * Records of `HistoryReducer`: `role`, `content`, `name?`, `toolCallId?`, `pairId?`,
 * `pairRole?: "call" | "result"`, `tags?`. A call and its result share `pairId`.
 */
export const chatMessage: Format<"chat-message"> = {
  name: "chat-message",
  writtenBy: "spec-context-mcp and programs that use elision's HistoryReducer",
  knownFrom: "source",
  layouts: ["lines", "rows", "document"],
  evidence: "blocks",
  keys: OWN_KEYS.map((key) => ({ messages: ["role", "content", key] })),
  dropping: "remove",
  kindOf: (tree, record) => kindOfChat(tree, record, isMessage),
  detect,
  read(tree, record, into) {
    readMessages(tree, record, {
      names: ROLES,
      into,
      about(message) {
        const tags = tree.items(tree.get(message, "tags")).map((tag) => tree.text(tag));
        return tags.length === 0 ? undefined : { tags };
      },
      readMessage: (message, role) => readParts(tree, message, { role, into }),
    });
  },
  message: (summary, encode) => `{"role":"system","content":${encode(summary)}}`,
  chat: CHAT_MESSAGES,
};

function roleOf(tree: Tree, message: Node): Role | undefined {
  return findRole(tree, message, ROLES);
}

function readParts(
  tree: Tree,
  message: Node,
  { role, into }: { readonly role: Role; readonly into: MessageSink },
): void {
  const content = tree.get(message, "content");
  const id = getText(tree, message, "pairId") ?? getText(tree, message, "toolCallId");
  if (role === "tool") {
    const toolName = getText(tree, message, "name");
    readObservation(tree, content, { into, callId: id, toolName });
    return;
  }
  readContent(tree, content, into);
  if (role === "assistant" && getText(tree, message, "pairRole") === "call")
    into.part({ kind: "call", id, name: getText(tree, message, "name") ?? "" });
}

function isMessage(tree: Tree, node: Node): boolean {
  return roleOf(tree, node) !== undefined && tree.get(node, "content") !== NONE;
}

/** Whether a message has a key that no other format has. */
function isMarked(tree: Tree, node: Node): boolean {
  return OWN_KEYS.some((key) => tree.isString(tree.get(node, key))) && isMessage(tree, node);
}

/** Reads messages until one has a key that decides for or against this format. */
function detect(head: readonly Tree[]): boolean {
  for (const tree of head) {
    for (const message of listMessages(tree, tree.root)) {
      if (isMarked(tree, message)) return true;
      if (FOREIGN_KEYS.some((key) => tree.get(message, key) !== NONE)) return false;
    }
  }
  return false;
}

/** Keys by which chat completions pair calls and results. */
const FOREIGN_KEYS = ["tool_calls", "tool_call_id", "function_call"];
