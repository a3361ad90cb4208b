import { getString, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { Arrangement, Found } from "../../transcript/model/arrangement.ts";
import type { Role } from "../../transcript/model/message.ts";
import type { Sequence } from "../../transcript/model/sequence.ts";
import type { Format, MessageSink } from "../format.ts";
import {
  isAnthropicBlock,
  isAnthropicMessage,
  readAnthropicBlock,
  roleOfAnthropic,
} from "../shared/anthropic-blocks.ts";
import {
  hasMessages,
  kindOfChat,
  listBlockMessages,
  listMessages,
  messageArray,
} from "../shared/message-list.ts";
import { hasMaskHeader, type MaskTest } from "../shared/observation-headers.ts";
import { NO_RESULT, readText, TEXT } from "../shared/part-heads.ts";
import { readModel } from "../shared/read-model.ts";
import { readUsage } from "../shared/read-usage.ts";
import { readClineResult } from "./cline-results.ts";
import { CLINE_COUNTS, clineSaved } from "./cline-saved.ts";
import {
  answersIn,
  type ClineAnswers,
  callsOf,
  hasAnswer,
  isAnswerHeader,
  NO_ANSWERS,
  startOf,
  textOf,
} from "./cline-text.ts";

/**
 * Tasks of Cline and Roo Code: Anthropic messages with a `ts`, in the array of
 * `api_conversation_history.json` or, since the SDK of 2026, under `messages` of an object with `version` and
 * `sessionId`. Checked in the sources of Cline (3.0, 3.30, 3.77, SDK of August 2026) and of Roo Code
 * (`apiMessages.ts`).
 *
 * The SDK keeps tools' answers as a list of `{query, result, success}`, or one such object as JSON in a
 * string. If a model has no tool calls of its own, calls are XML in the assistant's text, and a tool's answer
 * is a text block of the user after a block `[tool for 'x'] Result:`; each such header counts as a call of
 * the previous message. Cline's CLI of February 2026 has calls of the model, and answers that begin with such a header.
 * Roo Code's `condenseParent` and `truncationParent` name messages that no longer reach the model.
 */
export function clineWith(isMask: MaskTest): Format<"cline"> {
  return {
    name: "cline",
    writtenBy: "Cline and Roo Code tasks",
    knownFrom: "recordings",
    layouts: ["document"],
    evidence: "keys",
    keys: [
      { all: ["sessionId", "version", "messages"], none: ["projectHash"] },
      { items: ["role", "content"] },
    ],
    dropping: "remove",
    isResumed: true,
    saved: clineSaved,
    kindOf(tree, record) {
      const kind = kindOfChat(tree, record, isAnthropicMessage);
      return kind === "conversation" ? kind : undefined;
    },
    detect: (head) => head.length > 0 && head.every((tree) => isSession(tree) || isHistory(tree)),
    arrange,
    message: (summary, encode) =>
      `{"role":"user","content":[{"type":"text","text":${encode(summary)}}]}`,
    read: (tree, record, into) => readTask(tree, record, { into, isMask }),
    readItem: (tree, message, into, before) => readItem(tree, message, { into, isMask, before }),
    readItemIsWhole: true,
  };
}

/** The format with the default placeholders of answers that were masked with their header. */
export const cline = clineWith(hasMaskHeader);

/** Reads the messages of a task. */
function readTask(
  tree: Tree,
  record: Node,
  { into, isMask }: { readonly into: MessageSink; readonly isMask: MaskTest },
): void {
  const prompt = getString(tree, record, "system_prompt");
  if (prompt !== NONE) {
    into.message("system", record);
    into.part(TEXT, prompt);
  }
  into.array(messageArray(tree, record));
  const messages = listMessages(tree, record);
  const answersOf = (message: Node | undefined) =>
    message === undefined ? NO_ANSWERS : answersIn(tree, message, isMask);
  messages.forEach((message, at) => {
    const answers = answersOf(message);
    const calls = callsOf(tree, messages[at - 1], answers);
    const role = readMessage(tree, message, { into, answers, calls });
    if (role !== "assistant") return;
    const next = answersOf(messages[at + 1]);
    const called = callsOf(tree, message, next);
    for (const [block, name] of next)
      if (!called.has(block)) into.part({ kind: "call", id: undefined, name });
  });
}

/** A message's sink, its answers in texts, and the calls that these are to. */
interface ClineTarget {
  readonly into: MessageSink;
  readonly answers: ClineAnswers;
  readonly calls: ReadonlyMap<number, string>;
}

/** Reads a message; returns its role. */
function readMessage(tree: Tree, message: Node, target: ClineTarget): Role | undefined {
  const { into, answers } = target;
  const role = roleOfAnthropic(tree, message);
  if (role === undefined) return undefined;
  readModel(tree, tree.get(message, "modelInfo"), { into, keys: ["modelId", "id"] });
  const idAt = (key: string) => into.id(tree.get(message, key));
  into.message(answers.has(0) || answers.has(1) ? "tool" : role, message, {
    id: idAt("condenseId") ?? idAt("truncationId"),
    parent: idAt(PARENTS[0]) ?? idAt(PARENTS[1]),
  });
  if (into.wantsUsage) readUsage(tree, tree.get(message, "metrics"), { into, keys: CLINE_COUNTS });
  readContent(tree, tree.get(message, "content"), target);
  return role;
}

/**
 * The same of a message by itself, unless it is replaced, or answers in a text a call with an id. Calls that texts answer
 * are passed before the message: they are of the one before it.
 */
function readItem(
  tree: Tree,
  message: Node,
  {
    into,
    isMask,
    before,
  }: { readonly into: MessageSink; readonly isMask: MaskTest; readonly before: number },
): void {
  const answers = answersIn(tree, message, isMask);
  const hasCalls = answers.size > 0 && before === CALLS;
  if (hasCalls || PARENTS.some((key) => tree.isString(tree.get(message, key))))
    into.mark({ mark: "of other messages" });
  if (before === REPLY)
    for (const name of answers.values()) into.part({ kind: "call", id: undefined, name });
  const role = readMessage(tree, message, { into, answers, calls: NO_CALLS });
  const isCalling = tree
    .items(tree.get(message, "content"))
    .some((block) => tree.is(tree.get(block, "type"), "tool_use"));
  if (isCalling) into.next?.(CALLS);
  else if (role === "assistant") into.next?.(REPLY);
}

/** Notes for the next message: this one is a reply without calls, or has calls. */
const REPLY = 1;
const CALLS = 2;

const NO_CALLS: ReadonlyMap<number, string> = new Map();

/** Where a message names the one that replaces it. */
const PARENTS = ["condenseParent", "truncationParent"] as const;

/** Whether a record is a session of the SDK. Gemini CLI has `sessionId` and `messages` as well. */
function isSession(tree: Tree): boolean {
  return (
    tree.isString(tree.get(tree.root, "sessionId")) &&
    tree.isNumber(tree.get(tree.root, "version")) &&
    tree.get(tree.root, "projectHash") === NONE &&
    hasMessages(tree, tree.root) &&
    areMessages(tree, listMessages(tree, tree.root))
  );
}

/** Whether items are messages, except some of a later kind without a role. */
function areMessages(tree: Tree, items: readonly Node[]): boolean {
  const others = items.filter((item) => !isAnthropicMessage(tree, item));
  if (others.length > 0 && others.length === items.length) return false;
  return others.every((item) => tree.isObject(item) && tree.get(item, "role") === NONE);
}

/** Whether a record is an array of messages, at least one of which shows that Cline wrote it. */
function isHistory(tree: Tree): boolean {
  if (!tree.isArray(tree.root)) return false;
  return listBlockMessages(tree, tree.root).some((message) => {
    const content = tree.get(message, "content");
    if (!isAnthropicMessage(tree, message)) return false;
    if (tree.is(tree.get(message, "role"), "user") && hasAnswerHeader(tree, content)) return true;
    const isNoted =
      tree.isNumber(tree.get(message, "ts")) || tree.isObject(tree.get(message, "modelInfo"));
    return isNoted && tree.items(content).some((block) => isAnthropicBlock(tree, block));
  });
}

/** Whether a block has a header and an answer, or announces one, of a tool or of the user, in the next block. */
function hasAnswerHeader(tree: Tree, content: Node): boolean {
  const blocks = tree.items(content);
  return blocks.some((block, at) => {
    const text = textOf(tree, block);
    return hasAnswer(tree, text) || (at + 1 < blocks.length && isAnswerHeader(tree, text));
  });
}

function readContent(tree: Tree, content: Node, { into, answers, calls }: ClineTarget): void {
  if (tree.isString(content)) {
    into.part(TEXT, content);
    return;
  }
  if (!tree.isArray(content)) return;
  tree.items(content).forEach((block, at) => {
    const toolName = answers.get(at);
    if (toolName === undefined) readBlock(tree, block, into);
    else {
      const text = textOf(tree, block);
      const isError = startOf(tree, text, FAILED.length).startsWith(FAILED);
      const callId = calls.get(at);
      into.part(
        { kind: "observation", callId, toolName: toolName || undefined, isError, editable: true },
        text,
      );
    }
  });
}

const FAILED = "The tool execution failed";

function readBlock(tree: Tree, block: Node, into: MessageSink): void {
  const type = tree.get(block, "type");
  if (tree.is(type, "tool_result")) readClineResult(tree, block, into);
  else if (isAnswerHeader(tree, textOf(tree, block))) into.part(NO_RESULT, textOf(tree, block));
  else if (tree.is(type, "file")) readText(tree, block, "content", into);
  else readAnthropicBlock(tree, block, { into });
}

/** File order; messages that a later summary or marker replaces are dead. */
function arrange(found: Sequence<Found>): readonly Arrangement[] {
  const messages = [...found].filter(({ mark }) => mark === undefined);
  const dead = messages.filter(({ parentIndex }) => parentIndex !== undefined);
  const live = messages.filter(({ parentIndex }) => parentIndex === undefined);
  return [{ messages: [...dead, ...live].map(({ index }) => index), dead: dead.length }];
}
