import { getString, getText, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { Id } from "../../transcript/model/id.ts";
import type { Format, MessageSink } from "../format.ts";
import { readObjectResult } from "../shared/object-result.ts";
import { readCallOf, readText } from "../shared/part-heads.ts";
import { readModel } from "../shared/read-model.ts";

/**
 * Output of `droid exec --output-format stream-json`: an event on each line, with `session_id`. Checked in
 * outputs of Droid 0.215 and in samples of jazzyalex/agent-sessions, older ones with `sessionId`, and with
 * `toolCallId` next to the event's own `id`.
 *
 * A result is the string or object under `value`; that of a failed tool is the `message` of its `error`.
 */
export const droidStreamJson: Format<"droid-stream-json"> = {
  name: "droid-stream-json",
  writtenBy: "droid exec --output-format stream-json",
  layouts: ["lines"],
  knownFrom: "recordings",
  evidence: "envelope",
  keys: [
    { all: ["type", "id", "role", "text"], any: ["session_id", "sessionId"] },
    { all: ["type", "id", "parameters"], any: ["session_id", "sessionId"] },
    { all: ["type", "finalText"] },
  ],
  dropping: "never",
  kindOf: (tree, line) => (tree.isString(tree.get(line, "type")) ? "message" : undefined),
  detect: (head) => head.some((tree) => isOwn(tree, tree.root)),
  read: readEvent,
};

/** Whether a line is one that no other format has. */
function isOwn(tree: Tree, line: Node): boolean {
  const type = tree.get(line, "type");
  if (tree.is(type, "completion")) return tree.isString(tree.get(line, "finalText"));
  if (tree.is(type, "tool_call")) return tree.isString(tree.get(line, "toolName"));
  return tree.is(type, "message") && tree.isString(tree.get(line, "text"));
}

function readEvent(tree: Tree, event: Node, into: MessageSink): void {
  const id = into.id(tree.get(event, "id"));
  switch (getText(tree, event, "type")) {
    case "system":
      readModel(tree, event, { into });
      into.ignore(event);
      return;
    case "message":
      if (tree.is(tree.get(event, "role"), "user")) into.message("user", event);
      else into.message("assistant", event, { reply: id });
      readText(tree, event, "text", into);
      return;
    case "reasoning": {
      const text = getString(tree, event, "text");
      into.message("assistant", event, { reply: id });
      if (text !== NONE) into.part({ kind: "reasoning", signed: false }, text);
      return;
    }
    case "tool_call": {
      into.message("assistant", event, { reply: into.id(tree.get(event, "messageId")) });
      const name = getText(tree, event, "toolName") ?? getText(tree, event, "toolId") ?? "";
      readCallOf(tree, tree.get(event, "parameters"), {
        into,
        id: callIdOf(tree, event, into),
        name,
      });
      return;
    }
    case "tool_result":
      into.message("tool", event);
      readResult(tree, event, into);
      return;
    // The last event repeats the last message.
    case "completion":
    case "error":
      into.ignore(event);
  }
}

function readResult(tree: Tree, event: Node, into: MessageSink): void {
  const value = tree.get(event, "value");
  const head = {
    kind: "observation",
    callId: callIdOf(tree, event, into),
    toolName: getText(tree, event, "toolId"),
    isError: tree.isTrue(tree.get(event, "isError")),
    editable: true,
  } as const;
  const failure = getString(tree, tree.get(event, "error"), "message");
  if (tree.isString(value)) into.part(head, value);
  else if (tree.isObject(value)) readObjectResult(tree, value, { head, key: "stdout", into });
  else if (failure !== NONE) into.part(head, failure);
  else into.part({ ...head, editable: false });
}

function callIdOf(tree: Tree, event: Node, into: MessageSink): Id | undefined {
  return into.id(tree.get(event, "toolCallId")) ?? into.id(tree.get(event, "id"));
}
