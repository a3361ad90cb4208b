import { getText, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { Arrangement, Found } from "../../transcript/model/arrangement.ts";
import type { Role } from "../../transcript/model/message.ts";
import type { Sequence } from "../../transcript/model/sequence.ts";
import type { Format, MessageSink, RecordKind } from "../format.ts";
import {
  type BlockTarget,
  readCallOf,
  readImage,
  readReasoning,
  readSealedReasoning,
  readText,
  TEXT_BLOCK,
} from "../shared/part-heads.ts";
import { readModel } from "../shared/read-model.ts";
import { readResponse } from "./goose-results.ts";

/**
 * Sessions of goose: until 1.9 a line of metadata and a line for each message, since then the output of
 * `goose session export --format json`, with the messages under `conversation`.
 *
 * Checked against goose's own types and readers (2025 to 2026), and in sessions of 1.34 and 1.52, which write calls of
 * one reply one after another, each with its result. Messages that are not `agentVisible` no longer reach the model.
 * Tools often answer twice, for the model and for the user: content whose `audience` excludes the assistant is a side
 * copy.
 */
export const goose: Format<"goose"> = {
  name: "goose",
  writtenBy: "goose sessions and exports",
  knownFrom: "recordings",
  layouts: ["lines", "rows", "document"],
  evidence: "envelope",
  keys: [
    { all: ["description", "message_count"], none: ["id", "role", "conversation"] },
    { all: ["working_dir", "conversation"] },
    { all: ["role", "content"] },
  ],
  dropping: "remove",
  isResumed: true,
  saved: {
    places: [
      {
        agent: "goose",
        base: "~/.local/share",
        variable: "XDG_DATA_HOME",
        files: "goose/sessions/*.jsonl",
      },
      { agent: "goose", variable: "GOOSE_PATH_ROOT", files: "data/sessions/*.jsonl" },
    ],
    folder: ["working_dir"],
  },
  kindOf,
  detect: (head) =>
    head.some(
      (tree) =>
        isHeader(tree, tree.root) || hasToolContent(tree, tree.root) || isExport(tree, tree.root),
    ),
  read(tree, record, into) {
    const conversation = tree.get(record, "conversation");
    if (!tree.isArray(conversation)) {
      if (isHeader(tree, record)) into.ignore(record);
      readMessage(tree, record, into);
      return;
    }
    readModel(tree, tree.get(record, "model_config"), { into, keys: ["model_name"] });
    into.array(conversation);
    for (const message of tree.items(conversation)) readMessage(tree, message, into);
  },
  readItem: readMessage,
  message: (summary, encode) =>
    `{"role":"user","created":0,"content":[{"type":"text","text":${encode(summary)}}],` +
    `"metadata":{"userVisible":true,"agentVisible":true}}`,
  arrange,
};

function kindOf(tree: Tree, record: Node): RecordKind | undefined {
  if (tree.isArray(tree.get(record, "conversation"))) return "conversation";
  const isMessage = tree.isArray(tree.get(record, "content")) && isRole(tree, record);
  return isMessage || isHeader(tree, record) ? "message" : undefined;
}

function isRole(tree: Tree, message: Node): boolean {
  const role = tree.get(message, "role");
  return tree.is(role, "user") || tree.is(role, "assistant");
}

/** Whether a line is the metadata at the start of a session. */
function isHeader(tree: Tree, line: Node): boolean {
  return (
    tree.isString(tree.get(line, "description")) &&
    tree.isNumber(tree.get(line, "message_count")) &&
    ["id", "role", "conversation"].every((key) => tree.get(line, key) === NONE)
  );
}

function isExport(tree: Tree, record: Node): boolean {
  return (
    tree.isString(tree.get(record, "working_dir")) && tree.isArray(tree.get(record, "conversation"))
  );
}

/** Whether a message has content of a type that only goose has. */
function hasToolContent(tree: Tree, message: Node): boolean {
  if (!isRole(tree, message)) return false;
  return tree.items(tree.get(message, "content")).some((item) => {
    const type = tree.get(item, "type");
    return tree.is(type, "toolRequest") || tree.is(type, "toolResponse");
  });
}

function readMessage(tree: Tree, message: Node, into: MessageSink): void {
  const array = tree.get(message, "content");
  const content = tree.items(array);
  const role = roleOf(tree, message, content);
  if (role === undefined) return;
  if (isHidden(tree, message)) into.mark({ mark: HIDDEN });
  into.message(role, message);
  for (const item of content) readContentItem(tree, item, { into, array });
}

function roleOf(tree: Tree, message: Node, content: readonly Node[]): Role | undefined {
  const role = tree.get(message, "role");
  if (tree.is(role, "assistant")) return "assistant";
  if (!tree.is(role, "user")) return undefined;
  const isAnswer = (item: Node) => tree.is(tree.get(item, "type"), "toolResponse");
  return content.length > 0 && content.every(isAnswer) ? "tool" : "user";
}

/** Whether a message is marked as invisible to the model. */
function isHidden(tree: Tree, message: Node): boolean {
  const visible = tree.get(tree.get(message, "metadata"), "agentVisible");
  return visible !== NONE && !tree.isTrue(visible);
}

const HIDDEN = "hidden";

/** Hidden messages, and then the others, both in file order. */
function arrange(found: Sequence<Found>): readonly Arrangement[] {
  const dead: number[] = [];
  const live: number[] = [];
  let before: string | undefined;
  for (const { mark, index } of found) {
    if (mark === undefined) (before === HIDDEN ? dead : live).push(index);
    before = mark;
  }
  return [{ messages: [...dead, ...live], dead: dead.length }];
}

function readContentItem(tree: Tree, item: Node, { into, array }: BlockTarget): void {
  switch (getText(tree, item, "type")) {
    case "text":
      readText(tree, item, "text", into);
      return;
    case "image":
      readImage(tree, item, { into, insideObservation: false, note: TEXT_BLOCK });
      return;
    case "thinking": {
      const signed = tree.isString(tree.get(item, "signature"));
      readReasoning(tree, item, { into, array, key: "thinking", signed });
      return;
    }
    case "redactedThinking":
      readSealedReasoning(tree, item, { into, array, key: "data" });
      return;
    case "toolRequest":
    case "frontendToolRequest": {
      const call = tree.get(tree.get(item, "toolCall"), "value");
      if (call === NONE) into.ignore(item); // goose could not parse this request.
      const name = getText(tree, call, "name") ?? "";
      readCallOf(tree, tree.get(call, "arguments"), {
        into,
        id: into.id(tree.get(item, "id")),
        name,
      });
      return;
    }
    case "toolResponse":
      readResponse(tree, item, into);
      return;
    case "systemNotification":
      into.ignore(item);
  }
}
