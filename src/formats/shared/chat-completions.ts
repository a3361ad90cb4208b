/** Messages of OpenAI's chat completions, which agents also keep inside their own envelopes. */
import type { ChatTable } from "../../json/tape/chat-table.ts";
import { Key } from "../../json/tree/key.ts";
import { getString, getText, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { Role } from "../../transcript/model/message.ts";
import type { MessageSink } from "../format.ts";
import { ARGUMENTS, readCall, readContent, readObservation } from "./chat-content.ts";
import { MESSAGES, PLAIN_ROLES, type RoleNames } from "./message-list.ts";
import { readReasoning as readReasoningOf, TEXT } from "./part-heads.ts";
import { CONTENT, DEVELOPER, ID, NAME, ROLE, TEXT_KEY } from "./shared-keys.ts";

// Looked up in every message.
const TOOL_CALLS = new Key("tool_calls");
const TOOL_CALL_ID = new Key("tool_call_id");
const TOOL_NAME = new Key("tool_name");
const FUNCTION = new Key("function");
const FUNCTION_CALL = new Key("function_call");
const REFUSAL = new Key("refusal");
const REASONING = new Key("reasoning");
const REASONING_CONTENT = new Key("reasoning_content");
const THINKING = new Key("thinking");
const REASONING_DETAILS = new Key("reasoning_details");
const IMAGE_URL = new Key("image_url");
const THINKING_BLOCKS = new Key("thinking_blocks");

/** The roles of chat completions. */
export const OPENAI_ROLES = [
  ...PLAIN_ROLES,
  [DEVELOPER, "system"],
  [FUNCTION, "tool"],
] as const satisfies RoleNames;

/** Roles of messages that are calls, as JSON, in fine-tuning sets. */
const CALL_ROLES = [new Key("tool_call"), new Key("function_call")];

const OBSERVATION_ROLES = [
  [new Key("observation"), "tool"],
  [new Key("tool_response"), "tool"],
  [new Key("ipython"), "tool"],
] as const satisfies RoleNames;

/**
 * The roles of OpenAI's messages and of fine-tuning sets: LLaMA-Factory's `function_call` and `observation`, ms-swift's
 * `tool_call` and `tool_response`, and Llama's `ipython`.
 */
export const CHAT_ROLES: RoleNames = [
  ...OPENAI_ROLES,
  ...CALL_ROLES.map((word) => [word, "assistant"] as const),
  ...OBSERVATION_ROLES,
];

/**
 * Other keys of rows and messages: OpenAI's own of requests and replies, those of its fine-tuning files, and
 * those that LiteLLM and logging programs add.
 */
const EXTRAS = [
  "tools",
  "functions",
  "metadata",
  "annotations",
  "audio",
  "parsed",
  "index",
  "finish_reason",
  "logprobs",
  "usage",
  "weight",
  "provider_specific_fields",
  "timestamp",
  "created",
  "created_at",
  "createdAt",
  "date",
  "model",
  "message_id",
  "latency",
  "cost",
  "reward",
  "loss_mask",
  "cache_control",
  // Its value, which says nothing of a result: the kernel looks up words of keys only.
  "ephemeral",
  "token_ids",
  "num_tokens",
];

/** The words of chat completions, as data; the functions below look for the same ones. */
export const OPENAI_CHAT = {
  keys: [
    [MESSAGES, "messages"],
    [ROLE, "role"],
    [CONTENT, "content"],
    [TOOL_CALLS, "calls"],
    [TOOL_CALL_ID, "result id"],
    [NAME, "name"],
    [TOOL_NAME, "name"],
    [REFUSAL, "text"],
    [REASONING_CONTENT, "reasoning"],
    [REASONING, "other reasoning"],
    [THINKING, "other reasoning"],
    [THINKING_BLOCKS, "reasoning blocks"],
    [REASONING_DETAILS, "reasoning blocks"],
    [FUNCTION_CALL, "call in order"],
    [ID, "call id"],
    [FUNCTION, "call"],
    [new Key("custom"), "other call"],
    [ARGUMENTS, "arguments"],
    [new Key("input"), "other arguments"],
    [TEXT_KEY, "block text"],
    [new Key("value"), "last block text"],
    [IMAGE_URL, "image"],
    [new Key("type"), "kind"],
    ...EXTRAS.map((word) => [new Key(word), "extra"] as const),
  ],
  roles: OPENAI_ROLES,
  textBlock: TEXT_KEY,
  imageBlock: IMAGE_URL,
} as const satisfies ChatTable;

/** The words of chat completions, with the roles of fine-tuning sets. */
export const FINE_TUNING_CHAT = {
  ...OPENAI_CHAT,
  roles: [...OPENAI_ROLES, ...OBSERVATION_ROLES],
  callRoles: CALL_ROLES,
  callsInTexts: true,
} as const satisfies ChatTable;

/** Reads the parts of a message of chat completions; the message itself was passed to the sink already. */
export function readOpenAiParts(
  tree: Tree,
  message: Node,
  { role, into }: { readonly role: Role; readonly into: MessageSink },
): void {
  if (role === "tool") readTool(tree, message, into);
  else readChatParts(tree, message, into);
}

function readTool(tree: Tree, message: Node, into: MessageSink): void {
  const callId = into.id(tree.get(message, TOOL_CALL_ID));
  const toolName = toolNameOf(tree, message);
  readObservation(tree, tree.get(message, CONTENT), { into, callId, toolName });
}

/** The tool whose result a message is: its name, or its `tool_name`, as Ollama has it. */
export function toolNameOf(tree: Tree, message: Node): string | undefined {
  return getText(tree, message, NAME) ?? getText(tree, message, TOOL_NAME);
}

/** Reads the parts of a message that is no observation; the message itself was passed to the sink already. */
export function readChatParts(tree: Tree, message: Node, into: MessageSink): void {
  if (CALL_ROLES.some((word) => tree.is(tree.get(message, ROLE), word))) {
    into.part({ kind: "call", id: undefined, name: "" }, getString(tree, message, CONTENT));
    return;
  }
  readReasoning(tree, message, into);
  readContent(tree, tree.get(message, CONTENT), into);
  const refusal = getString(tree, message, REFUSAL);
  if (refusal !== NONE) into.part(TEXT, refusal);
  for (const call of tree.items(tree.get(message, TOOL_CALLS))) {
    if (tree.isString(call)) into.inside(call, (inner) => readListedCall(inner, inner.root, into));
    else readListedCall(tree, call, into);
  }
  const legacy = tree.get(message, FUNCTION_CALL);
  if (tree.isObject(legacy)) readCall(tree, legacy, { into, id: undefined });
}

/** Reads an item of `tool_calls`, which rows of verifiers have as JSON in a string. */
function readListedCall(tree: Tree, call: Node, into: MessageSink): void {
  const made = callIn(tree, call);
  if (made !== NONE) readCall(tree, made, { into, id: into.id(tree.get(call, ID)) });
}

/** The call in a `tool_calls` item: `function`, or `custom` for tools without a schema. */
export function callIn(tree: Tree, call: Node): Node {
  const made = tree.get(call, FUNCTION);
  return made === NONE ? tree.get(call, "custom") : made;
}

/** DeepSeek's and vLLM's, OpenRouter's, Ollama's. */
const REASONING_KEYS = [REASONING_CONTENT, REASONING, THINKING];

/** Vendors' fields for reasoning. Several fields can have the same text: only the first counts. */
function readReasoning(tree: Tree, message: Node, into: MessageSink): void {
  const texts = REASONING_KEYS.map((key) => getString(tree, message, key));
  const reasoning = texts.find((text) => text !== NONE) ?? NONE;
  const thinking = tree.get(message, THINKING_BLOCKS);
  const details = tree.get(message, REASONING_DETAILS);
  if (reasoning !== NONE) {
    into.part({ kind: "reasoning", signed: false }, reasoning);
    if (thinking !== NONE) into.ignore(thinking);
    if (details !== NONE) into.ignore(details);
    return;
  }
  const blocks = thinking === NONE ? details : thinking;
  if (!tree.isArray(blocks)) return;
  for (const block of tree.items(blocks)) {
    const key = ["thinking", "text", "summary"].find((each) =>
      tree.isString(tree.get(block, each)),
    );
    if (key === undefined) continue;
    const signed = tree.isString(tree.get(block, "signature"));
    readReasoningOf(tree, block, { into, array: blocks, key, signed });
  }
}

/** Types of content blocks of the API, of LLaMA-Factory, and of converters to this format. */
export const OPENAI_BLOCKS: ReadonlySet<unknown> = new Set([
  "text",
  "refusal",
  "image_url",
  "input_audio",
  "file",
  "video_url",
  "reasoning",
  "tool_call",
  "tool_output",
]);
