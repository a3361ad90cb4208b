import { Key } from "../../json/tree/key.ts";
import { getText, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import { arrangeChains, BY_ROOT } from "../arrange/arrange-chains.ts";
import type { Format, MessageSink } from "../format.ts";
import { readModel } from "../shared/read-model.ts";
import { type CountKeys, readUsage } from "../shared/read-usage.ts";
import { TYPE } from "../shared/shared-keys.ts";
import { geminiParts, isAllOfTools } from "./gemini-part-kinds.ts";
import { readGeminiParts } from "./gemini-parts.ts";

const UUID = new Key("uuid");
const PARENT_UUID = new Key("parentUuid");
const MESSAGE = new Key("message");
const PARTS = new Key("parts");
const SUBTYPE = new Key("subtype");
const PAYLOAD = new Key("systemPayload");

const COUNTS = {
  input: ["promptTokenCount"],
  read: "cachedContentTokenCount",
  inputHasRead: true,
  // Providers that Qwen Code is made for count thoughts among these.
  output: ["candidatesTokenCount"],
} as const satisfies CountKeys;

const CHATS = {
  files: "projects/*/chats/*.jsonl",
  parts: ["projects/*/subagents/*/agent-*.jsonl"],
} as const;

/**
 * Chats of Qwen Code (`~/.qwen/projects/<folder>/chats/<session>.jsonl`): a record a line, with a content of
 * the Gemini API as its `message`; `uuid` and `parentUuid` give the order. Checked in the sources of 2026-11:
 * `chatRecordingService.ts` for writing, `conversation-chain.ts` and `session-api-history.ts` for loading.
 *
 * The last record is the leaf, of whatever type: a `rewind` note leaves out what it does not hang on.
 * The contents in a `chat_compression` take the place of all before it, and those in an
 * `agent_bootstrap` come before what a subagent said. `resultDisplay`, kept for the screen, is a side copy, and
 * so is the `error` in the telemetry of a call that failed.
 */
export const qwenCode: Format<"qwen-code"> = {
  name: "qwen-code",
  writtenBy: "Qwen Code chats",
  knownFrom: "recordings",
  layouts: ["lines"],
  evidence: "envelope",
  keys: [
    { all: ["uuid", "sessionId", "type"], any: ["message", "systemPayload", "toolCallResult"] },
  ],
  dropping: "never",
  isResumed: true,
  saved: {
    places: [
      { agent: "qwen", base: "~/.qwen", variable: "QWEN_HOME", ...CHATS },
      { agent: "qwen", variable: "QWEN_RUNTIME_DIR", ...CHATS },
    ],
    partOf: ["sessionId"],
    id: ["sessionId"],
    folder: ["cwd"],
    model: ["model"],
    usage: {
      at: "usageMetadata",
      reply: "uuid",
      ...COUNTS,
    },
  },
  kindOf: (tree, line) => (isRecord(tree, line) ? "message" : undefined),
  detect: (head) => head.some((tree) => isOwnRecord(tree, tree.root)),
  read: readRecord,
  arrange: arrangeChains,
  startsAnew: ["boundary"],
};

/** Whether a line is a record: what Qwen Code's loader asks for. */
function isRecord(tree: Tree, line: Node): boolean {
  return (
    tree.isString(tree.get(line, TYPE)) &&
    tree.isString(tree.get(line, UUID)) &&
    tree.isString(tree.get(line, "sessionId"))
  );
}

/** Whether a line is a record that no other format has. */
function isOwnRecord(tree: Tree, line: Node): boolean {
  if (!isRecord(tree, line)) return false;
  const type = tree.get(line, TYPE);
  if (tree.is(type, "system"))
    return tree.isString(tree.get(line, SUBTYPE)) && tree.isObject(tree.get(line, PAYLOAD));
  const isMessage = ["user", "assistant", "tool_result"].some((word) => tree.is(type, word));
  return isMessage && tree.isArray(tree.get(tree.get(line, MESSAGE), PARTS));
}

function readRecord(tree: Tree, line: Node, into: MessageSink): void {
  const type = tree.get(line, TYPE);
  if (tree.is(type, "system")) {
    readNote(tree, line, into);
    return;
  }
  const links = linksOf(tree, line);
  const message = tree.get(line, MESSAGE);
  const isAnswer = tree.is(type, "tool_result");
  const isReply = tree.is(type, "assistant");
  const isKnown = isAnswer || isReply || tree.is(type, "user");
  if (!isKnown || !tree.isObject(message) || isForScreen(tree, line)) {
    if (isForScreen(tree, line)) into.ignore(line);
    into.mark({ mark: "link", ...links });
    return;
  }
  if (isReply) readModel(tree, line, { into });
  const parts = tree.get(message, PARTS);
  // The loader puts records with the same id together.
  if (isReply) into.message("assistant", line, { ...links, reply: links.id });
  else into.message(roleOf(tree, parts), line, links);
  if (isReply && into.wantsUsage)
    readUsage(tree, tree.get(line, "usageMetadata"), { into, keys: COUNTS });
  const result = tree.get(line, "toolCallResult");
  readGeminiParts(tree, parts, into, tree.is(tree.get(result, "status"), "error"));
  // Of an empty answer nothing else may look like the text.
  if (isAnswer) for (const key of ENVELOPE) into.ignore(tree.get(line, key));
  const copy = tree.get(result, "resultDisplay");
  if (isAnswer && copy !== NONE && isAllOfTools(tree, geminiParts(tree, parts))) into.side(copy);
}

/** Keys of texts around a message. */
const ENVELOPE = ["cwd", "gitBranch", "provenance", "agentColor"];

/** A note between messages: some hold contents that the model is sent. */
function readNote(tree: Tree, line: Node, into: MessageSink): void {
  const subtype = getText(tree, line, SUBTYPE);
  const { id, parent, thread } = linksOf(tree, line);
  const isCompression = subtype === "chat_compression";
  const payload = tree.get(line, PAYLOAD);
  const contents = tree.get(payload, isCompression ? "compressedHistory" : "history");
  let above = parent;
  if ((isCompression || subtype === "agent_bootstrap") && tree.isArray(contents)) {
    if (isCompression) {
      above = `${id} begins`;
      into.mark({ mark: "boundary", id: above, thread });
    }
    into.array(contents);
    for (const [k, content] of tree.items(contents).entries()) {
      const parts = tree.get(content, PARTS);
      const isReply = tree.is(tree.get(content, "role"), "model");
      const about = { id: `${id} ${k}`, parent: above, thread };
      into.message(isReply ? "assistant" : roleOf(tree, parts), content, about);
      readGeminiParts(tree, parts, into);
      above = about.id;
    }
  } else if (subtype !== undefined && NOTES.has(subtype)) {
    into.ignore(line);
    readTelemetry(tree, tree.get(payload, "uiEvent"), { into, thread });
  }
  into.mark({ mark: "link", id, parent: above, thread });
  if (!APART.some((start) => subtype?.startsWith(start)))
    into.mark({ mark: "leaf", parent: id, thread });
}

/** Telemetry of a call: for one that failed, it has the whole result again. */
function readTelemetry(
  tree: Tree,
  event: Node,
  { into, thread }: { readonly into: MessageSink; readonly thread: string | undefined },
): void {
  const callId = getText(tree, event, "call_id");
  const error = tree.get(event, "error");
  if (callId !== undefined && tree.isString(error)) into.side(error, { callId, thread });
}

/** Subtypes of notes that hold nothing which the model is sent from them. */
const NOTES: ReadonlySet<string> = new Set([
  "agent_retry",
  "agent_session_ready",
  "at_command",
  "attribution_snapshot",
  "branch_checkpoint",
  "custom_title",
  "file_history_snapshot",
  "goal_state",
  "goal_turn_end",
  "parent_session",
  "rewind",
  "session_approval_mode",
  "session_artifact_event",
  "session_artifact_snapshot",
  "session_execution_engine",
  "session_model",
  "session_notes",
  "session_source",
  "session_sources_snapshot",
  "slash_command",
  "turn_attempt",
  "turn_result",
  "ui_telemetry",
  "user_text_elements",
]);

/** Notes that are never the leaf of a chat, by how their subtypes begin. */
const APART = ["session_artifact_", "session_sources_", "managed_session_"];

/** Whether a message is one that the model is not sent: speech, and calls that a tool made by itself. */
function isForScreen(tree: Tree, line: Node): boolean {
  const subtype = tree.get(line, SUBTYPE);
  return tree.is(subtype, "realtime_message") || tree.is(subtype, "code_mode_tool_result");
}

function roleOf(tree: Tree, parts: Node): "tool" | "user" {
  return isAllOfTools(tree, geminiParts(tree, parts)) ? "tool" : "user";
}

/** The names of a record and of the one before it, and the subagent that both belong to. */
function linksOf(tree: Tree, line: Node) {
  const isAside = tree.isTrue(tree.get(line, "isSidechain"));
  return {
    id: getText(tree, line, UUID),
    parent: getText(tree, line, PARENT_UUID),
    thread: isAside ? (getText(tree, line, "agentId") ?? BY_ROOT) : undefined,
  };
}
