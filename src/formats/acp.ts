import { getString, getText, NONE, type Node, type Tree } from "../json/tree/tree.ts";
import { arrangeItems } from "./arrange/arrange-items.ts";
import type { Format, MessageSink } from "./format.ts";
import { readCallOf, readObservationOf, TEXT } from "./shared/part-heads.ts";

/**
 * Logs of the Agent Client Protocol 1: JSON-RPC messages between an editor and an agent, one on each line.
 * `session/update` has what the agent says, its calls and their results, and `session/prompt` what the user
 * says; updates without this envelope are read too. Editors show these logs: no agent resumes from them.
 *
 * The newest update of a call counts; earlier ones are copies, edited alike. Files and output that agents
 * request from the editor are results too. `rawOutput` is a side copy if there is content.
 *
 * Checked in the schema of @agentclientprotocol/sdk (v1) and on a log of Qwen Code 0.15.10.
 */
export const acp: Format<"acp"> = {
  name: "acp",
  writtenBy: "logs of the Agent Client Protocol",
  knownFrom: "recordings",
  layouts: ["lines"],
  evidence: "envelope",
  keys: [
    { all: ["jsonrpc", "method"] },
    { all: ["sessionId", "update"] },
    { all: ["sessionUpdate"] },
  ],
  dropping: "never",
  kindOf: (tree, line) =>
    isRpc(tree, line) || updateOf(tree, line) !== NONE ? "message" : undefined,
  detect: (head) => head.some((tree) => isOwnLine(tree, tree.root)),
  read(tree, line, into) {
    const update = updateOf(tree, line);
    if (update !== NONE) readUpdate(tree, update, into);
    else if (isRpc(tree, line)) readRpc(tree, line, into);
  },
  arrange: arrangeItems,
};

function isRpc(tree: Tree, line: Node): boolean {
  return tree.is(tree.get(line, "jsonrpc"), "2.0");
}

/** The update in a line: of a notification, or the line itself. */
function updateOf(tree: Tree, line: Node): Node {
  const params = tree.get(line, "params");
  const places = [tree.get(params, "update"), tree.get(line, "update"), line];
  return places.find((each) => tree.isString(tree.get(each, "sessionUpdate"))) ?? NONE;
}

/** Whether a line is of this protocol: MCP's versions are not numbers. */
function isOwnLine(tree: Tree, line: Node): boolean {
  const method = getText(tree, line, "method") ?? "";
  const version = tree.get(tree.get(line, "params"), "protocolVersion");
  return (
    updateOf(tree, line) !== NONE ||
    (method === "initialize" && tree.isNumber(version)) ||
    /^session\/(?:new|load|resume|prompt)$/.test(method)
  );
}

function readUpdate(tree: Tree, update: Node, into: MessageSink): void {
  const kind = getText(tree, update, "sessionUpdate") ?? "";
  switch (kind) {
    case "user_message_chunk":
    case "agent_message_chunk":
      into.message(kind === "user_message_chunk" ? "user" : "assistant", update);
      readBlock(tree, tree.get(update, "content"), into);
      return;
    case "agent_thought_chunk":
      into.message("assistant", update);
      into.part(
        { kind: "reasoning", signed: false },
        getString(tree, tree.get(update, "content"), "text"),
      );
      return;
    case "tool_call":
      into.message("assistant", update);
      readCallOf(tree, tree.get(update, "rawInput"), {
        into,
        id: into.id(tree.get(update, "toolCallId")),
        name: nameOf(tree, update) ?? "",
      });
      readResult(tree, update, into);
      return;
    case "tool_call_update":
      readResult(tree, update, into);
      return;
    default:
      if (NOTES.has(kind)) into.ignore(update);
  }
}

/** Updates without anything for a model. */
const NOTES: ReadonlySet<string> = new Set([
  ...["plan", "available_commands_update", "current_mode_update", "config_option_update"],
  ...["session_info_update", "usage_update"],
]);

/** The name of a tool; agents without it put it in `_meta`, or in the title. */
function nameOf(tree: Tree, call: Node): string | undefined {
  const meta = tree.get(call, "_meta");
  return (
    getText(tree, call, "name") ?? getText(tree, meta, "toolName") ?? getText(tree, call, "title")
  );
}

function readBlock(tree: Tree, block: Node, into: MessageSink): void {
  const resource = getString(tree, tree.get(block, "resource"), "text");
  const text = getString(tree, block, "text");
  if (text !== NONE || resource !== NONE) into.part(TEXT, text === NONE ? resource : text);
}

/** The latest result of a call: its texts, or else its raw output. Diffs and terminals are only displayed. */
function readResult(tree: Tree, update: Node, into: MessageSink): void {
  const id = into.id(tree.get(update, "toolCallId"));
  const content = tree.get(update, "content");
  const texts = tree
    .items(content)
    .map((item) => tree.get(tree.get(item, "content"), "text"))
    .filter((text) => text !== NONE);
  const raw = tree.get(update, "rawOutput");
  const status = tree.get(update, "status");
  const isTold = texts.length > 0 || tree.isString(raw) || tree.isObject(raw);
  if (!isTold) into.ignore(update);
  else {
    into.message("tool", update, { id });
    const isError = tree.is(status, "failed");
    const about = { into, callId: id, toolName: nameOf(tree, update), isError };
    for (const text of texts) readObservationOf(tree, text, about);
    if (texts.length > 0) {
      if (raw !== NONE) into.side(raw);
    } else if (tree.isString(raw)) readObservationOf(tree, raw, about);
    else {
      const { callId, toolName } = about;
      const head = { kind: "observation", callId, toolName, isError, editable: true } as const;
      into.part(head, raw, { as: "object", key: "output" });
    }
  }
  const isDone = tree.is(status, "completed") || tree.is(status, "failed");
  if (isDone && id !== undefined) into.mark({ mark: "completed", id });
}

/** Reads a request or an answer that is no update. */
function readRpc(tree: Tree, line: Node, into: MessageSink): void {
  const method = getText(tree, line, "method");
  const params = tree.get(line, "params");
  const callId = `rpc ${tree.text(tree.get(line, "id"))}`;
  if (method === "session/prompt") {
    into.message("user", line);
    for (const block of tree.items(tree.get(params, "prompt"))) readBlock(tree, block, into);
  } else if (method !== undefined && ASKED.has(method)) {
    into.message("assistant", line);
    readCallOf(tree, params, { into, id: callId, name: method });
  } else if (method !== "session/update") {
    // An update without anything that was read counts as unknown, not as ignored.
    const result = tree.get(line, "result");
    const given = ["content", "output"].map((key) => getString(tree, result, key));
    const text = given.find((each) => each !== NONE);
    if (text === undefined) into.ignore(line);
    else {
      into.message("tool", line);
      readObservationOf(tree, text, { into, callId });
    }
  }
}

/** Requests from an agent to the editor that are answered with texts. */
const ASKED: ReadonlySet<string> = new Set(["fs/read_text_file", "terminal/output"]);
