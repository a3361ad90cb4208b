import { getString, getText, listOf, NONE, type Node, type Tree } from "../json/tree/tree.ts";
import type { Format, MessageSink } from "./format.ts";
import { readHostedCall, readInterpreter } from "./shared/hosted-tools.ts";
import { readCallOf, readText, readTexts } from "./shared/part-heads.ts";
import { readModel } from "./shared/read-model.ts";
import { readResponseItem } from "./shared/response-items.ts";

/**
 * Chat histories of Grok Build (`~/.grok/sessions/<folder>/<session>/chat_history.jsonl`): an item on each
 * line, of type `system`, `user`, `assistant`, `tool_result`, `backend_tool_call` or `reasoning`. Checked in
 * its sources of August 2026 (`xai-grok-sampling-types`, `conversation.rs`; `xai-grok-shell`,
 * `session/storage`) and in a recorded session of version 1.0.41.
 *
 * A resumed session sends the model what is in this file. The screen, `/rewind` and exports use
 * `updates.jsonl` next to it, which elision leaves alone; if this file is missing or empty, Grok rebuilds it
 * from that one.
 */
export const grokBuild: Format<"grok-build"> = {
  name: "grok-build",
  writtenBy: "Grok Build chat histories",
  layouts: ["lines"],
  knownFrom: "recordings",
  evidence: "envelope",
  keys: [
    { all: ["type", "content"], none: ["role", "message", "id", "uuid", "data", "session_id"] },
    { all: ["type", "kind"], none: ["role", "message", "id", "uuid", "source"] },
  ],
  dropping: "remove",
  isResumed: true,
  saved: {
    places: [
      {
        agent: "grok",
        base: "~/.grok",
        variable: "GROK_HOME",
        files: "sessions/*/*/chat_history.jsonl",
      },
    ],
    model: ["model_id"],
  },
  kindOf: (tree, line) => (isItem(tree, line) ? "message" : undefined),
  detect: (head) => head.some((tree) => isOwn(tree, tree.root)),
  read: readItem,
  message: (summary, encode) =>
    `{"type":"user","content":[{"type":"text","text":${encode(summary)}}],"synthetic_reason":"compaction_meta"}`,
};

/** The key of the text, by the item's type. */
const SAYS: ReadonlyMap<string, string> = new Map([
  ["system", "content"],
  ["user", "content"],
  ["assistant", "content"],
  ["tool_result", "content"],
  ["backend_tool_call", "kind"],
  ["reasoning", "summary"],
]);

function isItem(tree: Tree, line: Node): boolean {
  const key = SAYS.get(getText(tree, line, "type") ?? "");
  return key !== undefined && tree.get(line, key) !== NONE;
}

/** Whether a line is one that no other format has. */
function isOwn(tree: Tree, line: Node): boolean {
  const type = tree.get(line, "type");
  const content = tree.get(line, "content");
  if (tree.get(line, "role") !== NONE) return false;
  if (tree.is(type, "backend_tool_call"))
    return tree.isString(tree.get(tree.get(line, "kind"), "tool_type"));
  if (tree.is(type, "tool_result"))
    return tree.isString(tree.get(line, "tool_call_id")) && tree.isString(content);
  if (tree.is(type, "user")) return tree.items(content).some((part) => isPart(tree, part));
  const isReply = tree.isArray(tree.get(line, "tool_calls")) || hasModel(tree, line);
  return tree.is(type, "assistant") && tree.isString(content) && isReply;
}

function isPart(tree: Tree, part: Node): boolean {
  return tree.is(tree.get(part, "type"), "text") || tree.is(tree.get(part, "type"), "image");
}

function hasModel(tree: Tree, line: Node): boolean {
  return tree.isString(tree.get(line, "model_id"));
}

function readItem(tree: Tree, line: Node, into: MessageSink): void {
  const content = tree.get(line, "content");
  switch (getText(tree, line, "type")) {
    case "system":
      into.message("system", line);
      readText(tree, line, "content", into);
      return;
    case "user":
      into.message("user", line);
      readTexts(tree, content, into);
      return;
    case "assistant":
      readModel(tree, line, { into, keys: ["model_id"] });
      into.message("assistant", line);
      readLegacyReasoning(tree, line, into);
      readText(tree, line, "content", into);
      for (const call of tree.items(tree.get(line, "tool_calls"))) {
        const name = getText(tree, call, "name") ?? "";
        readCallOf(tree, tree.get(call, "arguments"), {
          into,
          id: into.id(tree.get(call, "id")),
          name,
        });
      }
      return;
    case "tool_result":
      into.message("tool", line);
      readResult(tree, line, into);
      return;
    case "backend_tool_call":
      into.message("assistant", line);
      readBackendCall(tree, tree.get(line, "kind"), into);
      return;
    case "reasoning":
      readResponseItem(tree, line, into);
  }
}

/** Reasoning as sessions had it before it was an item: text, and a part that only the provider can read. */
function readLegacyReasoning(tree: Tree, line: Node, into: MessageSink): void {
  const reasoning = tree.get(line, "reasoning");
  if (!tree.isObject(reasoning)) return;
  const signed = tree.isString(tree.get(reasoning, "encrypted"));
  const text = getString(tree, reasoning, "text");
  if (signed || text !== NONE) into.part({ kind: "reasoning", signed }, text);
}

/** A result and its images, which are removed with it. A command's result begins with how it ended. */
function readResult(tree: Tree, line: Node, into: MessageSink): void {
  const content = getString(tree, line, "content");
  const callId = into.id(tree.get(line, "tool_call_id"));
  const editable = content !== NONE;
  const isError = tree.startsWith(content, CODE) && !tree.startsWith(content, SUCCESS);
  into.part({ kind: "observation", callId, isError, editable }, content);
  const images = tree.get(line, "images");
  for (const image of listOf(tree, images))
    into.part({ kind: "image", insideObservation: true }, image, { as: "item", array: images });
}

/** A code, or the signal that killed the command. */
const CODE = "exit: ";
const SUCCESS = `${CODE}0`;

/** A tool that ran at the provider, which keeps its answer: an item of the Responses API. */
function readBackendCall(tree: Tree, kind: Node, into: MessageSink): void {
  const name = getText(tree, kind, "tool_type") ?? "";
  if (name === "code_interpreter") readInterpreter(tree, kind, into);
  else readHostedCall(tree, kind, { into, name });
}
