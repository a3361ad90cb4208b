import type { SessionTable } from "../../json/tape/session-words.ts";
import { Key } from "../../json/tree/key.ts";
import { getString, getText, listOf, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import { SYNTHETIC_TAG } from "../../transcript/model/message.ts";
import { arrangeChains, BY_ROOT } from "../arrange/arrange-chains.ts";
import { chainsBefore } from "../arrange/chains-before.ts";
import type { Format, MessageSink } from "../format.ts";
import { readAnthropicContent, roleOfAnthropic } from "../shared/anthropic-blocks.ts";
import { readModel } from "../shared/read-model.ts";
import { ANTHROPIC_COUNTS, readUsage } from "../shared/read-usage.ts";
import { CONTENT, ID, MODEL, TYPE } from "../shared/shared-keys.ts";
import { claudeCodeDropping } from "./claude-code-condensing.ts";
import { NOTES, REPLACEMENTS, SENT_MESSAGE } from "./claude-code-notes.ts";

// Looked up in every line.
const UUID = new Key("uuid");
const PARENT_UUID = new Key("parentUuid");
const IS_SIDECHAIN = new Key("isSidechain");
const MESSAGE = new Key("message");
/** The model of messages that Claude Code itself writes as the assistant: that the API failed, or nothing. */
const SYNTHETIC = "<synthetic>";
const SYNTHETIC_TAGS = [SYNTHETIC_TAG];
const TOOL_USE_RESULT = new Key("toolUseResult");
const MCP_META = new Key("mcpMeta");

/**
 * Sessions of Claude Code (`~/.claude/projects/<folder>/<session>.jsonl`), as versions 1.0.98 to 2.1.332
 * write them: a line for each block of an API message, joined by `message.id`; results in separate user
 * lines; `uuid` and `parentUuid` give the order, which file order is not.
 *
 * Sidechains are separate threads. `toolUseResult`, kept for display, is a side copy, and so are a result in a
 * request that is logged for diagnosis, and a preview of a result that was too large to be sent with others. The
 * preview is sent in place of the result where Anthropic has switched this on, also when the session is resumed.
 */
export const claudeCode: Format<"claude-code"> = {
  name: "claude-code",
  writtenBy: "Claude Code sessions",
  knownFrom: "recordings",
  layouts: ["lines"],
  evidence: "envelope",
  keys: [{ all: ["type", "message"], any: ["sessionId", "uuid"], none: ["session_id"] }],
  dropping: claudeCodeDropping,
  isResumed: true,
  saved: {
    places: [
      {
        agent: "claude",
        base: "~/.claude",
        variable: "CLAUDE_CONFIG_DIR",
        files: "projects/*/*.jsonl",
        except: "agent-*",
        parts: ["projects/*/*/subagents/agent-*.jsonl", "projects/*/agent-*.jsonl"],
      },
    ],
    partOf: ["sessionId"],
    folder: ["cwd"],
    model: ["message.model"],
    usage: {
      at: "message.usage",
      reply: "message.id",
      ...ANTHROPIC_COUNTS,
    },
  },
  loneReasoning: "blocks",
  kindOf: (tree, record) => (isSessionLine(tree, record) ? "message" : undefined),
  detect: (head) => head.some((tree) => isMessageLine(tree, tree.root)),
  read: readSessionLine,
  arrange: arrangeChains,
  arrangeBefore: chainsBefore,
  startsAnew: ["boundary"],
  get session() {
    return claudeCodeTable();
  },
};

/** Whether a line is one of a session: a message, or one of many kinds of notes. */
function isSessionLine(tree: Tree, line: Node): boolean {
  return tree.isObject(line) && tree.isString(tree.get(line, TYPE));
}

/** Whether a line is a message of a session, which is evidence for the format. */
function isMessageLine(tree: Tree, line: Node): boolean {
  const type = tree.get(line, TYPE);
  if (!tree.is(type, "user") && !tree.is(type, "assistant")) return false;
  // Qwen Code has the same lines, whose messages have `parts`.
  if (tree.get(tree.get(line, MESSAGE), CONTENT) === NONE) return false;
  return tree.isString(tree.get(line, "sessionId")) || tree.isString(tree.get(line, UUID))
    ? tree.get(line, "session_id") === NONE
    : false;
}

/** Reads one line of a session. */
export function readSessionLine(tree: Tree, line: Node, into: MessageSink): void {
  const type = getText(tree, line, TYPE);
  if (type !== undefined && NOTES.has(type)) into.ignore(line);
  if (type === SENT_MESSAGE) readCopies(tree, line, into);
  else if (type === REPLACEMENTS) readPreviews(tree, line, into);
  else if (type === "last-prompt")
    into.mark({ mark: "leaf", parent: into.id(tree.get(line, "leafUuid")) });
  else readTurn(tree, line, into);
}

/** Reads a message, or anything else that may be between messages. */
function readTurn(tree: Tree, line: Node, into: MessageSink): void {
  const type = getText(tree, line, TYPE);
  const id = into.id(tree.get(line, UUID));
  const parent = into.id(tree.get(line, PARENT_UUID));
  const thread = threadOf(tree, line);
  const message = tree.get(line, MESSAGE);
  const role = roleOfAnthropic(tree, message);
  if ((type !== "user" && type !== "assistant") || role === undefined) {
    const isBoundary = tree.is(tree.get(line, "subtype"), "compact_boundary");
    if (id !== undefined) into.mark({ mark: isBoundary ? "boundary" : "link", id, parent, thread });
    if (isBoundary) markPreserved(tree, line, { into, thread });
    return;
  }
  const isSynthetic = role === "assistant" && getText(tree, message, MODEL) === SYNTHETIC;
  const tags = isSynthetic ? SYNTHETIC_TAGS : undefined;
  if (role === "assistant" && !isSynthetic) readModel(tree, message, { into });
  into.message(role, line, { id, parent, thread, reply: into.id(tree.get(message, ID)), tags });
  if (into.wantsUsage)
    readUsage(tree, tree.get(message, "usage"), { into, keys: ANTHROPIC_COUNTS });
  readAnthropicContent(tree, tree.get(message, CONTENT), into);
  if (role !== "tool") return;
  const copy = tree.get(line, TOOL_USE_RESULT);
  if (copy !== NONE) into.side(copy);
  // The data of an MCP server for programs, which the model does not see.
  const meta = tree.get(line, MCP_META);
  if (meta !== NONE) into.ignore(meta);
}

function readCopies(tree: Tree, line: Node, into: MessageSink): void {
  const content = tree.get(tree.get(line, MESSAGE), CONTENT);
  const thread = getText(tree, line, "agentId");
  for (const block of listOf(tree, content)) {
    const callId = getText(tree, block, "tool_use_id");
    const copy = tree.get(block, CONTENT);
    if (callId !== undefined && copy !== NONE) into.side(copy, { callId, thread });
  }
}

function readPreviews(tree: Tree, line: Node, into: MessageSink): void {
  const thread = getText(tree, line, "agentId");
  for (const each of tree.items(tree.get(line, "replacements"))) {
    const callId = getText(tree, each, "toolUseId");
    const preview = getString(tree, each, "replacement");
    if (callId !== undefined && preview !== NONE) into.side(preview, { callId, thread });
  }
}

/**
 * Marks the messages that a compaction keeps, from the first to the last: they are sent after the summary.
 * Written by versions from 2.1 on.
 */
function markPreserved(
  tree: Tree,
  boundary: Node,
  { into, thread }: { readonly into: MessageSink; readonly thread: string | undefined },
): void {
  const segment = tree.get(tree.get(boundary, "compactMetadata"), "preservedSegment");
  if (!tree.isObject(segment)) return;
  for (const key of ["headUuid", "anchorUuid", "tailUuid"])
    into.mark({ mark: "preserved", parent: into.id(tree.get(segment, key)), thread });
}

/** Lines with copies of results. */
const COPIES: ReadonlySet<string> = new Set([SENT_MESSAGE, REPLACEMENTS]);

/** The words that `readSessionLine` looks for, as data. */
function claudeCodeTable(): SessionTable {
  return {
    keys: SESSION_KEYS,
    lines: [
      ["user", "message"],
      ["assistant", "message"],
      ...[...NOTES].flatMap((type) => (COPIES.has(type) ? [] : [[type, "note"] as const])),
      ["last-prompt", "leaf"],
    ],
    words: [
      ["user", "user"],
      ["assistant", "assistant"],
      ["system", "system"],
      ["text", "text"],
      ["tool_use", "call"],
      ["tool_result", "result"],
      ["thinking", "thinking"],
      ["compact_boundary", "boundary"],
      [SYNTHETIC, "synthetic"],
    ],
  };
}

const SESSION_KEYS: SessionTable["keys"] = [
  ["type", "type"],
  ["uuid", "id"],
  ["parentUuid", "parent"],
  ["isSidechain", "in thread"],
  ["message", "message"],
  ["toolUseResult", "copy"],
  ["agentId", "thread"],
  ["leafUuid", "leaf"],
  ["subtype", "subtype"],
  ["role", "role"],
  ["content", "content"],
  ["id", "own id"],
  ["model", "model"],
  ["text", "text"],
  ["thinking", "thinking"],
  ["signature", "signature"],
  ["name", "name"],
  ["input", "input"],
  ["tool_use_id", "call id"],
  ["is_error", "is error"],
];

/** The subagent that a line belongs to; undefined for the main conversation. */
function threadOf(tree: Tree, line: Node): string | undefined {
  if (!tree.isTrue(tree.get(line, IS_SIDECHAIN))) return undefined;
  // Older versions keep sidechains in the session without a name: they are distinguished by their roots.
  return getText(tree, line, "agentId") ?? BY_ROOT;
}
