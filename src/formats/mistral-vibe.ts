import { getString, getText, listOf, NONE, type Node, type Tree } from "../json/tree/tree.ts";
import type { Role } from "../transcript/model/message.ts";
import type { Format, MessageSink } from "./format.ts";
import { callIn } from "./shared/chat-completions.ts";
import { readCall, readContent, readObservation } from "./shared/chat-content.ts";
import { findRole, PLAIN_ROLES } from "./shared/message-list.ts";

/**
 * Sessions of Mistral Vibe (`~/.vibe/logs/session/<session>/messages.jsonl`): a message of chat completions
 * on each line, with an `injected` flag. Checked in its sources of 2026
 * (`vibe/core/session/session_logger.py` and `session_loader.py`, `vibe/core/types.py`) and in sessions of
 * 2.18. The system's message is in `meta.json` next to it.
 *
 * Versions 2.26 and 3 keep sessions in a store whose records and chunks name each other by their digests
 * (`logs/session/unified`): see `databases/vibe-store.ts`.
 *
 * Nothing is dropped: `meta.json` counts the lines, and Vibe appends the messages after that count.
 */
export const mistralVibe: Format<"mistral-vibe"> = {
  name: "mistral-vibe",
  writtenBy: "Mistral Vibe sessions",
  layouts: ["lines"],
  knownFrom: "recordings",
  evidence: "keys",
  keys: [{ all: ["role", "injected"] }],
  dropping: "never",
  isResumed: true,
  saved: {
    places: [
      {
        agent: "vibe",
        base: "~/.vibe",
        variable: "VIBE_HOME",
        files: "logs/session/*/messages.jsonl",
      },
    ],
  },
  kindOf: (tree, line) => (roleOf(tree, line) === undefined ? undefined : "message"),
  detect: (head) => head.some((tree) => roleOf(tree, tree.root) !== undefined),
  read(tree, line, into) {
    const role = roleOf(tree, line);
    if (role === undefined) return;
    into.message(role, line);
    const content = tree.get(line, "content");
    if (role === "tool") {
      const callId = into.id(tree.get(line, "tool_call_id"));
      readObservation(tree, content, { into, callId, toolName: getText(tree, line, "name") });
      return;
    }
    readReasoning(tree, line, into);
    readContent(tree, content, into);
    for (const call of listOf(tree, tree.get(line, "tool_calls")))
      readCall(tree, callIn(tree, call), { into, id: into.id(tree.get(call, "id")) });
  },
};

/** The role of a line with an `injected` flag, which all of Vibe's lines have. */
function roleOf(tree: Tree, line: Node): Role | undefined {
  const injected = tree.get(line, "injected");
  const isFlag = tree.isTrue(injected) || tree.text(injected) === "false";
  return isFlag ? findRole(tree, line, PLAIN_ROLES) : undefined;
}

/** Reasoning, and the part of it that only the provider can read. */
function readReasoning(tree: Tree, line: Node, into: MessageSink): void {
  const text = getString(tree, line, "reasoning_content");
  const states = tree.get(line, "reasoning_state");
  const isSealed = tree.isArray(states) && tree.hasItems(states);
  const signed = isSealed || tree.isString(tree.get(line, "reasoning_signature"));
  if (signed || text !== NONE) into.part({ kind: "reasoning", signed }, text);
}
