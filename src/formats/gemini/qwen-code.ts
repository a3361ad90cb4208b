import { Key } from "../../json/tree/key.ts";
import { getText, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { Id } from "../../transcript/model/id.ts";
import { arrangeChains, BY_ROOT } from "../arrange/arrange-chains.ts";
import { chainsBefore } from "../arrange/chains-before.ts";
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
  // The providers that Qwen Code is made for include thoughts in this count.
  output: ["candidatesTokenCount"],
} as const satisfies CountKeys;

const CHATS = {
  files: "projects/*/chats/*.jsonl",
  parts: ["projects/*/subagents/*/agent-*.jsonl"],
} as const;

/**
 * Chats of Qwen Code (`~/.qwen/projects/<folder>/chats/<session>.jsonl`): a record on each line, with a
 * content of the Gemini API as its `message`; `uuid` and `parentUuid` give the order. Checked in the sources
 * of 2026-11: `chatRecordingService.ts` for writing, `conversation-chain.ts` and `session-api-history.ts` for
 * loading.
 *
 * The last record is the leaf, whatever its type: a `rewind` note leaves out the records that are not its
 * ancestors. The contents in a `chat_compression` replace everything before it, and those in an
 * `agent_bootstrap` come before a subagent's messages. `resultDisplay`, kept for display, is a side copy, and
 * so is the `error` in the telemetry of a failed call.
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
  arrangeBefore: chainsBefore,
  startsAnew: ["boundary"],
};

/** Whether a line is a record, by the test of Qwen Code's loader. */
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
  const links = linksOf(tree, line, (node) => into.id(node));
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
  // The loader joins records with the same id.
  if (isReply) into.message("assistant", line, { ...links, reply: links.id });
  else into.message(roleOf(tree, parts), line, links);
  if (isReply && into.wantsUsage)
    readUsage(tree, tree.get(line, "usageMetadata"), { into, keys: COUNTS });
  const result = tree.get(line, "toolCallResult");
  readGeminiParts(tree, parts, into, tree.is(tree.get(result, "status"), "error"));
  // If an answer is empty, nothing else may look like its text.
  if (isAnswer) for (const key of ENVELOPE) into.ignore(tree.get(line, key));
  const copy = tree.get(result, "resultDisplay");
  if (isAnswer && copy !== NONE && isAllOfTools(tree, geminiParts(tree, parts))) into.side(copy);
}

/** Keys of texts around a message. */
const ENVELOPE = ["cwd", "gitBranch", "provenance", "agentColor"];

/** A note between messages: some have contents that are sent to the model. */
function readNote(tree: Tree, line: Node, into: MessageSink): void {
  const subtype = getText(tree, line, SUBTYPE);
  const isCompression = subtype === "chat_compression";
  const payload = tree.get(line, PAYLOAD);
  const contents = tree.get(payload, isCompression ? "compressedHistory" : "history");
  const hasContents = (isCompression || subtype === "agent_bootstrap") && tree.isArray(contents);
  // Ids of what is in a note are made of the note's own.
  const idOf = (node: Node) => (hasContents ? textOrNone(tree, node) : into.id(node));
  const { id, parent, thread } = linksOf(tree, line, idOf);
  let above = parent;
  if (hasContents) {
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

/** Telemetry of a call: for a failed one, it repeats the whole result. */
function readTelemetry(
  tree: Tree,
  event: Node,
  { into, thread }: { readonly into: MessageSink; readonly thread: string | undefined },
): void {
  const callId = into.id(tree.get(event, "call_id"));
  const error = tree.get(event, "error");
  if (callId !== undefined && tree.isString(error)) into.side(error, { callId, thread });
}

/** Subtypes of notes from which nothing is sent to the model. */
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

/** Notes that are never the leaf of a chat, by the start of their subtype. */
const APART = ["session_artifact_", "session_sources_", "managed_session_"];

/** Whether a message is not sent to the model: speech, and calls that a tool made by itself. */
function isForScreen(tree: Tree, line: Node): boolean {
  const subtype = tree.get(line, SUBTYPE);
  return tree.is(subtype, "realtime_message") || tree.is(subtype, "code_mode_tool_result");
}

function roleOf(tree: Tree, parts: Node): "tool" | "user" {
  return isAllOfTools(tree, geminiParts(tree, parts)) ? "tool" : "user";
}

function textOrNone(tree: Tree, node: Node): string | undefined {
  return tree.isString(node) ? tree.text(node) : undefined;
}

/** The ids of a record and of its parent, and their subagent. */
function linksOf(tree: Tree, line: Node, idOf: (node: Node) => Id | undefined) {
  const isAside = tree.isTrue(tree.get(line, "isSidechain"));
  return {
    id: idOf(tree.get(line, UUID)),
    parent: idOf(tree.get(line, PARENT_UUID)),
    thread: isAside ? (getText(tree, line, "agentId") ?? BY_ROOT) : undefined,
  };
}
