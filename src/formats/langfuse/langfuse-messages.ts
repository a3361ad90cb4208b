import { getString, getText, listOf, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { Role } from "../../transcript/model/message.ts";
import type { MessageSink } from "../format.ts";
import { readGeminiParts } from "../gemini/gemini-parts.ts";
import { readOtelMessage, showsOtel } from "../otel/otel-messages.ts";
import { callIn } from "../shared/chat-completions.ts";
import { readCallOf, TEXT } from "../shared/part-heads.ts";
import { readResponseItem } from "../shared/response-items.ts";
import { readLangfuseBlocks, readLangfuseResult } from "./langfuse-blocks.ts";
import { readNamedResult } from "./langfuse-named-results.ts";

/** The sink for messages, and their observation. */
export interface LangfuseTarget {
  readonly into: MessageSink;
  readonly thread: string;
}

/**
 * Reads the input or output of an observation: messages in the shape of the client that made the request,
 * alone, in an array, or in a request or response; as values, or as JSON in a string. A text is the
 * `speaker`'s, and so is JSON without a message.
 */
export function readLangfuseValue(
  tree: Tree,
  value: Node,
  target: LangfuseTarget,
  speaker: "user" | "assistant",
): void {
  const { into, thread } = target;
  if (!tree.isString(value)) {
    readIn(tree, value, target);
    return;
  }
  let isRead = false;
  if (JSON_STARTS.some((code) => tree.mayBeginWith(value, code)))
    into.inside(value, (inner) => {
      isRead = readIn(inner, inner.root, target);
    });
  if (isRead) return;
  into.message(speaker, value, { thread });
  // A result in no known message: reported as unread.
  if (mentionsResult(tree, value)) into.part(UNREAD_RESULT);
  else into.part(TEXT, value);
}

const UNREAD_RESULT = {
  kind: "observation",
  callId: undefined,
  isError: false,
  editable: false,
} as const;

/** Whether a value has a result, judged by the words for one in all shapes. */
export function mentionsResult(tree: Tree, value: Node): boolean {
  const mayMention =
    !tree.isString(value) || RESULT_WORDS.some((word) => tree.includes(value, word));
  return value !== NONE && mayMention && RESULT.test(tree.text(value));
}

/** A text without any of these mentions none. */
const RESULT_WORDS = ["tool_call_id", "tool_use_id", "result", "output", "esponse"];

const RESULT =
  /"(?:tool_call_id|tool_use_id|tool-result|function_call_output|function_?[rR]esponse|tool_call_response)\\?"/;

const JSON_STARTS = [..."[{"].map((character) => character.charCodeAt(0));

/** Reads a value; returns whether there was a message in it. */
function readIn(tree: Tree, value: Node, target: LangfuseTarget): boolean {
  if (tree.isArray(value)) return readItems(tree, value, target);
  const { into, thread } = target;
  for (const key of ["system", "instructions"]) {
    const system = getString(tree, value, key);
    if (system === NONE) continue;
    into.message("system", system, { thread });
    into.part(TEXT, system);
  }
  const prompt = getString(tree, value, "prompt");
  if (prompt !== NONE) {
    into.message("user", prompt, { thread });
    into.part(TEXT, prompt);
  }
  const list = LISTS.map((key) => tree.get(value, key)).find((each) => tree.isArray(each));
  const isRead = list === undefined ? readItem(tree, value, target) : readItems(tree, list, target);
  return isRead || readArguments(tree, value, target) || prompt !== NONE;
}

/** Reads the arguments of a function, which Langfuse's decorators record as its input. */
function readArguments(tree: Tree, value: Node, target: LangfuseTarget): boolean {
  const [args, named] = [tree.get(value, "args"), tree.get(value, "kwargs")];
  if (!tree.isArray(args) || !tree.isObject(named)) return false;
  const given = [...tree.items(args), ...tree.items(named)];
  return given.filter((each) => !tree.isString(each) && readIn(tree, each, target)).length > 0;
}

function readItems(tree: Tree, array: Node, target: LangfuseTarget): boolean {
  const isRead = (item: Node) =>
    readItem(tree, item, target) || readNamedResult(tree, item, { ...target, array });
  return tree.items(array).filter(isRead).length > 0;
}

/** The keys of messages in requests and responses. */
const LISTS = ["messages", "choices", "input", "output", "contents", "candidates"];

function readItem(tree: Tree, item: Node, target: LangfuseTarget): boolean {
  const inner = ["message", "kwargs"].map((key) => tree.get(item, key));
  const held = inner.find((each) => tree.isObject(each));
  if (held !== undefined) return readItem(tree, held, target);
  const { into, thread } = target;
  if (showsOtel(tree, item)) {
    readOtelMessage(tree, item, { into, about: { thread } });
    return true;
  }
  const said = getText(tree, item, "role");
  if (said === undefined && readResponseItem(tree, item, into, { thread })) return true;
  const role = ROLES.get(said ?? getText(tree, item, "type") ?? "");
  const parts = tree.get(item, "parts");
  if (role === undefined) return readBareCall(tree, item, target);
  if (tree.isArray(parts)) {
    into.message(role, item, { thread });
    readGeminiParts(tree, parts, into);
  } else if (isDefinition(tree, tree.get(item, "content"))) into.ignore(item);
  else readMessage(tree, item, { ...target, role });
  return true;
}

/** The words for roles, and LangChain's types of messages. */
const ROLES: ReadonlyMap<string, Role> = new Map<string, Role>([
  ["ai", "assistant"],
  ["assistant", "assistant"],
  ["developer", "system"],
  ["function", "tool"],
  ["human", "user"],
  ["model", "assistant"],
  ["system", "system"],
  ["tool", "tool"],
  ["user", "user"],
]);

/** A single call of the Vercel AI SDK, as its telemetry has the calls of a reply. */
function readBareCall(tree: Tree, item: Node, { into, thread }: LangfuseTarget): boolean {
  const id = getText(tree, item, "toolCallId");
  if (id === undefined) return false;
  into.message("assistant", item, { thread });
  const input = tree.get(item, "input");
  const args = input === NONE ? tree.get(item, "args") : input;
  readCallOf(tree, args, { into, id, name: getText(tree, item, "toolName") ?? "" });
  return true;
}

/**
 * Whether a content is the definition of a tool, which Langfuse's handler for LangChain lists as a message.
 */
function isDefinition(tree: Tree, content: Node): boolean {
  return tree.isObject(tree.get(content, "function")) && tree.isString(tree.get(content, "type"));
}

function readMessage(
  tree: Tree,
  message: Node,
  { into, thread, role }: LangfuseTarget & { readonly role: Role },
): void {
  const content = tree.get(message, "content");
  const blocks = listOf(tree, content);
  const isAnswer =
    blocks.length > 0 && blocks.every((block) => RESULTS.has(getText(tree, block, "type") ?? ""));
  into.message(isAnswer ? "tool" : role, message, { thread });
  if (role === "tool" && !isAnswer) {
    readLangfuseResult(tree, content, {
      into,
      callId: getText(tree, message, "tool_call_id"),
      toolName: getText(tree, message, "name"),
      isError: tree.is(tree.get(message, "status"), "error"),
    });
    return;
  }
  if (tree.isArray(content)) readLangfuseBlocks(tree, content, into);
  else if (tree.isString(content)) into.part(TEXT, content);
  readCalls(tree, message, into);
}

const RESULTS: ReadonlySet<string> = new Set(["tool_result", "tool-result"]);

/** Calls as in chat completions, as in LangChain, and the provider's calls that LangChain keeps. */
function readCalls(tree: Tree, message: Node, into: MessageSink): void {
  const own = tree.items(tree.get(message, "tool_calls"));
  const more = tree.get(tree.get(message, "additional_kwargs"), "tool_calls");
  for (const call of own.length > 0 ? own : tree.items(more)) {
    const held = callIn(tree, call);
    const made = held === NONE ? call : held;
    const args = tree.get(made, "arguments");
    const name = getText(tree, made, "name") ?? "";
    const given = args === NONE ? tree.get(made, "args") : args;
    readCallOf(tree, given, { into, id: getText(tree, call, "id"), name });
  }
}
