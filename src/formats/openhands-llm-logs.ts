import { getString, getText, NONE, type Node, type Tree } from "../json/tree/tree.ts";
import { arrangeThreads } from "./arrange/arrange-threads.ts";
import type { Format, MessageSink } from "./format.ts";
import { OPENAI_ROLES, readChatParts, readOpenAiParts } from "./shared/chat-completions.ts";
import { findRole } from "./shared/message-list.ts";
import {
  type AnswerTest,
  answerTest,
  hasMaskHeader,
  type MaskTest,
} from "./shared/observation-headers.ts";
import { readObservationOf, TEXT } from "./shared/part-heads.ts";
import { readModel } from "./shared/read-model.ts";
import { type CountKeys, OPENAI_COUNTS, readUsage } from "./shared/read-usage.ts";
import { readResponseItem } from "./shared/response-items.ts";
import { CHAT_DIALECT, readTextProtocol } from "./shared/text-protocol.ts";

/**
 * Request logs of OpenHands (`log_completions`): a document for each request, with the prompt as it was sent
 * and the `response`. Models without function calling get their tools in text; next to those `messages`, the
 * log keeps the original ones, with roles and ids, under `raw_messages` (SDK) or `fncall_messages` (0.x):
 * they show which user message is a tool's, and their contents are side copies. Of two responses the one in
 * text is read.
 *
 * Checked in the source (SDK: `llm.py`, `utils/telemetry.py`; 0.x: `llm/llm.py`) and on recorded logs of SDK
 * 1.0, with function calling and without. Prompts of the Responses API (`input`) are from the source alone. A
 * log records what was sent, so nothing is ever dropped from it.
 */
export function openhandsLlmLogsWith(isMask: MaskTest): Format<"openhands-llm-logs"> {
  const isAnswer = answerTest(isMask);
  return {
    name: "openhands-llm-logs",
    writtenBy: "request logs of OpenHands (log_completions)",
    knownFrom: "recordings",
    layouts: ["document", "rows"],
    evidence: "keys",
    keys: [{ all: ["response", "kwargs", "cost", "timestamp"], any: ["messages", "input"] }],
    dropping: "never",
    kindOf: (tree, record) => (isLog(tree, record) ? "conversation" : undefined),
    detect: (head) => head.some((tree) => isLog(tree, tree.root)),
    read(tree, record, into) {
      if (tree.isArray(tree.get(record, "input"))) readItems(tree, record, into);
      else readChat(tree, record, { into, isAnswer });
    },
    arrange: arrangeThreads,
  };
}

/** The format, with the placeholders that every run knows. */
export const openhandsLlmLogs = openhandsLlmLogsWith(hasMaskHeader);

function isLog(tree: Tree, record: Node): boolean {
  return (
    tree.isObject(tree.get(record, "response")) &&
    tree.isObject(tree.get(record, "kwargs")) &&
    tree.isNumber(tree.get(record, "timestamp")) &&
    ["messages", "input"].some((key) => tree.isArray(tree.get(record, key)))
  );
}

function readChat(
  tree: Tree,
  record: Node,
  { into, isAnswer }: { readonly into: MessageSink; readonly isAnswer: AnswerTest },
): void {
  const array = tree.get(record, "messages");
  const messages = tree.items(array);
  const raw = firstOf(tree, record, ["raw_messages", "fncall_messages"]);
  const twins = tree.items(raw);
  const hasTwins = twins.length === messages.length;
  into.array(array);
  if (hasTwins || messages.some((message) => isCalling(tree, message))) {
    messages.forEach((message, k) => {
      readMessage(tree, message, { twin: hasTwins ? (twins[k] ?? NONE) : NONE, into });
    });
  } else readTextProtocol(tree, array, { into, dialect: CHAT_DIALECT, isAnswer });
  if (!hasTwins && raw !== NONE) into.side(raw, "prompt");
  readReply(tree, record, into);
}

function isCalling(tree: Tree, message: Node): boolean {
  return (
    tree.is(tree.get(message, "role"), "tool") || tree.isArray(tree.get(message, "tool_calls"))
  );
}

/** A message, and its original before its calls and results became text. */
function readMessage(
  tree: Tree,
  message: Node,
  { twin, into }: { readonly twin: Node; readonly into: MessageSink },
): void {
  const said = findRole(tree, message, OPENAI_ROLES);
  if (said === undefined) return;
  const role = findRole(tree, twin, OPENAI_ROLES) ?? said;
  into.message(role, message);
  if (role !== "tool" || said === "tool") {
    readOpenAiParts(tree, message, { role: said, into });
    if (said === "assistant" && !isCalling(tree, message)) readTextCalls(tree, twin, into);
  } else {
    readObservationOf(tree, tree.get(message, "content"), {
      into,
      callId: getText(tree, twin, "tool_call_id"),
      toolName: getText(tree, twin, "name"),
    });
  }
  if (twin === NONE) return;
  if (role === "tool") into.side(tree.get(twin, "content"));
  else into.ignore(twin);
}

/** Calls in a message's text, found through the original message, which lists them. */
function readTextCalls(tree: Tree, twin: Node, into: MessageSink): void {
  for (const call of tree.items(tree.get(twin, "tool_calls")))
    into.part({ kind: "call", id: getText(tree, call, "id"), name: "" });
}

/** The model's answer, in text if the prompt is. */
function readReply(tree: Tree, record: Node, into: MessageSink): void {
  const inText = tree.get(record, "raw_response");
  const given = tree.get(record, "response");
  const response = tree.isObject(inText) ? inText : given;
  const twin = response === inText ? given : tree.get(record, "fncall_response");
  const message = replyIn(tree, response);
  readModel(tree, response, { into });
  if (message !== NONE) {
    into.array(NONE);
    into.message("assistant", message);
    readUsage(tree, tree.get(response, "usage"), { into, keys: OPENAI_COUNTS });
    readChatParts(tree, message, into);
    if (!isCalling(tree, message)) readTextCalls(tree, replyIn(tree, twin), into);
  }
  into.ignore(twin);
}

function replyIn(tree: Tree, response: Node): Node {
  const [choice = NONE] = tree.items(tree.get(response, "choices"));
  const message = tree.get(choice, "message");
  return tree.isObject(message) ? message : NONE;
}

/** A request to the Responses API; the response repeats its instructions. */
function readItems(tree: Tree, record: Node, into: MessageSink): void {
  const response = tree.get(record, "response");
  const instructions = getString(tree, response, "instructions");
  if (instructions !== NONE) {
    into.message("system", response);
    into.part(TEXT, instructions);
  }
  readModel(tree, response, { into });
  for (const list of [tree.get(record, "input"), tree.get(response, "output")]) {
    into.array(list);
    for (const item of tree.items(list)) readResponseItem(tree, item, into);
  }
  readUsage(tree, tree.get(response, "usage"), { into, keys: RESPONSES_COUNTS });
}

/** The counts of the Responses API. */
const RESPONSES_COUNTS = {
  input: ["input_tokens"],
  read: "input_tokens_details.cached_tokens",
  inputHasRead: true,
  output: ["output_tokens"],
} as const satisfies CountKeys;

function firstOf(tree: Tree, record: Node, keys: readonly string[]): Node {
  const arrays = keys.map((key) => tree.get(record, key)).filter((node) => tree.isArray(node));
  return arrays[0] ?? NONE;
}
