import type { ChatTable } from "../json/tape/chat-table.ts";
import { Key } from "../json/tree/key.ts";
import { getString, getText, NONE, type Node, type Tree } from "../json/tree/tree.ts";
import type { Role } from "../transcript/model/message.ts";
import type { Format, MessageSink } from "./format.ts";
import { OPENAI_CHAT, OPENAI_ROLES, readOpenAiParts } from "./shared/chat-completions.ts";
import { findRole } from "./shared/message-list.ts";
import { readObservationOf } from "./shared/part-heads.ts";

const TRAJ = new Key("traj");

/** The words of chat completions, with another key for the messages. */
const TAU_BENCH = {
  ...OPENAI_CHAT,
  keys: [[TRAJ, "messages"], ...OPENAI_CHAT.keys.filter(([, use]) => use !== "messages")],
  needsCalls: true,
} as const satisfies ChatTable;

/**
 * Runs of tau-bench (`run.py`, 2026-03), which saves them as an array: each a conversation under `traj` in
 * the shape of chat completions, where tool call ids repeat. A run on a line of its own is a row.
 *
 * Its ReAct and act agents (`chat_react_agent.py`) write only text: an assistant message ends in `Action:`
 * and JSON, and the user message after it is the tool's answer.
 */
export const tauBench: Format<"tau-bench"> = {
  name: "tau-bench",
  writtenBy: "tau-bench",
  knownFrom: "recordings",
  layouts: ["document", "rows"],
  evidence: "keys",
  keys: [{ all: ["traj", "task_id"] }],
  dropping: "never",
  kindOf: (tree, record) => (isRun(tree, record) ? "conversation" : undefined),
  detect: ([tree]) => tree !== undefined && isRun(tree, tree.root),
  read: (tree, record, into) => readRun(tree, tree.get(record, TRAJ), into),
  chat: TAU_BENCH,
  readItem(tree, message, into) {
    const role = findRole(tree, message, OPENAI_ROLES);
    // A call that does not tell of `tool_calls` leaves the run to `read`.
    if (tree.get(message, "function_call") !== NONE) into.mark({ mark: "another call" });
    if (role !== undefined) readMessage(tree, message, { role, into });
  },
  readItemNeedsCalls: true,
};

function readMessage(
  tree: Tree,
  message: Node,
  { role, into }: { readonly role: Role; readonly into: MessageSink },
): void {
  into.message(role, message);
  readOpenAiParts(tree, message, { role, into });
}

function isRun(tree: Tree, node: Node): boolean {
  return tree.isArray(tree.get(node, TRAJ)) && tree.get(node, "task_id") !== NONE;
}

function readRun(tree: Tree, traj: Node, into: MessageSink): void {
  into.array(traj);
  const isText = writesText(tree, traj);
  let action: string | undefined;
  for (const message of tree.items(traj)) {
    const role = findRole(tree, message, OPENAI_ROLES);
    if (role === undefined) continue;
    if (role === "user" && action !== undefined) {
      into.message("tool", message);
      const content = tree.get(message, "content");
      readObservationOf(tree, content, { into, callId: undefined, toolName: action });
      action = undefined;
      continue;
    }
    readMessage(tree, message, { role, into });
    action = isText && role === "assistant" ? actionIn(tree, message) : undefined;
    // The text has the call; this only completes the pair.
    if (action !== undefined) into.part({ kind: "call", id: undefined, name: "" });
  }
}

/**
 * Whether the agent of a run writes its calls as text: the first messages tell it how, or its answers show
 * it.
 */
function writesText(tree: Tree, traj: Node): boolean {
  const messages = tree.items(traj);
  if (messages.some((message) => tree.isArray(tree.get(message, "tool_calls")))) return false;
  return messages.some((message) => {
    const role = getText(tree, message, "role");
    if (role !== "system" && role !== "user") return false;
    const text = tree.text(getString(tree, message, "content"));
    return role === "system" ? text.includes(`\n${ACTION}\n`) : text.startsWith("API output: ");
  });
}

/** The tool that a text calls, as tau-bench finds it; undefined if it speaks to the user. */
function actionIn(tree: Tree, message: Node): string | undefined {
  const text = tree.text(getString(tree, message, "content"));
  if (!text.includes(ACTION)) return undefined;
  try {
    const { name } = JSON.parse(text.split(ACTION).at(-1) ?? "") as { name?: unknown };
    return typeof name === "string" && name !== "respond" ? name : undefined;
  } catch {
    return undefined;
  }
}

const ACTION = "Action:";
