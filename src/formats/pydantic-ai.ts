import type { Shape } from "../json/tree/shape.ts";
import { getString, getText, listOf, NONE, type Node, type Tree } from "../json/tree/tree.ts";
import type { Role } from "../transcript/model/message.ts";
import type { Format, MessageSink } from "./format.ts";
import { kindOfChat, listMessages, messageArray } from "./shared/message-list.ts";
import { readObjectResult } from "./shared/object-result.ts";
import {
  type BlockTarget,
  JSON_VALUE,
  readCallOf,
  readImage,
  readObservationOf,
  readReasoning,
  readText,
  TEXT,
} from "./shared/part-heads.ts";
import { readModel } from "./shared/read-model.ts";
import { type CountKeys, readUsage } from "./shared/read-usage.ts";

/**
 * Messages of Pydantic AI (`all_messages_json()`, `ModelMessagesTypeAdapter`): an array, one on each line, or
 * under `messages`. A message is a request or a response with `parts`; a request may have both prompts and
 * results. A result is any JSON: an object stays one, and a list becomes a string, except a list of texts and
 * files. A file alone is an image without text. Retries that answer a call are results with an error: a
 * separate part, or an outcome. `instructions` are sent again with each request, and are left alone.
 *
 * Written and loaded with pydantic-ai 2.68. The `history_digest` of an edited response no longer matches, as
 * after any change: the next request then sends the whole history.
 */
export const pydanticAi: Format<"pydantic-ai"> = {
  name: "pydantic-ai",
  writtenBy: "Pydantic AI message histories",
  knownFrom: "recordings",
  layouts: ["document", "rows", "lines"],
  evidence: "blocks",
  keys: [{ messages: ["kind", "parts"] }],
  dropping: "remove",
  isResumed: true,
  kindOf: (tree, record) => kindOfChat(tree, record, isMessage),
  detect: (head) =>
    head.some((tree) => listMessages(tree, tree.root).some((message) => isMessage(tree, message))),
  read(tree, record, into) {
    into.array(messageArray(tree, record));
    for (const message of listMessages(tree, record)) {
      if (!isMessage(tree, message)) continue;
      into.ignore(tree.get(message, "instructions"));
      if (tree.is(tree.get(message, "kind"), "request")) readRequest(tree, message, into);
      else readResponse(tree, message, into);
    }
  },
  readItem: (tree, item, into) => pydanticAi.read(tree, item, into),
  message: (summary, encode) =>
    `{"parts":[{"content":${encode(summary)},"part_kind":"user-prompt"}],"kind":"request"}`,
};

function isMessage(tree: Tree, node: Node): boolean {
  const kind = tree.get(node, "kind");
  const parts = tree.get(node, "parts");
  const isOurs = tree.is(kind, "request") || tree.is(kind, "response");
  if (!isOurs || !tree.isArray(parts)) return false;
  return tree.items(parts).every((part) => tree.isString(tree.get(part, "part_kind")));
}

/** A request: a message for each run of parts with the same speaker. */
function readRequest(tree: Tree, request: Node, into: MessageSink): void {
  let speaker: Role | undefined;
  for (const part of tree.items(tree.get(request, "parts"))) {
    const role = roleOf(tree, part);
    if (role !== speaker) into.message(role, request, { joined: speaker !== undefined });
    speaker = role;
    if (role === "tool") readResult(tree, part, into);
    else readPrompt(tree, part, into);
  }
}

function roleOf(tree: Tree, part: Node): Role {
  const kind = getText(tree, part, "part_kind");
  if (kind === "tool-return") return "tool";
  if (kind === "retry-prompt") return tree.isString(tree.get(part, "tool_name")) ? "tool" : "user";
  return kind === "system-prompt" ? "system" : "user";
}

