import { getString, getText, listOf, NONE, type Node, type Tree } from "../json/tree/tree.ts";
import type { Format, MessageSink } from "./format.ts";
import { readCall, readContent, readObservation } from "./shared/chat-content.ts";
import { findRole, PLAIN_ROLES } from "./shared/message-list.ts";
import { readModel } from "./shared/read-model.ts";

/**
 * Session traces as Hugging Face's viewer reads them (STS-Format:
 * huggingface.co/docs/hub/session-traces-format): a header with the `harness` that wrote them, then a message
 * on each line. Messages are those of chat completions, with `toolCalls`, `toolCallId` and
 * `reasoningContent`. Checked in that page, and in a program that writes them.
 */
export const sessionTrace: Format<"session-trace"> = {
  name: "session-trace",
  writtenBy: "harnesses that write Hugging Face session traces",
  layouts: ["lines"],
  knownFrom: "documentation",
  evidence: "envelope",
  keys: [{ all: ["type", "harness", "id"] }, { all: ["type", "message"], none: ["id", "uuid"] }],
  dropping: "remove",
  kindOf(tree, line) {
    if (isHeader(tree, line)) return "message";
    return isMessage(tree, line) ? "message" : undefined;
  },
  detect: (head) => head.some((tree) => isHeader(tree, tree.root) || isOwn(tree, tree.root)),
  read(tree, line, into) {
    if (isHeader(tree, line)) {
      readModel(tree, line, { into });
      into.ignore(line);
    } else if (isMessage(tree, line)) readMessage(tree, line, into);
  },
  message: (summary, encode) =>
    `{"type":"message","message":{"role":"user","content":${encode(summary)}}}`,
};

function isHeader(tree: Tree, line: Node): boolean {
  return (
    tree.is(tree.get(line, "type"), "session") &&
    tree.isString(tree.get(line, "harness")) &&
    tree.isString(tree.get(line, "id"))
  );
}

function isMessage(tree: Tree, line: Node): boolean {
  const message = tree.get(line, "message");
  return (
    tree.is(tree.get(line, "type"), "message") &&
    findRole(tree, message, PLAIN_ROLES) !== undefined &&
    (tree.get(message, "content") !== NONE || tree.isArray(tree.get(message, "toolCalls")))
  );
}

/** Whether a line is a message that no other format has. */
function isOwn(tree: Tree, line: Node): boolean {
  const message = tree.get(line, "message");
  if (!isMessage(tree, line)) return false;
  if (tree.is(tree.get(message, "role"), "tool"))
    return tree.isString(tree.get(message, "toolCallId"));
  return tree
    .items(tree.get(message, "toolCalls"))
    .some((call) => tree.isObject(tree.get(call, "function")));
}

function readMessage(tree: Tree, line: Node, into: MessageSink): void {
  const message = tree.get(line, "message");
  const role = findRole(tree, message, PLAIN_ROLES);
  if (role === undefined) return;
  readModel(tree, message, { into });
  into.message(role, line);
  const content = tree.get(message, "content");
  if (role === "tool") {
    const callId = into.id(tree.get(message, "toolCallId"));
    readObservation(tree, content, { into, callId, toolName: getText(tree, message, "name") });
    return;
  }
  const reasoning = getString(tree, message, "reasoningContent");
  if (reasoning !== NONE) into.part({ kind: "reasoning", signed: false }, reasoning);
  readContent(tree, content, into);
  for (const call of listOf(tree, tree.get(message, "toolCalls")))
    readCall(tree, tree.get(call, "function"), { into, id: into.id(tree.get(call, "id")) });
}
