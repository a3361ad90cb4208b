import { getString, getText, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { Role } from "../../transcript/model/message.ts";
import { arrangeThreads } from "../arrange/arrange-threads.ts";
import type { Format, MessageSink } from "../format.ts";
import { readAnthropicBlock } from "../shared/anthropic-blocks.ts";
import { kindOfChat, listMessages, readEach } from "../shared/message-list.ts";
import {
  type BlockTarget,
  isImageBlock,
  readCallOf,
  readContentOf,
  readImage,
  readObservationOf,
  readReasoning,
  readText,
  TEXT,
  TEXT_BLOCK,
} from "../shared/part-heads.ts";
import { readModel } from "../shared/read-model.ts";
import { readResponseReasoning } from "../shared/response-items.ts";

/** The differences between LangChain's ways to save a message. */
export interface LangchainShape<Name extends string = string> {
  readonly name: Name;
  /** The keys that every message has. */
  readonly keys: readonly string[];
  /** The programs that write it. */
  readonly writtenBy: string;
  /** The kind of a message: its `type`, or the name of its class. */
  typeOf(tree: Tree, message: Node): string | undefined;
  /** The object that has the message's fields. */
  fieldsOf(tree: Tree, message: Node): Node;
  /** The JSON of a user's message with this content, which is JSON. */
  human(content: string): string;
}

/**
 * The format of messages of LangChain in one of its shapes: one on each line, an array, or under `messages`.
 * Fields are those that langchain-core 1.8.1 and @langchain/core 1.2.13 write; the blocks of contents and the
 * calls of older releases are from the source.
 *
 * Calls are in `tool_calls` and `invalid_tool_calls`. The copies that the provider's client keeps
 * (`additional_kwargs.tool_calls`, blocks `tool_use`, `tool_call` or `function_call` of the content) are read
 * only if the others are empty. `artifact` is not sent to the model: a side copy.
 */
export function langchainFormat<Name extends string>(shape: LangchainShape<Name>): Format<Name> {
  const isMessage = (tree: Tree, node: Node) => roleOf(tree, node, shape) !== undefined;
  const readMessage = (tree: Tree, message: Node, into: MessageSink) => {
    const role = roleOf(tree, message, shape);
    if (role === undefined) return;
    const fields = shape.fieldsOf(tree, message);
    const reply = role === "assistant" ? into.id(tree.get(fields, "id")) : undefined;
    readModel(tree, tree.get(fields, "response_metadata"), { into, keys: ["model_name"] });
    into.message(role, message, reply === undefined ? undefined : { reply });
    if (role === "tool") readTool(tree, fields, into);
    else readParts(tree, fields, into);
  };
  return {
    name: shape.name,
    writtenBy: shape.writtenBy,
    knownFrom: "recordings",
    layouts: ["lines", "rows", "document"],
    evidence: "blocks",
    keys: [{ messages: shape.keys }],
    dropping: "remove",
    kindOf: (tree, record) => kindOfChat(tree, record, isMessage),
    detect: (head) =>
      head.some((tree) =>
        listMessages(tree, tree.root).some((message) => {
          const role = roleOf(tree, message, shape);
          if (role === "user" || role === "assistant") return true;
          // The other words (`tool`, `system`) are those of many formats.
          const more = tree.get(shape.fieldsOf(tree, message), "additional_kwargs");
          return role !== undefined && tree.isObject(more);
        }),
      ),
    read: (tree, record, into) => readEach(tree, record, { into, readMessage }),
    readItem: readMessage,
    arrange: arrangeThreads,
    message: (summary, encode) => shape.human(encode(summary)),
  };
}

function roleOf(tree: Tree, message: Node, shape: LangchainShape): Role | undefined {
  const type = shape.typeOf(tree, message);
  if (type === undefined) return undefined;
  const fields = shape.fieldsOf(tree, message);
  if (tree.get(fields, "content") === NONE) return undefined;
  return type === "chat"
    ? (CHAT_ROLES.get(getText(tree, fields, "role") ?? "") ?? "user")
    : ROLES.get(type);
}

const ROLES: ReadonlyMap<string, Role> = new Map<string, Role>(
  Object.entries({
    system: "system",
    human: "user",
    ai: "assistant",
    tool: "tool",
    function: "tool",
    SystemMessageChunk: "system",
    HumanMessageChunk: "user",
    AIMessageChunk: "assistant",
    ToolMessageChunk: "tool",
    FunctionMessageChunk: "tool",
  }),
);

/** Roles of messages of type `chat`. */
const CHAT_ROLES: ReadonlyMap<string, Role> = new Map<string, Role>(
  Object.entries({
    system: "system",
    developer: "system",
    assistant: "assistant",
  }),
);

function readTool(tree: Tree, fields: Node, into: MessageSink): void {
  readObservationOf(tree, tree.get(fields, "content"), {
    into,
    callId: into.id(tree.get(fields, "tool_call_id")),
    toolName: getText(tree, fields, "name"),
    isError: tree.is(tree.get(fields, "status"), "error"),
  });
  const artifact = tree.get(fields, "artifact");
  if (tree.isString(artifact) || tree.hasItems(artifact)) into.side(artifact);
}

function readParts(tree: Tree, fields: Node, into: MessageSink): void {
  const more = tree.get(fields, "additional_kwargs");
  const reasoning = getString(tree, more, "reasoning_content");
  if (reasoning !== NONE) into.part({ kind: "reasoning", signed: false }, reasoning);
  readContentOf(tree, tree.get(fields, "content"), { into, readBlock });
  const calls = ["tool_calls", "invalid_tool_calls"].flatMap((key) =>
    tree.items(tree.get(fields, key)),
  );
  for (const call of calls) {
    const name = getText(tree, call, "name") ?? "";
    readCallOf(tree, tree.get(call, "args"), { into, id: into.id(tree.get(call, "id")), name });
  }
  if (calls.length === 0) readProviderCalls(tree, fields, into);
}

/** A string or a block of a content. */
function readBlock(tree: Tree, block: Node, target: BlockTarget): void {
  const { into } = target;
  if (tree.isString(block)) into.part(TEXT, block);
  else if (isImageBlock(tree, block))
    readImage(tree, block, { into, insideObservation: false, note: TEXT_BLOCK });
  else if (CALL_TYPES.has(getText(tree, block, "type") ?? "")) into.ignore(block);
  else if (isOfServer(tree, block)) readAnthropicBlock(tree, block, target);
  else readSaid(tree, block, target);
}

/** The types of blocks that are calls, by provider and version of LangChain's own blocks. */
const CALL_TYPES = new Set(["function_call", "custom_tool_call", "tool_call", "tool_use"]);

/** Whether a block is a call of a tool that Anthropic runs, or its result, as they are in its own messages. */
function isOfServer(tree: Tree, block: Node): boolean {
  const type = getText(tree, block, "type") ?? "";
  return type === "server_tool_use" || type === "mcp_tool_use" || type.endsWith("_tool_result");
}

/** A block of text or reasoning; reasoning of OpenAI's Responses has its texts in `summary`. */
function readSaid(tree: Tree, block: Node, { into, array }: BlockTarget): void {
  const key = ["thinking", "reasoning"].find((key) => tree.isString(tree.get(block, key)));
  const signed =
    ["signature", "encrypted_content"].some((key) => tree.isString(tree.get(block, key))) ||
    tree.isString(tree.get(tree.get(block, "extras"), "signature"));
  if (key !== undefined) readReasoning(tree, block, { into, array, key, signed });
  else if (tree.isArray(tree.get(block, "summary"))) readResponseReasoning(tree, block, into);
  else readText(tree, block, "text", into);
}

/** Calls as in chat completions, which older releases kept alone, or in blocks of the content. */
function readProviderCalls(tree: Tree, fields: Node, into: MessageSink): void {
  const more = tree.get(fields, "additional_kwargs");
  const calls = tree.items(tree.get(more, "tool_calls")).map((call) => ({
    made: tree.get(call, "function"),
    id: into.id(tree.get(call, "id")),
  }));
  const legacy = tree.get(more, "function_call");
  if (tree.isObject(legacy)) calls.push({ made: legacy, id: undefined });
  for (const { made, id } of calls) {
    const name = getText(tree, made, "name");
    if (name !== undefined) readCallOf(tree, tree.get(made, "arguments"), { into, id, name });
  }
  if (calls.length > 0) return;
  for (const block of tree.items(tree.get(fields, "content"))) {
    if (!CALL_TYPES.has(getText(tree, block, "type") ?? "")) continue;
    const id = getText(tree, block, "call_id") ?? getText(tree, block, "id");
    const args = ["args", "arguments", "input"].find((key) => tree.get(block, key) !== NONE);
    const name = getText(tree, block, "name") ?? "";
    readCallOf(tree, args === undefined ? NONE : tree.get(block, args), { into, id, name });
  }
}
