import { getText, listOf, NONE, type Node, type Tree } from "../json/tree/tree.ts";
import type { Format, MessageSink } from "./format.ts";
import { findRole, hasMessages, PLAIN_ROLES, readEach } from "./shared/message-list.ts";
import { readCallOf, readObservationOf, readTexts } from "./shared/part-heads.ts";

/**
 * Histories that fast-agent saves and loads again (`prompt_serialization.py`, version 0.10.9): `messages` of MCP's
 * blocks, with calls and results by their ids, as MCP has them. Reasoning is under `channels`. Checked in its source,
 * and on a recorded history.
 */
export const fastAgent: Format<"fast-agent"> = {
  name: "fast-agent",
  writtenBy: "fast-agent histories",
  knownFrom: "recordings",
  layouts: ["document", "rows"],
  evidence: "keys",
  keys: [{ all: ["messages"], messages: ["is_template"] }],
  dropping: "remove",
  kindOf: (tree, record) => (hasMessages(tree, record) ? "conversation" : undefined),
  read: (tree, record, into) => readEach(tree, record, { into, readMessage }),
  message: (summary, encode) =>
    `{"role":"user","content":[{"type":"text","text":${encode(summary)}}],"is_template":false}`,
};

function readMessage(tree: Tree, message: Node, into: MessageSink): void {
  const role = findRole(tree, message, PLAIN_ROLES);
  if (role === undefined) return;
  const content = tree.get(message, "content");
  const results = byId(tree, tree.get(message, "tool_results"));
  const hasMore = tree.isArray(content) && tree.hasItems(content);
  into.message(results.length > 0 && !hasMore ? "tool" : role, message);
  const channels = tree.get(message, "channels");
  const reasoning = tree.get(channels, "reasoning");
  for (const block of listOf(tree, reasoning))
    into.part({ kind: "reasoning", signed: false }, tree.get(block, "text"));
  if (channels !== NONE) into.ignore(channels);
  for (const [callId, result] of results) {
    const isError = tree.isTrue(tree.get(result, "isError"));
    readObservationOf(tree, tree.get(result, "content"), { into, callId, isError });
  }
  readTexts(tree, content, into);
  for (const [id, call] of byId(tree, tree.get(message, "tool_calls"))) {
    const params = tree.get(call, "params");
    const name = getText(tree, params, "name") ?? "";
    readCallOf(tree, tree.get(params, "arguments"), { into, id, name });
  }
}

/** The values of an object, each with its key. */
function byId(tree: Tree, object: Node): readonly (readonly [id: string, value: Node])[] {
  if (!tree.isObject(object)) return [];
  const values = tree.items(object);
  return tree.keys(object).map((key, at) => [key, values[at] ?? NONE]);
}
