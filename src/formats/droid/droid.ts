import { getString, getText, listOf, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import { anchoredBefore } from "../arrange/anchored-before.ts";
import { ANCHOR_MARKS, arrangeAnchored } from "../arrange/arrange-anchored.ts";
import type { Format, MessageSink } from "../format.ts";
import { readAnthropicContent, roleOfAnthropic } from "../shared/anthropic-blocks.ts";
import { readText, TEXT } from "../shared/part-heads.ts";
import { readModel } from "../shared/read-model.ts";
import { droidDropping } from "./droid-condensing.ts";

/**
 * Sessions of Factory's Droid (`~/.factory/sessions/<folder>/<id>.jsonl`): a `session_start`, then messages
 * of Anthropic's blocks with notes between them. Checked in sessions of Droid 0.215 and 0.225, in the program
 * (its session loader, its message schema, how it attaches summaries) and in samples of
 * jazzyalex/agent-sessions.
 *
 * Messages are in file order. Those shown only to the user (`visibility` `user_only`) and those of hooks are
 * not sent. A `compaction_state` replaces everything up to its anchor; only the newest counts.
 */
export const droid: Format<"droid"> = {
  name: "droid",
  writtenBy: "Factory Droid sessions",
  layouts: ["lines"],
  knownFrom: "recordings",
  evidence: "envelope",
  keys: [
    { all: ["type", "id", "message"], none: ["sessionId", "session_id", "uuid"] },
    { all: ["type", "id"], any: ["cwd", "owner", "summaryText"], none: ["payload"] },
  ],
  dropping: droidDropping,
  isResumed: true,
  saved: {
    places: ["sessions/*/*.jsonl", "sessions/*.jsonl", "projects/*/*.jsonl"].map((files) => ({
      agent: "droid",
      base: "~/.factory" as const,
      files,
    })),
    id: ["id"],
    folder: ["cwd"],
    model: ["message.modelId"],
  },
  kindOf: (tree, line) => (tree.isString(tree.get(line, "type")) ? "message" : undefined),
  detect,
  read(tree, line, into) {
    const type = getText(tree, line, "type") ?? "";
    if (type === "message") readMessage(tree, line, into);
    else if (type === "compaction_state") readSummary(tree, line, into);
    else if (NOTES.includes(type)) into.ignore(line);
  },
  arrange: arrangeAnchored,
  arrangeBefore: anchoredBefore,
  startsAnew: [ANCHOR_MARKS.summary, ANCHOR_MARKS.cut],
};

/** Records from which nothing is sent to the model. */
const NOTES = ["session_start", "session_settings", "todo_state", "agent_turn_outcome"];

/** True at a header, or without one if messages have Droid's form, and not pi's. */
function detect(head: readonly Tree[]): boolean {
  if (head.some((tree) => tree.is(tree.get(tree.root, "type"), "session"))) return false;
  return head.some((tree) => {
    const type = tree.get(tree.root, "type");
    if (!tree.isString(tree.get(tree.root, "id"))) return false;
    if (tree.is(type, "session_start")) return true;
    if (tree.is(type, "compaction_state")) return tree.isString(tree.get(tree.root, "summaryText"));
    const message = tree.get(tree.root, "message");
    return (
      tree.is(type, "message") &&
      roleOfAnthropic(tree, message) !== undefined &&
      tree.items(tree.get(message, "content")).some((block) => isAnthropicCall(tree, block))
    );
  });
}

function isAnthropicCall(tree: Tree, block: Node): boolean {
  const type = tree.get(block, "type");
  return tree.is(type, "tool_use") || tree.is(type, "tool_result");
}

function readMessage(tree: Tree, line: Node, into: MessageSink): void {
  const message = tree.get(line, "message");
  const role = roleOfAnthropic(tree, message);
  const id = into.id(tree.get(line, "id"));
  const content = tree.get(message, "content");
  if (role === undefined) return;
  if (isUnsent(tree, message)) {
    into.ignore(line);
    into.mark({ mark: ANCHOR_MARKS.unsent, id });
    return;
  }
  if (role === "assistant") readModel(tree, message, { into, keys: ["modelId"] });
  into.message(role, line, { id });
  readReasoning(tree, message, into);
  readAnthropicContent(tree, content, into);
}

/** Whether only the user sees a message. Hooks' messages count as such. */
function isUnsent(tree: Tree, message: Node): boolean {
  if (tree.get(message, "hookEventName") !== NONE) return true;
  if (getText(tree, message, "visibility") !== "user_only") return false;
  const content = tree.get(message, "content");
  const blocks = listOf(tree, content);
  return !blocks.some((block) => tree.is(tree.get(block, "type"), "tool_result"));
}

/** Reasoning that is not in a block: OpenAI's, which is sealed, and that of others. */
function readReasoning(tree: Tree, message: Node, into: MessageSink): void {
  const summary = getString(tree, message, "openaiReasoningSummary");
  if (tree.isString(tree.get(message, "openaiEncryptedContent")))
    into.part({ kind: "reasoning", signed: true }, summary);
  const said = getString(tree, message, "chatCompletionReasoningContent");
  if (said !== NONE) into.part({ kind: "reasoning", signed: false }, said);
}

/** The summary in place of the earlier messages, and Droid's information on the machine, sent with it. */
function readSummary(tree: Tree, line: Node, into: MessageSink): void {
  const anchor = tree.get(line, "anchorMessage");
  const index = tree.get(anchor, "index");
  const isEmpty = tree.chars(tree.get(line, "summaryText")) === 0;
  into.mark({
    mark: isEmpty ? ANCHOR_MARKS.cut : ANCHOR_MARKS.summary,
    id: into.id(tree.get(anchor, "id")),
    parent: tree.isNumber(index) ? tree.text(index) : undefined,
  });
  if (isEmpty) {
    into.ignore(line);
    return;
  }
  into.message("user", line);
  const about = getString(tree, line, "systemInfoText");
  if (about !== NONE) into.part(TEXT, about);
  readText(tree, line, "summaryText", into);
}
