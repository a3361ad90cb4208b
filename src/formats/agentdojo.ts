import type { Shape } from "../json/tree/shape.ts";
import { getString, getText, listOf, NONE, type Node, type Tree } from "../json/tree/tree.ts";
import type { Format, MessageSink } from "./format.ts";
import { findRole, hasMessages, PLAIN_ROLES, readEach } from "./shared/message-list.ts";
import {
  type BlockTarget,
  readCallOf,
  readContentOf,
  readObservationOf,
  readReasoning,
  readText,
} from "./shared/part-heads.ts";

/**
 * Runs of AgentDojo (`runs/PIPELINE/SUITE/TASK/ATTACK/INJECTION.json`, version 0.1): a task, with or without an
 * attack, and its `messages`. Calls are `{function, args, id}`. Contents are blocks with their text under `content`,
 * strings until 2025. A result that has an `error` is sent as that. Checked in its source (`types.py`, `logging.py`),
 * and on recorded runs of a program built on it.
 */
export const agentdojo: Format<"agentdojo"> = {
  name: "agentdojo",
  writtenBy: "AgentDojo",
  knownFrom: "recordings",
  layouts: ["document", "rows"],
  evidence: "keys",
  keys: [{ all: ["suite_name", "pipeline_name", "messages"] }],
  dropping: "never",
  kindOf: (tree, record) => (hasMessages(tree, record) ? "conversation" : undefined),
  read: (tree, record, into) => readEach(tree, record, { into, readMessage }),
  readItem: readMessage,
  readItemIsWhole: true,
};

const BLOCKS = { as: "blocks", key: "content", type: "text" } as const satisfies Shape;

function readMessage(tree: Tree, message: Node, into: MessageSink): void {
  const role = findRole(tree, message, PLAIN_ROLES);
  if (role === undefined) return;
  into.message(role, message);
  const content = tree.get(message, "content");
  if (role === "tool") {
    const error = getString(tree, message, "error");
    const isError = error !== NONE && !tree.is(error, "");
    readObservationOf(tree, isError ? error : onlyText(tree, content), {
      ...{ into, isError, blocks: BLOCKS },
      callId: into.id(tree.get(message, "tool_call_id")),
      toolName: getText(tree, tree.get(message, "tool_call"), "function"),
    });
    return;
  }
  readContentOf(tree, content, { into, readBlock });
  for (const call of tree.items(tree.get(message, "tool_calls"))) {
    const name = tree.text(getString(tree, call, "function"));
    readCallOf(tree, tree.get(call, "args"), { into, id: into.id(tree.get(call, "id")), name });
  }
}

/** The text of a content that is one block, as those of results are; the content if it is not. */
function onlyText(tree: Tree, content: Node): Node {
  const [block = NONE, ...others] = listOf(tree, content);
  const text = getString(tree, block, "content");
  return text === NONE || others.length > 0 ? content : text;
}

function readBlock(tree: Tree, block: Node, { into, array }: BlockTarget): void {
  const isText = tree.is(tree.get(block, "type"), "text");
  if (isText) readText(tree, block, "content", into);
  else readReasoning(tree, block, { into, array, key: "content", signed: true });
}
