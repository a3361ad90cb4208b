import { getString, getText, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import { arrangeThreads } from "../arrange/arrange-threads.ts";
import type { Format, MessageSink } from "../format.ts";
import { readCallOf, readText } from "../shared/part-heads.ts";

/**
 * Output of `gemini --output-format stream-json`: a line for each event (`output/types.ts` and
 * `nonInteractiveCli.ts` of gemini-cli 0.56): `init`, `message` (an assistant's in pieces, with `delta`),
 * `tool_use`, `tool_result`, `error`, `result`. Recorders add lines of their own between them.
 *
 * `output` is the displayed text; the text sent to the model is not in the stream. If a call failed,
 * `error.message` repeats it, as a side copy, or is the only text where there is no `output`.
 */
export const geminiStreamJson: Format<"gemini-stream-json"> = {
  name: "gemini-stream-json",
  writtenBy: "gemini --output-format stream-json",
  knownFrom: "recordings",
  layouts: ["lines"],
  evidence: "envelope",
  keys: [
    { all: ["type", "session_id", "model", "timestamp"] },
    { all: ["type", "tool_id"], any: ["tool_name", "status"] },
  ],
  dropping: "never",
  kindOf: (tree, line) => (tree.isString(tree.get(line, "type")) ? "message" : undefined),
  detect: (head) => head.some((tree) => isOwnEvent(tree, tree.root)),
  read(tree, line, into) {
    const type = tree.get(line, "type");
    if (tree.is(type, "tool_result")) readResult(tree, line, into);
    else if (tree.is(type, "tool_use")) {
      into.message("assistant", line);
      const id = into.id(tree.get(line, "tool_id"));
      const name = getText(tree, line, "tool_name") ?? "";
      readCallOf(tree, tree.get(line, "parameters"), { into, id, name });
    } else if (tree.is(type, "message")) readMessage(tree, line, into);
    else if (["init", "error", "result"].some((word) => tree.is(type, word))) into.ignore(line);
  },
  arrange: arrangeThreads,
};

/** Whether a line is an event that no other format has. */
function isOwnEvent(tree: Tree, line: Node): boolean {
  const type = tree.get(line, "type");
  if (tree.is(type, "init"))
    return (
      tree.isString(tree.get(line, "session_id")) &&
      tree.isString(tree.get(line, "model")) &&
      tree.isString(tree.get(line, "timestamp"))
    );
  if (!tree.isString(tree.get(line, "tool_id"))) return false;
  if (tree.is(type, "tool_use")) return tree.isString(tree.get(line, "tool_name"));
  return tree.is(type, "tool_result") && tree.isString(tree.get(line, "status"));
}

function readMessage(tree: Tree, line: Node, into: MessageSink): void {
  const role = tree.get(line, "role");
  const isAssistant = tree.is(role, "assistant");
  if (!isAssistant && !tree.is(role, "user")) return;
  into.message(isAssistant ? "assistant" : "user", line);
  readText(tree, line, "content", into);
}

function readResult(tree: Tree, line: Node, into: MessageSink): void {
  const output = getString(tree, line, "output");
  const message = getString(tree, tree.get(line, "error"), "message");
  // An output that is empty may have been masked: its message is a copy nevertheless.
  const text = output === NONE ? message : output;
  const callId = into.id(tree.get(line, "tool_id"));
  const isError = tree.is(tree.get(line, "status"), "error");
  into.message("tool", line);
  into.part({ kind: "observation", callId, isError, editable: text !== NONE }, text);
  if (message !== NONE && message !== text) into.side(message);
}
