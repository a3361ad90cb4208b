import { openString } from "../json/splice/open-string.ts";
import { RESULT } from "../json/tape/chat-table.ts";
import { TapeTree } from "../json/tape/tape-tree.ts";
import { Key } from "../json/tree/key.ts";
import type { Node, Tree } from "../json/tree/tree.ts";
import { anthropic } from "./anthropic/anthropic.ts";
import { arrangeThreads } from "./arrange/arrange-threads.ts";
import { bedrock } from "./bedrock.ts";
import type { Format, MessageSink } from "./format.ts";
import { geminiContents } from "./gemini/gemini-contents.ts";
import { langchain } from "./langchain/langchain.ts";
import { langchainDict } from "./langchain/langchain-dict.ts";
import { langchainFlat } from "./langchain/langchain-flat.ts";
import { openaiChat } from "./openai-chat/openai-chat.ts";
import { openaiResponses } from "./openai-responses.ts";
import { FormatSet } from "./registry/format-set.ts";
import { FINE_TUNING_CHAT } from "./shared/chat-completions.ts";
import { listMessages, MESSAGES } from "./shared/message-list.ts";
import { hasResultHeader } from "./shared/observation-headers.ts";
import { RecordParts } from "./shared/record-parts.ts";
import { CONTENT, ROLE, USER } from "./shared/shared-keys.ts";
import { ThreadSink } from "./shared/thread-sink.ts";
import { sharegpt } from "./sharegpt.ts";
import { vercelModel } from "./vercel-model.ts";
import { vercelUi } from "./vercel-ui/vercel-ui.ts";

/**
 * The formats of the conversations that programs put into their own records, those with stronger evidence
 * first.
 */
const INNER = new FormatSet([
  anthropic,
  bedrock,
  geminiContents,
  langchain,
  langchainDict,
  langchainFlat,
  openaiResponses,
  vercelModel,
  vercelUi,
  sharegpt,
  openaiChat,
]);

const PROMPT = new Key("prompt");
const COMPLETION = new Key("completion");

/** A prompt and its completion, the messages of one conversation, as columns are read. */
const PROMPTED: Format = {
  ...openaiChat,
  chat: {
    ...FINE_TUNING_CHAT,
    keys: [
      ...FINE_TUNING_CHAT.keys.filter(([, use]) => use !== "messages"),
      [PROMPT, "messages"],
      [COMPLETION, "more messages"],
    ],
  },
};

/** Whether the conversations of a record are a prompt and its completion. */
function isPrompted(
  tree: Tree,
  record: Node,
  [prompt, completion, ...more]: readonly Wrapped[],
): boolean {
  if (prompt === undefined || completion === undefined || more.length > 0) return false;
  if (prompt.node !== tree.get(record, PROMPT)) return false;
  if (completion.node !== tree.get(record, COMPLETION)) return false;
  return prompt.format === openaiChat && completion.format === openaiChat;
}

/** A conversation in a record. */
interface Wrapped {
  /** The conversation, or the string that contains it as JSON. */
  readonly node: Node;
  readonly format: Format;
  /** The JSON in that string. */
  readonly opened: TapeTree | undefined;
  /** Its transcript: a prompt and its completion share one. */
  readonly thread: string;
}

/**
 * Records that keep conversations of a chat API under keys of their own, whatever these are: requests of
 * batch files (OpenAI's `body`, Anthropic's `params`, Gemini's `request`), logs of proxies and tracers
 * (`request`, `request_body`, `inputs`), training sets (`prompt` and `completion`, `chosen` and `rejected`,
 * `conversations` of role and content). A conversation is any value that a format of bare messages would
 * claim, in nested objects and arrays or as JSON in a string. Each is a transcript, but a completion continues its
 * prompt.
 *
 * The shapes are from the documentation of these APIs, of TRL and of LiteLLM; no recorded rows were
 * available. Tried last, after the formats that know their records.
 */
export const wrappedChat: Format<"wrapped-chat"> = {
  name: "wrapped-chat",
  writtenBy: "batch files, logs of requests, and training sets with a chat API's messages",
  knownFrom: "documentation",
  layouts: ["rows", "document"],
  evidence: "chat",
  keys: [{}],
  dropping: "never",
  kindOf: (tree, record) => (find(tree, record).length > 0 ? "conversation" : undefined),
  detect: ([tree]) => tree !== undefined && hasResults(tree),
  read(tree, record, into) {
    const all = find(tree, record);
    const isOne = all.every(({ thread }) => thread === all[0]?.thread);
    for (const each of all)
      readWrapped(tree, each, isOne ? into : new ThreadSink(into, each.thread));
  },
  arrange: arrangeThreads,
  inner(tree, record) {
    const all = find(tree, record);
    if (isPrompted(tree, record, all)) return [{ node: record, format: PROMPTED }];
    if (new Set(all.map(({ thread }) => thread)).size < all.length) return undefined;
    return all.length === 0 ? undefined : all;
  },
};

/**
 * Whether a record has tool results, and none that come as the user's. Conversations of people and models are in
 * many records, and tools in text protocols would be missed. Calls alone are in many events, whose results are in
 * later ones of another shape.
 */
function hasResults(tree: Tree): boolean {
  let count = 0;
  for (const each of find(tree, tree.root)) {
    const plain = tree instanceof TapeTree ? plainResults(tree, each) : undefined;
    if (plain !== undefined) {
      count += plain;
      continue;
    }
    const { node, format, opened } = each;
    const parts = new RecordParts(opened ?? tree);
    format.read(parts.tree, opened?.root ?? node, parts);
    if (parts.answers.sure > 0) return false;
    count += parts.resultCount;
  }
  return count > 0;
}

