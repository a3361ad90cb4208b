import { getString, getText, NONE, type Node, type Tree } from "../json/tree/tree.ts";
import type { Id } from "../transcript/model/id.ts";
import type { Format, MessageSink } from "./format.ts";
import { isFailure } from "./shared/exit-code.ts";
import { readObjectResult } from "./shared/object-result.ts";
import { readCallOf, readText } from "./shared/part-heads.ts";
import { readModel } from "./shared/read-model.ts";
import { CONTENT, NAME, TYPE } from "./shared/shared-keys.ts";

/**
 * Output of `cursor-agent -p --output-format stream-json`: lines with `session_id`, the texts as Claude Code prints
 * them, and calls as `tool_call` lines, `started` and then `completed`, with the call under the name of its tool:
 * `{"readToolCall":{"args":…,"result":{"success":…}}}`. Known from programs that read it, and from streams that they
 * keep for their tests (2025 to 2026).
 *
 * `model_call_id` names the reply, on lines of calls only: a turn is a run of lines here.
 *
 * A result is what is under `success`, or under `error`, `failure`, `rejected` and the like: an object, of which an
 * edit keeps the text alone. Whatever its tool calls it, nothing reads it again.
 */
export const cursorStreamJson: Format<"cursor-stream-json"> = {
  name: "cursor-stream-json",
  writtenBy: "cursor-agent --output-format stream-json",
  layouts: ["lines"],
  knownFrom: "source",
  evidence: "envelope",
  keys: [
    { all: ["type", "subtype", "call_id", "tool_call"] },
    {
      all: ["type", "subtype", "session_id"],
      any: ["text", "permissionMode"],
      none: ["tools", "message"],
    },
  ],
  dropping: "never",
  kindOf: (tree, line) => (tree.isString(tree.get(line, TYPE)) ? "message" : undefined),
  detect: (head) => head.some((tree) => isOwnLine(tree, tree.root)),
  read(tree, line, into) {
    const type = getText(tree, line, "type") ?? "";
    if (isCall(tree, line)) readToolCall(tree, line, into);
    else if (type === "user" || type === "assistant") readSaid(tree, line, { into, role: type });
    else if (type === "thinking") readThinking(tree, line, into);
    else if (NOTES.has(type)) {
      readModel(tree, line, { into });
      into.ignore(line);
    }
  },
};

/** Lines without anything for the model: the last one repeats the last text. */
const NOTES: ReadonlySet<string> = new Set([
  "system",
  "result",
  "interaction_query",
  "connection",
  "retry",
]);

/** Whether a line is one that Claude Code's stream, which begins alike, does not have. */
function isOwnLine(tree: Tree, line: Node): boolean {
  const type = tree.get(line, TYPE);
  if (tree.is(type, "thinking")) return tree.isString(tree.get(line, "session_id"));
  return isCall(tree, line) || (tree.is(type, "system") && isStart(tree, line));
}

function isStart(tree: Tree, line: Node): boolean {
  return (
    tree.is(tree.get(line, "subtype"), "init") &&
    tree.isString(tree.get(line, "permissionMode")) &&
    tree.get(line, "tools") === NONE
  );
}

function isCall(tree: Tree, line: Node): boolean {
  return (
    tree.is(tree.get(line, TYPE), "tool_call") &&
    tree.isString(tree.get(line, "call_id")) &&
    tree.isObject(tree.get(line, "tool_call"))
  );
}

function readSaid(
  tree: Tree,
  line: Node,
  { into, role }: { readonly into: MessageSink; readonly role: "user" | "assistant" },
): void {
  into.message(role, line);
  for (const block of tree.items(tree.get(tree.get(line, "message"), CONTENT)))
    readText(tree, block, "text", into);
}

function readThinking(tree: Tree, line: Node, into: MessageSink): void {
  const text = getString(tree, line, "text");
  if (text === NONE) {
    into.ignore(line);
    return;
  }
  into.message("assistant", line);
  into.part({ kind: "reasoning", signed: false }, text);
}

function readToolCall(tree: Tree, line: Node, into: MessageSink): void {
  const callId = into.id(tree.get(line, "call_id"));
  const call = callOf(tree, tree.get(line, "tool_call"));
  if (tree.is(tree.get(line, "subtype"), "completed")) {
    into.message("tool", line);
    // The arguments are those of the line where the call started.
    into.ignore(call.args);
    readResult(tree, tree.get(call.node, "result"), { into, callId });
    return;
  }
  if (!tree.is(tree.get(line, "subtype"), "started")) {
    into.ignore(line);
    return;
  }
  into.message("assistant", line);
  readCallOf(tree, call.args, { into, id: callId, name: call.name });
}

interface ToolCall {
  readonly node: Node;
  readonly name: string;
  readonly args: Node;
}

/** A call under the name of its tool, as `readToolCall`; those of MCP name the tool themselves. */
function callOf(tree: Tree, holder: Node): ToolCall {
  const key = tree.keys(holder).find((each) => each.endsWith(SUFFIX) || each === "function") ?? "";
  const node = tree.get(holder, key);
  const args = tree.get(node, "args");
  if (key === "function")
    return { node, name: getText(tree, node, NAME) ?? "", args: tree.get(node, "arguments") };
  if (key === "mcpToolCall") return { node, name: getText(tree, args, NAME) ?? "mcp", args };
  return { node, name: key.slice(0, -SUFFIX.length), args };
}

const SUFFIX = "ToolCall";

function readResult(
  tree: Tree,
  result: Node,
  { into, callId }: { readonly into: MessageSink; readonly callId: Id | undefined },
): void {
  const outcome = tree.keys(result).find((key) => tree.isObject(tree.get(result, key)));
  const value = outcome === undefined ? result : tree.get(result, outcome);
  const hasFailed =
    (outcome !== undefined && outcome !== "success") ||
    tree.isTrue(tree.get(value, "isError")) ||
    isFailure(tree, tree.get(value, "exitCode"));
  const key = tree.get(value, "stdout") === NONE ? "content" : "stdout";
  const head = { kind: "observation", callId, isError: hasFailed, editable: true } as const;
  readObjectResult(tree, value, { head, key, into });
}
