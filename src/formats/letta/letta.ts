import { getString, getText, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { Role } from "../../transcript/model/message.ts";
import type { Flaw, Format, MessageSink } from "../format.ts";
import {
  type BlockTarget,
  isImageBlock,
  readCallOf,
  readContentOf,
  readImage,
  readObservationOf,
  readReasoning,
  readSealedReasoning,
  readText,
  TEXT_BLOCK,
} from "../shared/part-heads.ts";
import { readModel } from "../shared/read-model.ts";
import { arrangeInContext, IN_CONTEXT } from "./letta-context.ts";

/**
 * Agent files of Letta (`.af`): a document with `agents`, each a transcript. The model is sent the messages
 * that `in_context_message_ids` names, in that order; the agent can search the others. The model sees a
 * result's `func_response` in `tool_returns`, or its `content` if there is none; otherwise `content` is a
 * copy, as are a tool's printed output and the returns in `approvals`.
 *
 * Checked in the source of 0.16 (`schemas/agent_file.py`, `schemas/message.py`) and on files of Letta's own
 * collection. The import looks up each id in context, so no message is ever dropped.
 */
export const letta: Format<"letta"> = {
  name: "letta",
  writtenBy: "Letta agent files",
  knownFrom: "recordings",
  layouts: ["document", "rows"],
  evidence: "keys",
  keys: [{ all: ["agents", "blocks", "tools"] }],
  dropping: "never",
  isResumed: true,
  kindOf: (tree, record) => (isAgentFile(tree, record) ? "conversation" : undefined),
  detect: (head) => head.some((tree) => isAgentFile(tree, tree.root)),
  read(tree, record, into) {
    for (const key of APART) into.ignore(tree.get(record, key));
    tree.items(tree.get(record, "agents")).forEach((agent, number) => {
      const thread = number === 0 ? undefined : `agent ${number}`;
      for (const id of tree.items(tree.get(agent, "in_context_message_ids")))
        if (tree.isString(id)) into.mark({ mark: IN_CONTEXT, id: tree.text(id), thread });
      for (const message of tree.items(tree.get(agent, "messages")))
        readMessage(tree, message, { into, thread });
    });
  },
  arrange: arrangeInContext,
  check: checkAgentFile,
};

function isAgentFile(tree: Tree, record: Node): boolean {
  const agents = tree.get(record, "agents");
  return (
    tree.isArray(agents) &&
    tree.isArray(tree.get(record, "blocks")) &&
    tree.items(agents).some((agent) => tree.isArray(tree.get(agent, "messages")))
  );
}

/** Keys of an agent's data besides messages. */
const APART = ["blocks", "tools", "files", "sources", "mcp_servers", "skills", "groups"];

/** The sink for a message, and its agent. */
interface LettaTarget {
  readonly into: MessageSink;
  readonly thread: string | undefined;
}

function readMessage(tree: Tree, message: Node, { into, thread }: LettaTarget): void {
  const role = roleOf(tree, message);
  // Not sent: the tool message after it has the answer.
  const approvals = tree.get(message, "approvals");
  if (tree.hasItems(approvals)) into.side(approvals, "prompt");
  if (role === undefined) {
    if (tree.is(tree.get(message, "role"), "approval")) into.ignore(message);
    return;
  }
  readModel(tree, message, { into });
  into.message(role, message, { id: getText(tree, message, "id"), thread });
  if (role === "tool") readResults(tree, message, into);
  else readSpeech(tree, message, into);
}

function roleOf(tree: Tree, message: Node): Role | undefined {
  const role = getText(tree, message, "role");
  if (role !== "approval") return ROLES.get(role ?? "");
  // A request for approval is the reply with the calls.
  return tree.isArray(tree.get(message, "tool_calls")) ? "assistant" : undefined;
}

const ROLES: ReadonlyMap<string, Role> = new Map<string, Role>([
  ["assistant", "assistant"],
  ["function", "tool"],
  ["system", "system"],
  ["tool", "tool"],
  ["user", "user"],
]);

function readResults(tree: Tree, message: Node, into: MessageSink): void {
  const content = tree.get(message, "content");
  const ownId = getText(tree, message, "tool_call_id");
  const toolName = getText(tree, message, "name");
  const returns = tree.items(tree.get(message, "tool_returns"));
  if (returns.length === 0) readObservationOf(tree, content, { into, callId: ownId, toolName });
  returns.forEach((given, number) => {
    const callId = getText(tree, given, "tool_call_id") ?? ownId;
    const isError = tree.is(tree.get(given, "status"), "error");
    const response = tree.get(given, "func_response");
    readObservationOf(tree, response, { into, callId, toolName, isError });
    for (const key of ["stdout", "stderr"]) {
      const printed = tree.get(given, key);
      if (tree.hasItems(printed)) into.side(printed);
    }
    if (number === 0 && tree.hasItems(content)) into.side(content);
  });
}

function readSpeech(tree: Tree, message: Node, into: MessageSink): void {
  readContentOf(tree, tree.get(message, "content"), { into, readBlock });
  for (const call of tree.items(tree.get(message, "tool_calls"))) {
    const made = tree.get(call, "function");
    const name = getText(tree, made, "name") ?? "";
    readCallOf(tree, tree.get(made, "arguments"), { into, id: getText(tree, call, "id"), name });
  }
}

function readBlock(tree: Tree, block: Node, { into, array }: BlockTarget): void {
  switch (getText(tree, block, "type")) {
    case "text":
      readText(tree, block, "text", into);
      return;
    case "reasoning": {
      const signed = tree.isString(tree.get(block, "signature"));
      readReasoning(tree, block, { into, array, key: "reasoning", signed });
      return;
    }
    case "redacted_reasoning":
      readSealedReasoning(tree, block, { into, array, key: "data" });
      return;
    case "omitted_reasoning":
      readSealedReasoning(tree, block, { into, array, key: "signature" });
      return;
    case "summarized_reasoning": {
      const signed = tree.isString(tree.get(block, "encrypted_content"));
      for (const part of tree.items(tree.get(block, "summary"))) {
        const text = getString(tree, part, "text");
        if (text !== NONE) into.part({ kind: "reasoning", signed }, text);
      }
      return;
    }
    default:
      if (isImageBlock(tree, block))
        readImage(tree, block, { into, insideObservation: false, note: TEXT_BLOCK });
  }
}

/** The import fails at an id in context that no message has. */
function* checkAgentFile(tree: Tree, record: Node): Iterable<Flaw> {
  for (const agent of tree.items(tree.get(record, "agents"))) {
    const messages = tree.items(tree.get(agent, "messages"));
    const ids = new Set(messages.map((message) => getText(tree, message, "id")));
    for (const id of tree.items(tree.get(agent, "in_context_message_ids"))) {
      if (tree.isString(id) && !ids.has(tree.text(id)))
        yield { node: id, message: `expected the id of a message (got "${tree.head(id, 60)}")` };
    }
  }
}
