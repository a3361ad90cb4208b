import { listOf, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { Format, MessageSink } from "../format.ts";
import { callIn } from "../shared/chat-completions.ts";
import { readCall } from "../shared/chat-content.ts";
import { findRole, PLAIN_ROLES } from "../shared/message-list.ts";
import { readText } from "../shared/part-heads.ts";
import { checkContext } from "./kimi-check.ts";
import { readKimiContent, readKimiResult } from "./kimi-content.ts";

/**
 * Contexts of Kimi CLI (`~/.kimi/sessions/<hash>/<session>/context.jsonl`), the Python program: a message of
 * chat completions on each line, between lines of role `_system_prompt`, `_checkpoint` and `_usage`. Checked
 * in its sources (`soul/context.py`, `soul/message.py`, kosong's `message.py`) and in sessions of 1.52, the
 * last version. A session that is taken back or compacted starts a new file, so all of a file reaches the
 * model.
 *
 * It resumes from this file; `wire.jsonl` next to it is what the screen showed.
 */
export const kimiCli: Format<"kimi-cli"> = {
  name: "kimi-cli",
  writtenBy: "Kimi CLI contexts",
  layouts: ["lines"],
  knownFrom: "recordings",
  evidence: "keys",
  keys: [
    { all: ["role", "token_count"] },
    { all: ["role", "id"], none: ["content"] },
    { all: ["role", "content"] },
  ],
  dropping: "remove",
  isResumed: true,
  saved: {
    places: [
      {
        agent: "kimi",
        base: "~/.kimi",
        variable: "KIMI_SHARE_DIR",
        files: "sessions/*/*/context.jsonl",
      },
    ],
  },
  kindOf(tree, line) {
    return findRole(tree, line, PLAIN_ROLES) !== undefined || isNote(tree, line)
      ? "message"
      : undefined;
  },
  detect: (head) => head.some((tree) => isNote(tree, tree.root)),
  read(tree, line, into) {
    if (tree.is(tree.get(line, "role"), "_system_prompt")) {
      into.message("system", line);
      readText(tree, line, "content", into);
      return;
    }
    const role = findRole(tree, line, PLAIN_ROLES);
    if (role === undefined) {
      if (isNote(tree, line)) into.ignore(line);
      return;
    }
    into.message(role, line);
    const content = tree.get(line, "content");
    if (role !== "tool") {
      readKimiContent(tree, content, into);
      readCalls(tree, line, into);
      return;
    }
    const callId = into.id(tree.get(line, "tool_call_id"));
    readKimiResult(tree, content, { into, callId, isError: saysError(tree, content) });
  },
  check: checkContext,
  message: (summary, encode) => `{"role":"user","content":${encode(summary)}}`,
};

/** Kimi CLI's own lines between messages. */
function isNote(tree: Tree, line: Node): boolean {
  const role = tree.get(line, "role");
  if (tree.is(role, "_system_prompt")) return tree.isString(tree.get(line, "content"));
  if (tree.is(role, "_checkpoint")) return tree.isNumber(tree.get(line, "id"));
  return tree.is(role, "_usage") && tree.isNumber(tree.get(line, "token_count"));
}

function readCalls(tree: Tree, message: Node, into: MessageSink): void {
  for (const call of listOf(tree, tree.get(message, "tool_calls"))) {
    const made = callIn(tree, call);
    if (made !== NONE) readCall(tree, made, { into, id: into.id(tree.get(call, "id")) });
  }
}

/** Whether a result begins with the note that its tool failed. */
function saysError(tree: Tree, content: Node): boolean {
  const [first = NONE] = listOf(tree, content);
  const text = tree.isString(content) ? content : tree.get(first, "text");
  return tree.startsWith(text, ERROR);
}

const ERROR = "<system>ERROR: ";
