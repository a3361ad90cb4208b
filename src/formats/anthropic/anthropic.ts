import { NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { Format, MessageSink } from "../format.ts";
import {
  ANTHROPIC_CHAT,
  isAnthropicBlock,
  isAnthropicMessage,
  readAnthropicContent,
  roleOfAnthropic,
} from "../shared/anthropic-blocks.ts";
import { kindOfChat, listBlockMessages, messageArray, readEach } from "../shared/message-list.ts";
import { readModel } from "../shared/read-model.ts";
import { checkAnthropicMessages } from "./anthropic-check.ts";

/** Keys of records with such messages that are of another format. */
const ENVELOPE_KEYS = ["sessionId", "session_id", "uuid", "payload", "message", "loglines"];

/**
 * Messages of the Anthropic API (Messages API reference): one on each line, one array, or under `messages`.
 * Contents are strings or blocks; tool results are in user messages, and those of server tools in the
 * assistant's. Thinking and its signatures are never touched.
 *
 * Agents also save one block on each line, so that a reply is several messages of one role, some of them
 * empty (`"content":[]`); each such run is one turn.
 */
export const anthropic: Format<"anthropic"> = {
  name: "anthropic",
  writtenBy: "clients of the Anthropic Messages API",
  knownFrom: "documentation",
  layouts: ["lines", "rows", "document"],
  evidence: "blocks",
  keys: [{ messages: ["role", "content"], none: ENVELOPE_KEYS }],
  dropping: "remove",
  kindOf: (tree, record) => kindOfChat(tree, record, isAnthropicMessage),
  detect,
  read(tree, record, into) {
    readModel(tree, record, { into });
    readEach(tree, record, { into, readMessage });
  },
  readItem: readMessage,
  chat: ANTHROPIC_CHAT,
  message: (summary, encode) => `{"role":"user","content":${encode(summary)}}`,
  check(tree, record) {
    const array = messageArray(tree, record);
    return array === NONE ? [] : checkAnthropicMessages(tree, tree.items(array));
  },
};

function readMessage(tree: Tree, message: Node, into: MessageSink): void {
  const role = roleOfAnthropic(tree, message);
  if (role === undefined) return;
  readModel(tree, message, { into });
  into.message(role, message);
  readAnthropicContent(tree, tree.get(message, "content"), into);
}

/** True at the first block of a type that only this format has, unless it is in an envelope. */
function detect(head: readonly Tree[]): boolean {
  for (const tree of head) {
    if (ENVELOPE_KEYS.some((key) => tree.get(tree.root, key) !== NONE)) return false;
    for (const message of listBlockMessages(tree, tree.root)) {
      const content = tree.get(message, "content");
      if (tree.get(message, "tool_calls") !== NONE) continue;
      if (!isAnthropicMessage(tree, message)) continue;
      if (tree.items(content).some((block) => isAnthropicBlock(tree, block))) return true;
    }
  }
  return false;
}
