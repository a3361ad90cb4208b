import { getString, getText, NONE, type Node, type Tree } from "../json/tree/tree.ts";
import type { Format, RecordKind } from "./format.ts";
import { TEXT } from "./shared/part-heads.ts";
import { readModel } from "./shared/read-model.ts";
import { readResponseItem, roleOfItem } from "./shared/response-items.ts";

/** Keys of other formats' envelopes around a possible item. */
const ENVELOPE_KEYS = ["payload", "sessionId", "session_id", "uuid", "message", "data", "messages"];

/**
 * Items of the OpenAI Responses API, as clients and the sessions of the OpenAI Agents SDK keep them: one on
 * each line, one array (`to_input_list()`), or under `input` and `output` of a request and its response,
 * whose `instructions` are the system's. Messages of the user may lack a type.
 *
 * Sources: the code by which the Agents SDK keeps a session in SQLite, and renderings of the API's types, not
 * the types themselves; no recorded file was available. Items of unknown kinds pass through.
 */
export const openaiResponses: Format<"openai-responses"> = {
  name: "openai-responses",
  writtenBy: "OpenAI Responses API, OpenAI Agents SDK sessions",
  knownFrom: "source",
  layouts: ["lines", "rows", "document"],
  evidence: "blocks",
  keys: [{ any: ["type", "input", "output"], none: ENVELOPE_KEYS }],
  dropping: "remove",
  isResumed: true,
  kindOf,
  detect: (head) =>
    head.every((tree) => isBare(tree, tree.root)) &&
    head.some((tree) => hasOwnItem(tree) || isSmallTalk(tree)),
  read(tree, record, into) {
    const instructions = getString(tree, record, "instructions");
    const lists = listsIn(tree, record);
    readModel(tree, record, { into });
    if (lists.length === 0) readResponseItem(tree, record, into);
    else if (instructions !== NONE) {
      into.message("system", record);
      into.part(TEXT, instructions);
    }
    for (const list of lists) {
      into.array(list);
      for (const item of tree.items(list)) readResponseItem(tree, item, into);
    }
  },
  readItem(tree, item, into) {
    readResponseItem(tree, item, into);
  },
  readItemIsWhole: true,
  message: (summary, encode) =>
    `{"type":"message","role":"user","content":[{"type":"input_text","text":${encode(summary)}}]}`,
};

function kindOf(tree: Tree, record: Node): RecordKind | undefined {
  const lists = listsIn(tree, record);
  if (lists.length === 0) return isItem(tree, record) ? "message" : undefined;
  const items = lists.flatMap((list) => tree.items(list));
  return items.some((item) => isItem(tree, item)) ? "conversation" : undefined;
}

/** The arrays of items in a record: itself, or its input and its output. None if it is one item. */
function listsIn(tree: Tree, record: Node): readonly Node[] {
  if (tree.isArray(record)) return [record];
  // An item's own output can also be an array.
  if (tree.isString(tree.get(record, "type"))) return [];
  return [tree.get(record, "input"), tree.get(record, "output")].filter((list) =>
    tree.isArray(list),
  );
}

function isItem(tree: Tree, item: Node): boolean {
  return tree.isObject(item) && (isTyped(tree, item) || roleOfItem(tree, item) !== undefined);
}

function isTyped(tree: Tree, item: Node): boolean {
  return tree.isString(tree.get(item, "type"));
}

/** Whether a possible item is in no other format's envelope. */
function isBare(tree: Tree, item: Node): boolean {
  return ENVELOPE_KEYS.every((key) => tree.get(item, key) === NONE);
}

/** Whether a record has an item of a kind that only this format has. */
function hasOwnItem(tree: Tree): boolean {
  const lists = listsIn(tree, tree.root);
  const items = lists.length === 0 ? [0] : lists.flatMap((list) => tree.items(list));
  return items.some((item) => {
    if (!isBare(tree, item)) return false;
    const type = getText(tree, item, "type");
    if (type === "reasoning") return tree.isArray(tree.get(item, "summary"));
    if (type === "message") return hasTypedContent(tree, item);
    if (type === undefined || !OWN_ITEM.test(type)) return false;
    return ["call_id", "callId", "id"].some((key) => tree.isString(tree.get(item, key)));
  });
}

const OWN_ITEM =
  /^(?:function|custom_tool|local_shell|shell|apply_patch|computer|tool_search|web_search|file_search|code_interpreter|image_generation|mcp|hosted_tool)_call(?:_output|_result)?$/;

/**
 * Whether a record is a request that has nothing but messages without types, such as remain when a budget drops calls
 * and results. Other programs log messages under `input` too, but not with these keys, or with an `output` of their
 * own.
 */
function isSmallTalk(tree: Tree): boolean {
  const record = tree.root;
  const items = tree.items(tree.get(record, "input"));
  return (
    (tree.isArray(tree.get(record, "tools")) || tree.startsWith(tree.get(record, "id"), "resp_")) &&
    !tree.isObject(tree.get(record, "output")) &&
    items.length > 0 &&
    items.every((item) => isItem(tree, item) && tree.get(item, "tool_calls") === NONE)
  );
}

/** Whether the content of a message has this API's types for input and output. */
function hasTypedContent(tree: Tree, message: Node): boolean {
  return tree.items(tree.get(message, "content")).some((block) => {
    const type = tree.get(block, "type");
    return tree.is(type, "input_text") || tree.is(type, "output_text");
  });
}
