import { getText, NONE, type Node, type Tree } from "../json/tree/tree.ts";
import type { Role } from "../transcript/model/message.ts";
import { arrangeThreads } from "./arrange/arrange-threads.ts";
import type { Format, MessageSink, RecordKind } from "./format.ts";
import { findRole, messageArray, PLAIN_ROLES } from "./shared/message-list.ts";
import {
  readCallOf,
  readImage,
  readObservationOf,
  readReasoning,
  readText,
  TEXT_BLOCK,
} from "./shared/part-heads.ts";
import { toolNameOf } from "./shared/tool-name.ts";

/**
 * Messages of Microsoft's Agent Framework for Python: a line for each in the files of its `FileHistoryProvider`, under
 * `state` in the sessions of its `FileSessionStore`, under `messages` in a response, and in arrays of `to_dict()`.
 * Checked in its sources and in files that 1.23 wrote (`_sessions.py`, `_types.py`), and in what its client for OpenAI
 * sends: of a result the `items`, not the `result`, which is their text again.
 */
export const agentFramework: Format<"agent-framework"> = {
  name: "agent-framework",
  writtenBy: "histories, sessions and responses of Microsoft's Agent Framework",
  knownFrom: "recordings",
  layouts: ["lines", "rows", "document"],
  evidence: "keys",
  keys: [{ messages: ["role", "contents"] }, { all: ["session_id", "state"] }],
  dropping: "remove",
  kindOf,
  detect: (head) => head.some(hasContents),
  read(tree, record, into) {
    const array = messagesOf(tree, record);
    into.array(array);
    for (const message of array === NONE ? [record] : tree.items(array))
      readMessage(tree, message, into);
  },
  readItem: readMessage,
  arrange: arrangeThreads,
  message: (summary, encode) =>
    `{"type":"message","role":"user","contents":[{"type":"text","text":${encode(summary)}}]}`,
};

function kindOf(tree: Tree, record: Node): RecordKind | undefined {
  const array = messagesOf(tree, record);
  if (array === NONE) return roleOf(tree, record) === undefined ? undefined : "message";
  const hasMessage = tree.items(array).some((item) => roleOf(tree, item) !== undefined);
  return hasMessage ? "conversation" : undefined;
}

/** The messages of a record; those of a session are in the state of the provider of its history. */
function messagesOf(tree: Tree, record: Node): Node {
  const array = messageArray(tree, record);
  if (array !== NONE) return array;
  const state = tree.get(record, "state");
  const histories = [state, ...tree.items(state)].map((each) => tree.get(each, "messages"));
  return histories.find((each) => tree.isArray(each)) ?? NONE;
}

function roleOf(tree: Tree, message: Node): Role | undefined {
  return tree.isArray(tree.get(message, "contents"))
    ? findRole(tree, message, PLAIN_ROLES)
    : undefined;
}

/** Whether a record has a message with contents that name their type. */
function hasContents(tree: Tree): boolean {
  const array = messagesOf(tree, tree.root);
  const messages = array === NONE ? [tree.root] : tree.items(array);
  return messages.some(
    (message) =>
      roleOf(tree, message) !== undefined &&
      tree
        .items(tree.get(message, "contents"))
        .some((content) => tree.isString(tree.get(content, "type"))),
  );
}

function readMessage(tree: Tree, message: Node, into: MessageSink): void {
  const role = roleOf(tree, message);
  if (role === undefined) return;
  into.message(role, message);
  const contents = tree.get(message, "contents");
  for (const content of tree.items(contents)) readContent(tree, content, { contents, into });
}

function readContent(
  tree: Tree,
  content: Node,
  { contents, into }: { readonly contents: Node; readonly into: MessageSink },
): void {
  switch (getText(tree, content, "type")) {
    case "text":
      readText(tree, content, "text", into);
      return;
    case "text_reasoning": {
      const signed = tree.isString(tree.get(content, "protected_data"));
      readReasoning(tree, content, { into, array: contents, key: "text", signed });
      return;
    }
    case "function_call": {
      const about = { into, id: into.id(tree.get(content, "call_id")) };
      const name = toolNameOf(tree, content, "name", into);
      readCallOf(tree, tree.get(content, "arguments"), { ...about, name });
      return;
    }
    case "function_result":
      readResult(tree, content, into);
      return;
    default:
      if (isImage(tree, content))
        readImage(tree, content, { into, insideObservation: false, note: TEXT_BLOCK });
  }
}

/** A result: contents, and their text again; earlier versions had the text alone. */
function readResult(tree: Tree, content: Node, into: MessageSink): void {
  const callId = into.id(tree.get(content, "call_id"));
  const isError = tree.isString(tree.get(content, "exception"));
  const [items, result] = [tree.get(content, "items"), tree.get(content, "result")];
  const isCopied = tree.hasItems(items);
  readObservationOf(tree, isCopied ? items : result, { into, callId, isError, isImage });
  if (isCopied && tree.isString(result)) into.side(result);
}

function isImage(tree: Tree, content: Node): boolean {
  const isData = ["data", "uri"].some((type) => tree.is(tree.get(content, "type"), type));
  return isData && (getText(tree, content, "media_type") ?? "").startsWith("image/");
}
