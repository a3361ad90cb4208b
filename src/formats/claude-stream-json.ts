import { getText, NONE, type Node, type Tree } from "../json/tree/tree.ts";
import { arrangeThreads } from "./arrange/arrange-threads.ts";
import type { Format, MessageSink } from "./format.ts";
import {
  isAnthropicBlock,
  readAnthropicContent,
  roleOfAnthropic,
} from "./shared/anthropic-blocks.ts";
import { readModel } from "./shared/read-model.ts";
import { ANTHROPIC_COUNTS, readUsage } from "./shared/read-usage.ts";

/**
 * Output of `claude -p --output-format stream-json` (and `--output-format json --verbose`, as one array):
 * Anthropic messages on lines with `session_id`, after a `system` line of subtype `init`. Checked in outputs
 * of version 2.1.330, in the message parser of Anthropic's `claude-agent-sdk-python` and in the types of the
 * Agent SDK.
 *
 * Programs that keep these messages, or those of Claude Code's sessions, often leave the ids out, and some the role,
 * which is the type of the line as well.
 *
 * `parent_tool_use_id` names the call that a subagent works for: each is a thread of its own.
 * `tool_use_result`, kept for display, is a side copy. `stream_event` lines have pieces of messages that
 * follow whole, and no tool results.
 */
export const claudeStreamJson: Format<"claude-stream-json"> = {
  name: "claude-stream-json",
  writtenBy: "claude -p --output-format stream-json",
  knownFrom: "recordings",
  layouts: ["lines", "document"],
  evidence: "envelope",
  keys: [
    { all: ["session_id", "type"], any: ["subtype", "message"], none: ["sessionId"] },
    { all: ["type", "message"], none: ["session_id", "sessionId", "uuid"] },
  ],
  dropping: "never",
  kindOf(tree, record) {
    if (tree.isArray(record))
      return tree.items(record).some((line) => isOwnLine(tree, line)) ? "conversation" : undefined;
    return tree.isString(tree.get(record, "type")) ? "message" : undefined;
  },
  detect(head) {
    let isOurs = false;
    for (const tree of head) {
      for (const line of linesIn(tree, tree.root)) {
        if (isForeign(tree, line)) return false;
        isOurs ||= isOwnLine(tree, line);
      }
    }
    return isOurs;
  },
  read(tree, record, into) {
    for (const line of linesIn(tree, record)) readLine(tree, line, into);
  },
  arrange: arrangeThreads,
};

function linesIn(tree: Tree, record: Node): readonly Node[] {
  return tree.isArray(record) ? tree.items(record) : [record];
}

/**
 * Lines of sessions that Claude Code keeps, and of Cursor's and Droid's streams, which imitate this format.
 */
function isForeign(tree: Tree, line: Node): boolean {
  const type = tree.get(line, "type");
  if (tree.get(line, "sessionId") !== NONE || tree.get(line, "finalText") !== NONE) return true;
  // Cursor's stream names no tools where it starts.
  if (tree.is(type, "system"))
    return tree.get(line, "permissionMode") !== NONE && tree.get(line, "tools") === NONE;
  return FOREIGN.some((word) => tree.is(type, word));
}

const FOREIGN = ["tool_call", "message", "reasoning", "thinking"];

/** Whether a line is evidence for this format: a message, or the start of the stream. */
function isOwnLine(tree: Tree, line: Node): boolean {
  const type = tree.get(line, "type");
  if (!tree.isString(tree.get(line, "session_id"))) return isBareLine(tree, line, type);
  // Droid's stream begins alike, but names the reasoning effort.
  if (tree.is(type, "system"))
    return (
      tree.is(tree.get(line, "subtype"), "init") && tree.get(line, "reasoning_effort") === NONE
    );
  return isMessageType(tree, type) && tree.isObject(tree.get(line, "message"));
}

/** Whether a line has a message of Anthropic's, with a call, a result or reasoning, and no id of its own. */
function isBareLine(tree: Tree, line: Node, type: Node): boolean {
  if (!isMessageType(tree, type) || tree.get(line, "uuid") !== NONE) return false;
  const content = tree.get(tree.get(line, "message"), "content");
  return tree.isArray(content) && tree.items(content).some((each) => isAnthropicBlock(tree, each));
}

function isMessageType(tree: Tree, type: Node): boolean {
  return tree.is(type, "user") || tree.is(type, "assistant");
}

/** Types of lines without anything for the model. */
const NOTES = [
  "system",
  "result",
  "stream_event",
  "rate_limit_event",
  "tool_progress",
  "auth_status",
  "control_request",
  "control_response",
  "keep_alive",
];

function readLine(tree: Tree, line: Node, into: MessageSink): void {
  const type = tree.get(line, "type");
  if (!isMessageType(tree, type)) {
    if (tree.is(type, "system")) readModel(tree, line, { into });
    if (NOTES.some((word) => tree.is(type, word))) into.ignore(line);
    return;
  }
  const message = tree.get(line, "message");
  const named = tree.get(message, "role");
  const role = roleOfAnthropic(tree, message, named === NONE ? type : named);
  if (role === undefined) return;
  const thread = getText(tree, line, "parent_tool_use_id");
  readModel(tree, message, { into });
  into.message(role, line, { thread, reply: into.id(tree.get(message, "id")) });
  if (into.wantsUsage)
    readUsage(tree, tree.get(message, "usage"), { into, keys: ANTHROPIC_COUNTS });
  readAnthropicContent(tree, tree.get(message, "content"), into);
  const copy = role === "tool" ? tree.get(line, "tool_use_result") : NONE;
  if (tree.isString(copy) || tree.isObject(copy) || tree.isArray(copy)) into.side(copy);
}
