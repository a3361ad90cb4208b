import { textsIn } from "../json/splice/slot-text.ts";
import type { Shape } from "../json/tree/shape.ts";
import { getString, getText, listOf, NONE, type Node, type Tree } from "../json/tree/tree.ts";
import type { Role } from "../transcript/model/message.ts";
import type { Format, MessageSink } from "./format.ts";
import { kindOfChat, messageArray } from "./shared/message-list.ts";
import { readObjectResult } from "./shared/object-result.ts";
import {
  type BlockTarget,
  readCallOf,
  readImage,
  readObservationOf,
  TEXT,
} from "./shared/part-heads.ts";
import { readModel } from "./shared/read-model.ts";

/**
 * Messages of Bedrock's Converse API (API reference, "Message" and "ContentBlock"): an array, one on each
 * line, or under `messages` of a request, next to `system`. The only key of a block is its kind. Results are
 * in user messages. A result that is a JSON value stays an object, because the API takes nothing else.
 *
 * A saved conversation without calls, results and reasoning is recognized by its blocks, which have only
 * Bedrock's keys and no `type`.
 */
export const bedrock: Format<"bedrock"> = {
  name: "bedrock",
  writtenBy: "clients of Bedrock's Converse API, messages of Strands Agents",
  knownFrom: "documentation",
  layouts: ["lines", "rows", "document"],
  evidence: "blocks",
  keys: [{ messages: ["role", "content"] }],
  dropping: "remove",
  kindOf: (tree, record) => kindOfChat(tree, record, isConverseMessage),
  detect: (head) => head.some(isOurs),
  read(tree, record, into) {
    const system = tree.get(record, "system");
    if (tree.isArray(system)) {
      into.message("system", system);
      for (const block of tree.items(system)) readSaid(tree, block, into);
    }
    const array = messageArray(tree, record);
    into.array(array);
    readModel(tree, record, { keys: ["modelId"], into });
    for (const message of array === NONE ? [record] : tree.items(array))
      readConverseMessage(tree, message, { into });
  },
  readItem: (tree, item, into) => bedrock.read(tree, item, into),
  message: (summary, encode) => `{"role":"user","content":[{"text":${encode(summary)}}]}`,
};

/** Reads a message of the Converse API, which is `unit` or inside it. */
export function readConverseMessage(
  tree: Tree,
  message: Node,
  { into, unit = message }: { readonly into: MessageSink; readonly unit?: Node },
): void {
  const role = roleOf(tree, message);
  if (role === undefined) return;
  into.message(role, unit);
  readContent(tree, tree.get(message, "content"), into);
}

/** Whether a value is a message of the Converse API by its shape. */
export function isConverseMessage(tree: Tree, message: Node): boolean {
  return tree.isObject(message) && roleOf(tree, message) !== undefined;
}

/** The role of a message: one of results only is a tool's, although its role is the user's. */
function roleOf(tree: Tree, message: Node): Role | undefined {
  const content = tree.get(message, "content");
  if (!tree.isArray(content)) return undefined;
  const role = tree.get(message, "role");
  if (tree.is(role, "assistant")) return "assistant";
  if (!tree.is(role, "user")) return undefined;
  const blocks = tree
    .items(content)
    .filter((block) => !tree.isObject(tree.get(block, "cachePoint")));
  const isAllOfTools = blocks.every((block) => tree.isObject(tree.get(block, "toolResult")));
  return blocks.length > 0 && isAllOfTools ? "tool" : "user";
}

function readContent(tree: Tree, content: Node, into: MessageSink): void {
  for (const block of tree.items(content)) {
    const isSaid = readSaid(tree, block, into);
    readThinking(tree, block, { into, array: content });
    const use = tree.get(block, "toolUse");
    if (tree.isObject(use)) {
      const id = into.id(tree.get(use, "toolUseId"));
      const name = getText(tree, use, "name") ?? "";
      readCallOf(tree, tree.get(use, "input"), { into, id, name });
    }
    const result = tree.get(block, "toolResult");
    if (tree.isObject(result)) readResult(tree, result, into);
    if (!isSaid && isMedia(tree, block))
      readImage(tree, block, { into, insideObservation: false, note: NOTE });
  }
}

/** Reads texts: alone, in a block that a guardrail looks at, or of a document that is no file. Whether there are any. */
function readSaid(tree: Tree, block: Node, into: MessageSink): boolean {
  const texts = textsIn(tree, block, ["guardContent", "document", "source", "content", "text"]);
  for (const text of texts) into.part(TEXT, text);
  return texts.length > 0;
}

function readThinking(tree: Tree, block: Node, { into, array }: BlockTarget): void {
  const reasoning = tree.get(block, "reasoningContent");
  if (!tree.isObject(reasoning)) return;
  const said = tree.get(reasoning, "reasoningText");
  const text = getString(tree, said, "text");
  const sealed = getString(tree, reasoning, "redactedContent");
  const signed = text === NONE || tree.isString(tree.get(said, "signature"));
  const within = { as: "within", item: block, array } as const;
  if (text !== NONE) into.part({ kind: "reasoning", signed, editable: true }, text, within);
  else if (sealed !== NONE)
    into.part({ kind: "reasoning", signed, editable: true }, sealed, { ...within, isSealed: true });
  else into.part({ kind: "reasoning", signed, editable: false });
}

/** A result: blocks of text and media, or a JSON value. */
function readResult(tree: Tree, result: Node, into: MessageSink): void {
  const content = tree.get(result, "content");
  const callId = into.id(tree.get(result, "toolUseId"));
  const isError = tree.is(tree.get(result, "status"), "error");
  const [only = NONE, ...others] = listOf(tree, content);
  const json = tree.get(only, "json");
  if (json === NONE || others.length > 0)
    readObservationOf(tree, content, { into, callId, isError, blocks: BLOCKS, isImage: isMedia });
  else {
    const head = { kind: "observation", callId, isError, editable: true } as const;
    readObjectResult(tree, json, { head, key: "output", into });
  }
}

const BLOCKS = { as: "blocks", key: "text" } as const satisfies Shape;
/** A note that replaces media. */
const NOTE = { as: "block", key: "text" } as const satisfies Shape;

const MEDIA = ["image", "document", "video", "audio"] as const;

function isMedia(tree: Tree, block: Node): boolean {
  return MEDIA.some((key) => tree.isObject(tree.get(tree.get(block, key), "source")));
}

/** The keys of blocks that no other API has. */
const OWN_KEYS = ["reasoningContent", "cachePoint", "guardContent"];

/** Whether a record has messages with blocks of this API, or only text and media without a type. */
function isOurs(tree: Tree): boolean {
  const array = messageArray(tree, tree.root);
  const messages = array === NONE ? [tree.root] : tree.items(array);
  const ours = messages.filter((message) => roleOf(tree, message) !== undefined);
  const blocks = ours.flatMap((message) => tree.items(tree.get(message, "content")));
  if (blocks.some((block) => isOwnBlock(tree, block))) return true;
  const isPlain = blocks.every((block) => {
    const isSaid = tree.isString(tree.get(block, "text")) || isMedia(tree, block);
    return isSaid && tree.keys(block).length === 1;
  });
  return isPlain && blocks.length > 0 && ours.length === messages.length;
}

function isOwnBlock(tree: Tree, block: Node): boolean {
  const hasId = (key: string) => tree.isString(tree.get(tree.get(block, key), "toolUseId"));
  if (hasId("toolUse") || hasId("toolResult")) return true;
  return OWN_KEYS.some((key) => tree.isObject(tree.get(block, key)));
}