/** A prompt: a text, or texts, images and other media. */
function readPrompt(tree: Tree, part: Node, into: MessageSink): void {
  const content = tree.get(part, "content");
  if (tree.isString(content)) into.part(TEXT, content);
  for (const item of listOf(tree, content)) {
    if (tree.isString(item)) into.part(TEXT, item);
    else if (isMedia(tree, item)) readImage(tree, item, { into, insideObservation: false });
    else readText(tree, item, "content", into);
  }
}

function isMedia(tree: Tree, item: Node): boolean {
  const kind = getText(tree, item, "kind");
  return kind !== undefined && (kind === "binary" || kind.endsWith("-url"));
}

function readResult(tree: Tree, part: Node, into: MessageSink): void {
  const content = tree.get(part, "content");
  const isRetry = tree.is(tree.get(part, "part_kind"), "retry-prompt");
  const outcome = getText(tree, part, "outcome") ?? "success";
  const about = {
    callId: into.id(tree.get(part, "tool_call_id")),
    toolName: getText(tree, part, "tool_name"),
    isError: isRetry || outcome !== "success",
  };
  into.ignore(tree.get(part, "metadata"));
  const head = { kind: "observation", ...about, editable: content !== NONE } as const;
  if (isMedia(tree, content)) {
    into.part(head, content, { as: "object", key: "output", isSealed: true });
    readImage(tree, content, { into, insideObservation: true, note: { ...OUTPUT, as: "block" } });
  } else if (isTextsAndFiles(tree, content))
    readObservationOf(tree, content, { into, ...about, blocks: OUTPUT, isImage: isMedia });
  else if (tree.isObject(content)) readObjectResult(tree, content, { head, key: "output", into });
  else into.part(head, content, tree.isString(content) ? undefined : JSON_VALUE);
}

/** The block that an edit adds where there were only files. */
const OUTPUT = { as: "blocks", key: "output" } as const satisfies Shape;

/** Whether a result is a list of texts and files, or of the block that an edit adds. */
function isTextsAndFiles(tree: Tree, content: Node): boolean {
  const items = listOf(tree, content);
  const isOurs = (item: Node) =>
    tree.isString(item) || isMedia(tree, item) || tree.isString(tree.get(item, OUTPUT.key));
  return items.length > 0 && items.every(isOurs);
}

function readResponse(tree: Tree, response: Node, into: MessageSink): void {
  const parts = tree.get(response, "parts");
  readModel(tree, response, { into, keys: ["model_name"] });
  into.message("assistant", response, {
    reply: into.id(tree.get(response, "provider_response_id")),
  });
  for (const part of tree.items(parts)) readReplyPart(tree, part, { into, array: parts });
  readUsage(tree, tree.get(response, "usage"), { into, keys: COUNTS });
}

/** The first count includes tokens read from a cache and written to it. */
const COUNTS = {
  input: ["input_tokens"],
  read: "cache_read_tokens",
  write: "cache_write_tokens",
  inputHasRead: true,
  output: ["output_tokens"],
} as const satisfies CountKeys;

function readReplyPart(tree: Tree, part: Node, { into, array }: BlockTarget): void {
  const callId = into.id(tree.get(part, "tool_call_id"));
  const name = getText(tree, part, "tool_name") ?? "";
  switch (getText(tree, part, "part_kind")) {
    case "text":
      readText(tree, part, "content", into);
      return;
    case "thinking": {
      const signed =
        getString(tree, part, "signature") !== NONE ||
        tree.isObject(tree.get(part, "provider_details"));
      readReasoning(tree, part, { into, array, key: "content", signed });
      return;
    }
    case "tool-call":
    case "builtin-tool-call":
      readCallOf(tree, tree.get(part, "args"), { into, id: callId, name });
      return;
    case "builtin-tool-return": {
      const head = { kind: "observation", callId, toolName: name, isError: false } as const;
      into.part({ ...head, editable: false }, tree.get(part, "content"), JSON_VALUE);
      return;
    }
    case "file":
      readImage(tree, part, { into, insideObservation: false });
  }
}
