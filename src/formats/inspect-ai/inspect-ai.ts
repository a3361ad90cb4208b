import { getString, getText, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import { arrangeThreads } from "../arrange/arrange-threads.ts";
import type { Format, MessageSink } from "../format.ts";
import { findRole, hasMessages, PLAIN_ROLES } from "../shared/message-list.ts";
import {
  type BlockTarget,
  isImageBlock,
  JSON_VALUE,
  readCallOf,
  readContentOf,
  readImage,
  readObservationOf,
  readReasoning,
  readText,
  TEXT_BLOCK,
} from "../shared/part-heads.ts";
import { readModel } from "../shared/read-model.ts";
import { isReference, readCopies, toolEventsOf } from "./inspect-ai-events.ts";

/**
 * Logs of Inspect AI as JSON, each sample a transcript, and single samples, as in `.eval` archives. A call's
 * name is a string under `function`.
 *
 * Checked in the source of August 2026 (model/_chat_message, model/_call_tools, event/*, log/_condense and
 * the providers): for a result with an `error` the model is sent its message in place of the content; and
 * which texts become `attachment://` references. A reference is left as it is, and so are attachments, which
 * others may refer to. The samples' events and message pools repeat the messages.
 */
export const inspectAi: Format<"inspect-ai"> = {
  name: "inspect-ai",
  writtenBy: "Inspect AI logs, JSON or .eval",
  knownFrom: "recordings",
  layouts: ["document", "rows"],
  evidence: "keys",
  keys: [{ all: ["eval", "status", "samples"] }, { all: ["epoch", "messages", "input", "target"] }],
  dropping: "never",
  kindOf: (tree, record) =>
    isLog(tree, record) || isSample(tree, record) ? "conversation" : undefined,
  detect: (head) => head.some((tree) => isLog(tree, tree.root) || isSample(tree, tree.root)),
  read(tree, record, into) {
    readModel(tree, tree.get(record, "eval"), { into });
    if (!isLog(tree, record)) readSample(tree, record, { into, thread: undefined });
    else
      tree.items(tree.get(record, "samples")).forEach((sample, number) => {
        readSample(tree, sample, { into, thread: String(number) });
      });
  },
  arrange: arrangeThreads,
};

function isLog(tree: Tree, record: Node): boolean {
  return (
    tree.isObject(tree.get(record, "eval")) &&
    tree.isString(tree.get(record, "status")) &&
    tree.isArray(tree.get(record, "samples"))
  );
}

function isSample(tree: Tree, record: Node): boolean {
  return (
    tree.isNumber(tree.get(record, "epoch")) &&
    hasMessages(tree, record) &&
    tree.get(record, "input") !== NONE &&
    tree.get(record, "target") !== NONE
  );
}

function readSample(
  tree: Tree,
  sample: Node,
  { into, thread }: { readonly into: MessageSink; readonly thread: string | undefined },
): void {
  const events = toolEventsOf(tree, sample);
  const messages = tree.get(sample, "messages");
  into.array(messages);
  for (const message of tree.items(messages)) {
    const role = findRole(tree, message, PLAIN_ROLES);
    if (role === undefined) continue;
    readModel(tree, message, { into });
    into.message(role, message, { thread });
    if (role !== "tool") readMessage(tree, message, into);
    else {
      readResult(tree, message, into);
      const result = events.resultOf(message);
      if (result !== NONE) into.side(result);
    }
  }
  readCopies(tree, sample, { into, taken: events.taken });
}

function readMessage(tree: Tree, message: Node, into: MessageSink): void {
  readContentOf(tree, tree.get(message, "content"), { into, readBlock });
  for (const call of tree.items(tree.get(message, "tool_calls"))) {
    const name = getText(tree, call, "function") ?? "";
    readCallOf(tree, tree.get(call, "arguments"), { into, id: getText(tree, call, "id"), name });
  }
}

function readBlock(tree: Tree, block: Node, { into, array }: BlockTarget): void {
  switch (getText(tree, block, "type")) {
    case "text":
      readText(tree, block, "text", into);
      return;
    case "reasoning": {
      const signed =
        tree.isString(tree.get(block, "signature")) || tree.isTrue(tree.get(block, "redacted"));
      readReasoning(tree, block, { into, array, key: "reasoning", signed });
      return;
    }
    case "tool_use":
      readServerTool(tree, block, into);
      return;
    default:
      if (isImageBlock(tree, block))
        readImage(tree, block, { into, insideObservation: false, note: TEXT_BLOCK });
      else into.unknown?.(block);
  }
}

/** The result of a provider's tool, next to its call: counted, never edited. */
function readServerTool(tree: Tree, block: Node, into: MessageSink): void {
  const id = getText(tree, block, "id");
  const name = getText(tree, block, "name") ?? "";
  readCallOf(tree, tree.get(block, "arguments"), { into, id, name });
  const isError = tree.isString(tree.get(block, "error"));
  const head = { kind: "observation", callId: id, isError, editable: false } as const;
  into.part(head, tree.get(block, "result"), JSON_VALUE);
}

function readResult(tree: Tree, message: Node, into: MessageSink): void {
  const content = tree.get(message, "content");
  const callId = getText(tree, message, "tool_call_id");
  const toolName = getText(tree, message, "function");
  const error = tree.get(message, "error");
  const told = getString(tree, error, "message");
  const isTold = told !== NONE && tree.chars(told) > 0;
  const text = isTold ? told : content;
  const isError = tree.isObject(error);
  if (isReference(tree, text))
    into.part({ kind: "observation", callId, toolName, isError, editable: false }, text);
  else readObservationOf(tree, text, { into, callId, toolName, isError });
  if (isTold && content !== NONE && !isReference(tree, content)) into.side(content);
  if (tree.chars(text) === 0) nameOthers(tree, message, into);
}

/** For a result without a text: it may be under an unknown key. */
function nameOthers(tree: Tree, message: Node, into: MessageSink): void {
  const values = tree.items(message);
  for (const [at, key] of tree.keys(message).entries())
    if (!ABOUT_RESULT.has(key)) into.unknown?.(values[at] ?? NONE);
}

/** Keys of a result that are not its text and not its error. */
const ABOUT_RESULT: ReadonlySet<string> = new Set([
  "content",
  "function",
  "id",
  "internal",
  "metadata",
  "model",
  "role",
  "source",
  "tool_call_id",
]);
