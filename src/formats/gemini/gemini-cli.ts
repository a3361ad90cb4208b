import { getString, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import { arrangeGeminiRecords } from "../arrange/gemini-records.ts";
import type { Format, MessageSink } from "../format.ts";
import { contentId } from "../shared/content-id.ts";
import { hasMessages } from "../shared/message-list.ts";
import { type CountKeys, readUsage } from "../shared/read-usage.ts";
import { geminiParts, isAllOfTools } from "./gemini-part-kinds.ts";
import { readGeminiParts } from "./gemini-parts.ts";
import { readGeminiReply } from "./gemini-reply.ts";

const COUNTS = {
  input: ["input", "tool"],
  read: "cached",
  inputHasRead: true,
  output: ["output", "thoughts"],
} as const satisfies CountKeys;

/**
 * Chats of Gemini CLI (`~/.gemini/tmp/<project>/chats/session-*`). Old: one JSON document with `messages`.
 * New: lines, of which the first has `sessionId` and `projectHash`, and the others are message records and
 * `$set` and `$rewindTo` notes. A record of type `gemini` has calls and their results.
 *
 * Checked in gemini-cli 0.56 (2026-08): `chatRecordingService.ts` for how lines are loaded,
 * `utils/sessionUtils.ts` for what of a record reaches the model. `info`, `error` and `warning` records do
 * not. Its loader accepts a message without a timestamp, but not without an id.
 *
 * `resultDisplay`, kept for display, is a side copy. A subagent has a file of its own, in a folder with the id of its
 * session.
 */
export const geminiCli: Format<"gemini-cli"> = {
  name: "gemini-cli",
  writtenBy: "Gemini CLI chats",
  knownFrom: "recordings",
  layouts: ["document", "rows", "lines"],
  evidence: "envelope",
  keys: [
    { all: ["sessionId", "projectHash"] },
    { all: ["$rewindTo"] },
    { all: ["type", "id", "content"] },
  ],
  dropping: "remove",
  isResumed: true,
  saved: {
    places: ["session-*.json", "session-*.jsonl"].map((name) => ({
      agent: "gemini",
      base: "~",
      variable: "GEMINI_CLI_HOME",
      files: `.gemini/tmp/*/chats/${name}`,
      parts: [".gemini/tmp/*/chats/*/*.jsonl"],
    })),
    partOf: "folder",
    id: ["sessionId"],
    folderHash: ["projectHash"],
    model: ["model"],
    usage: {
      items: "messages",
      at: "tokens",
      reply: "id",
      ...COUNTS,
    },
  },
  kindOf(tree, record) {
    if (isSession(tree, record) && hasMessages(tree, record)) return "conversation";
    return isLine(tree, record) ? "message" : undefined;
  },
  detect: (head) => head.some((tree) => isSession(tree, tree.root) || isOwnLine(tree, tree.root)),
  read(tree, record, into) {
    const update = tree.get(record, "$set");
    const holder = update === NONE ? record : update;
    const messages = tree.get(holder, "messages");
    if (tree.isString(tree.get(record, "$rewindTo"))) {
      into.ignore(record);
      into.mark({ mark: "rewound", id: into.id(tree.get(record, "$rewindTo")) });
    } else if (!tree.isArray(messages)) {
      const isNote = !tree.isString(messages) && !hasList(tree, holder);
      if ((update !== NONE || isSession(tree, record)) && isNote) into.ignore(record);
      readMessage(tree, record, into);
    } else {
      if (!tree.hasItems(messages)) into.ignore(record);
      if (holder === update) into.mark({ mark: "rebuilt" });
      into.array(messages);
      for (const message of tree.items(messages)) readMessage(tree, message, into);
    }
  },
  arrange: arrangeGeminiRecords,
  message(summary, encode) {
    const id = `summary-${contentId(summary).slice(0, 16)}`;
    return `{"id":${encode(id)},"type":"user","content":${encode(summary)}}`;
  },
};

function isSession(tree: Tree, record: Node): boolean {
  return (
    tree.isString(tree.get(record, "sessionId")) && tree.isString(tree.get(record, "projectHash"))
  );
}

/** Whether a line is of such a chat: a message record, metadata, or a known or unknown note. */
function isLine(tree: Tree, line: Node): boolean {
  return (
    (tree.isString(tree.get(line, "id")) && tree.isString(tree.get(line, "type"))) ||
    isSession(tree, line) ||
    tree.get(line, "$set") !== NONE ||
    tree.keys(line).some((key) => key.startsWith("$"))
  );
}

/** Whether a line is one that no other format has: for a chat that was cut at its beginning. */
function isOwnLine(tree: Tree, line: Node): boolean {
  if (tree.isString(tree.get(line, "$rewindTo"))) return true;
  return (
    tree.is(tree.get(line, "type"), "gemini") &&
    tree.isString(tree.get(line, "id")) &&
    tree.get(line, "content") !== NONE
  );
}

function readMessage(tree: Tree, record: Node, into: MessageSink): void {
  const id = into.id(tree.get(record, "id"));
  const type = tree.get(record, "type");
  const content = tree.get(record, "content");
  if (tree.is(type, "gemini")) {
    into.message("assistant", record, { id });
    if (into.wantsUsage) readUsage(tree, tree.get(record, "tokens"), { into, keys: COUNTS });
    readGeminiReply(tree, record, into);
  } else if (tree.is(type, "user")) {
    const parts = geminiParts(tree, content);
    const fixed = isContext(tree, parts[0] ?? NONE);
    into.message(isAllOfTools(tree, parts) ? "tool" : "user", record, { id, fixed });
    readGeminiParts(tree, content, into);
  } else if (id !== undefined) {
    if (NOTES.some((word) => tree.is(type, word))) into.ignore(record);
    into.mark({ mark: "note", id });
  }
}

/**
 * Whether an object has several items, in an array or by name; a subagent's has the folders that it may work
 * in.
 */
function hasList(tree: Tree, node: Node): boolean {
  const folders = tree.get(node, "directories");
  const holdsAny = (value: Node) =>
    tree
      .items(value)
      .some((item) => tree.isArray(value) || tree.isArray(item) || tree.isObject(item));
  return tree.items(node).some((value) => value !== folders && holdsAny(value));
}

/** Types of records that the model is not sent. */
const NOTES = ["info", "error", "warning"];

/** Whether a user message is one that Gemini CLI itself inserts. */
function isContext(tree: Tree, part: Node): boolean {
  const text = tree.isString(part) ? part : getString(tree, part, "text");
  // What lines are learned by is asked first: texts of people differ.
  return (
    BEFORE.some((start) => tree.startsWith(text, start)) &&
    CONTEXT.test(tree.excerpt(text, CONTEXT_CHARS))
  );
}

const BEFORE = ["<", " ", "\n", "\r", "\t"];
const CONTEXT = /^[ \n\r\t]*<(?:session|hook)_context>/;
const CONTEXT_CHARS = 40;
