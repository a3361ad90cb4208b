import { getString, getText, NONE, type Node, type Tree } from "../json/tree/tree.ts";
import type { Id } from "../transcript/model/id.ts";
import { arrangeItems } from "./arrange/arrange-items.ts";
import type { Format, MessageSink } from "./format.ts";
import { JSON_VALUE, readCallOf, readObservationOf, readText } from "./shared/part-heads.ts";

/**
 * Output of `codex exec --json`: `item.started`, `item.updated` and `item.completed` lines, which repeat an
 * item under the same `id`, with call and observation in one; between them `thread.*` and `turn.*`. Checked
 * in outputs of version 0.169, in codex-rs (`exec/src/exec_events.rs`, 2026) and in streams quoted in public
 * tests; early versions use `item_type` and `assistant_message`.
 *
 * The newest event of an item counts; earlier ones are copies, masked alike. An MCP result keeps its
 * `content` as a list of blocks; `structured_content` repeats it and is a side copy.
 */
export const codexExecJson: Format<"codex-exec-json"> = {
  name: "codex-exec-json",
  writtenBy: "codex exec --json",
  knownFrom: "recordings",
  layouts: ["lines"],
  evidence: "envelope",
  keys: [{ all: ["type"], any: ["thread_id", "item"], none: ["payload"] }],
  dropping: "never",
  kindOf: (tree, record) => (tree.isString(tree.get(record, "type")) ? "message" : undefined),
  detect: (head) =>
    head.some(isOwnLine) && !head.some((tree) => tree.get(tree.root, "payload") !== NONE),
  read(tree, line, into) {
    const type = getText(tree, line, "type") ?? "";
    if (type === "thread.started") into.mark({ mark: "run" });
    if (!EVENTS.has(type)) {
      if (NOTES.has(type)) into.ignore(line);
      return;
    }
    const item = tree.get(line, "item");
    const id = into.id(tree.get(item, "id"));
    readItem(tree, item, { into, id });
    if (type === "item.completed" && id !== undefined) into.mark({ mark: "completed", id });
  },
  arrange: arrangeItems,
};

const EVENTS: ReadonlySet<string> = new Set(["item.started", "item.updated", "item.completed"]);

/** Lines without anything for the model. */
const NOTES: ReadonlySet<string> = new Set([
  "thread.started",
  "turn.started",
  "turn.completed",
  "turn.failed",
  "error",
]);

function isOwnLine(tree: Tree): boolean {
  const type = getText(tree, tree.root, "type");
  if (type === "thread.started") return tree.isString(tree.get(tree.root, "thread_id"));
  return (
    type !== undefined &&
    EVENTS.has(type) &&
    typeOf(tree, tree.get(tree.root, "item")) !== undefined
  );
}

function typeOf(tree: Tree, item: Node): string | undefined {
  return getText(tree, item, "type") ?? getText(tree, item, "item_type");
}

interface ExecItem {
  readonly into: MessageSink;
  readonly id: Id | undefined;
}

function readItem(tree: Tree, item: Node, { into, id }: ExecItem): void {
  const type = typeOf(tree, item);
  if (type === undefined || !TYPES.has(type)) {
    if (type === "todo_list" || type === "error") into.ignore(item);
    return;
  }
  into.message("assistant", item, { id });
  switch (type) {
    case "reasoning":
      into.part({ kind: "reasoning", signed: false }, getString(tree, item, "text"));
      return;
    case "command_execution":
      readCommand(tree, item, { into, id });
      return;
    case "mcp_tool_call":
      readMcpCall(tree, item, { into, id });
      return;
    case "collab_tool_call":
      readCallOf(tree, tree.get(item, "prompt"), { into, id, name: nameOf(tree, item) });
      readFixed(tree, item, { into, id, key: "agents_states" });
      return;
    case "file_change":
      readCallOf(tree, tree.get(item, "changes"), { into, id, name: "apply_patch" });
      readFixed(tree, item, { into, id });
      return;
    case "web_search":
      readCallOf(tree, tree.get(item, "query"), { into, id, name: type });
      readFixed(tree, item, { into, id });
      return;
    default:
      readText(tree, item, "text", into);
  }
}

const TYPES: ReadonlySet<string> = new Set([
  "agent_message",
  "assistant_message",
  "plan",
  "reasoning",
  "command_execution",
  "mcp_tool_call",
  "collab_tool_call",
  "file_change",
  "web_search",
]);

function nameOf(tree: Tree, item: Node): string {
  return getText(tree, item, "tool") ?? "";
}

function isRunning(tree: Tree, item: Node): boolean {
  return tree.is(tree.get(item, "status"), "in_progress");
}

function readCommand(tree: Tree, item: Node, { into, id }: ExecItem): void {
  readCallOf(tree, tree.get(item, "command"), { into, id, name: "shell" });
  const output = getString(tree, item, "aggregated_output");
  if (isRunning(tree, item) && tree.chars(output) === 0) return;
  const code = tree.get(item, "exit_code");
  const isError = hasFailed(tree, item) || (tree.isNumber(code) && tree.text(code) !== "0");
  into.part({ kind: "observation", callId: id, isError, editable: output !== NONE }, output);
}

function hasFailed(tree: Tree, item: Node): boolean {
  const status = tree.get(item, "status");
  return tree.is(status, "failed") || tree.is(status, "declined");
}

function readMcpCall(tree: Tree, item: Node, { into, id }: ExecItem): void {
  readCallOf(tree, tree.get(item, "arguments"), { into, id, name: nameOf(tree, item) });
  const error = getString(tree, tree.get(item, "error"), "message");
  const result = tree.get(item, "result");
  const isError = error !== NONE || hasFailed(tree, item);
  if (error !== NONE) readObservationOf(tree, error, { into, callId: id, isError });
  else if (tree.isArray(tree.get(result, "content"))) {
    readObservationOf(tree, tree.get(result, "content"), { into, callId: id, isError });
    const structured = tree.get(result, "structured_content");
    if (tree.isObject(structured) || tree.isArray(structured)) into.side(structured);
  } else if (tree.isObject(result) || tree.isString(result))
    into.part({ kind: "observation", callId: id, isError, editable: true }, result, JSON_VALUE);
  else if (!isRunning(tree, item))
    into.part({ kind: "observation", callId: id, isError, editable: false });
}

/** The result of a tool that only reports completion; never edited. */
function readFixed(tree: Tree, item: Node, { into, id, key }: ExecItem & { key?: string }): void {
  if (isRunning(tree, item)) return;
  const head = { kind: "observation", callId: id, editable: false } as const;
  const node = key === undefined ? NONE : tree.get(item, key);
  into.part({ ...head, isError: hasFailed(tree, item) }, node, JSON_VALUE);
}