/**
 * The number of tool results of a conversation that plainly has no others, and no text of the user's before them that
 * may be an answer; undefined if its format has to look at its messages for this.
 */
function plainResults(tree: TapeTree, { node, format: { chat } }: Wrapped): number | undefined {
  if (chat === undefined || tree.isString(node)) return undefined;
  return tree.within(node, () => {
    const columns = tree.scanned?.chat(chat);
    if (columns === undefined || !columns.isClosed) return undefined;
    const { count, results } = columns;
    if (count === 0 && chat.textCalls !== undefined) return undefined;
    const messages = listMessages(tree, node);
    const first = count === 0 ? messages.length : (results[RESULT.message] ?? 0) - 1;
    const arePlain = messages.slice(0, first).every((message) => {
      const role = tree.get(message, ROLE);
      if (!tree.is(role, USER)) return tree.isString(role);
      const content = tree.get(message, CONTENT);
      return tree.isString(content) && !hasResultHeader(tree, content);
    });
    return arePlain ? count : undefined;
  });
}

function readWrapped(tree: Tree, { node, format }: Wrapped, into: MessageSink): void {
  if (!tree.isString(node)) format.read(tree, node, into);
  else into.inside(node, (inner) => format.read(inner, inner.root, into));
}

/** The format of the conversation in a value. */
function formatAt(tree: TapeTree, node: Node): Format | undefined {
  return mayBeOne(tree, node) ? tree.within(node, () => INNER.conversation(tree)) : undefined;
}

/** Whether a value has an array of messages, or is one: most values of a record are not. */
function mayBeOne(tree: TapeTree, node: Node): boolean {
  if (tree.isArray(node)) return tree.items(node).some((item) => tree.isObject(item));
  return tree.isObject(node) && LISTS.some((key) => tree.isArray(tree.get(node, key)));
}

/** The keys under which the formats of `INNER` have their messages. */
const LISTS: readonly Key[] = [
  MESSAGES,
  ...["contents", "history", "input", "output", "conversations"].map((key) => new Key(key)),
];

/** The conversations in a record that is not one itself, in order; none in messages in memory, which nothing wraps. */
function find(tree: Tree, record: Node): readonly Wrapped[] {
  if (!(tree instanceof TapeTree)) return [];
  const known = FOUND.get(tree);
  if (known?.version === tree.version && known.record === record) return known.found;
  const found = findAnew(tree, record);
  FOUND.set(tree, { version: tree.version, record, found });
  return found;
}

/** The latest finds: a record is asked for its conversations to be detected, again by its kind, and to be read. */
const FOUND = new WeakMap<
  TapeTree,
  { readonly version: number; readonly record: Node; readonly found: readonly Wrapped[] }
>();

function findAnew(tree: TapeTree, record: Node): readonly Wrapped[] {
  const found: Wrapped[] = [];
  if (tree.isObject(record) && formatAt(tree, record) === undefined)
    look(tree, record, { found, path: "", depth: 0 });
  return found;
}

interface Looking {
  readonly found: Wrapped[];
  readonly path: string;
  readonly depth: number;
}

function look(tree: TapeTree, node: Node, { found, path, depth }: Looking): void {
  const keyAt = keysOf(tree, node);
  const before = found.length;
  for (const [at, value] of tree.items(node).entries()) {
    if (at >= MOST_LOOKED_AT && found.length === before) return;
    const opened = openedAt(tree, value);
    if (opened === undefined && !tree.hasItems(value)) continue;
    const key = keyAt(at);
    if (key === undefined) continue;
    const format = opened === undefined ? formatAt(tree, value) : formatAt(opened, opened.root);
    if (format !== undefined) {
      const thread = `${path}.${CONTINUED.has(key) ? "prompt" : key}`;
      found.push({ node: value, format, opened, thread });
      continue;
    }
    if (opened === undefined && depth < DEEPEST)
      look(tree, value, { found, path: `${path}.${key}`, depth: depth + 1 });
  }
}

/** The key of each value of an object or an array, undefined for one that another follows with the same key. */
function keysOf(tree: TapeTree, node: Node): (at: number) => string | undefined {
  if (!tree.isObject(node)) return String;
  let keys: readonly string[] | undefined;
  let last: ReadonlyMap<string, number> | undefined;
  return (at) => {
    keys ??= tree.keys(node);
    const key = keys[at] ?? "";
    // Few keys are compared in less time than it takes to sort them in.
    if (keys.length > FEW_KEYS) last ??= new Map(keys.map((each, index) => [each, index]));
    return (last?.get(key) ?? keys.lastIndexOf(key)) === at ? key : undefined;
  };
}

const FEW_KEYS = 32;

/** Keys of a `prompt` and of its continuation. */
const CONTINUED: ReadonlySet<string> = new Set(["prompt", "completion"]);

/** The deepest nesting to search: `child_runs[0].child_runs[0].inputs.messages[0]` of LangSmith's runs. */
const DEEPEST = 8;

/** If none of the first 64 values is or holds a conversation, no other is. */
const MOST_LOOKED_AT = 64;

/** The JSON in a string that may hold a conversation. */
function openedAt(tree: TapeTree, node: Node): TapeTree | undefined {
  if (!tree.isString(node)) return undefined;
  if (!JSON_TEXT.test(tree.excerpt(node, 40))) return undefined;
  const opened = openString(tree, node);
  return "tree" in opened ? opened.tree : undefined;
}

/** The start of an array of objects, or of an object. */
const JSON_TEXT = /^\s*(?:\[\s*)?\{\s*"/;
