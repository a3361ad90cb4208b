import { openString } from "../json/splice/open-string.ts";
import { TapeTree } from "../json/tape/tape-tree.ts";
import type { Node, Tree } from "../json/tree/tree.ts";
import { anthropic } from "./anthropic/anthropic.ts";
import { arrangeThreads } from "./arrange/arrange-threads.ts";
import { bedrock } from "./bedrock.ts";
import { claims } from "./claims.ts";
import type { Format, MessageSink } from "./format.ts";
import { geminiContents } from "./gemini/gemini-contents.ts";
import { langchain } from "./langchain/langchain.ts";
import { langchainDict } from "./langchain/langchain-dict.ts";
import { langchainFlat } from "./langchain/langchain-flat.ts";
import { openaiChat } from "./openai-chat/openai-chat.ts";
import { openaiResponses } from "./openai-responses.ts";
import { RecordParts } from "./shared/record-parts.ts";
import { rootedAt } from "./shared/rooted-tree.ts";
import { ThreadSink } from "./shared/thread-sink.ts";
import { sharegpt } from "./sharegpt.ts";
import { vercelModel } from "./vercel-model.ts";
import { vercelUi } from "./vercel-ui/vercel-ui.ts";

/**
 * The formats of the conversations that programs put into their own records, those with stronger evidence
 * first.
 */
const INNER: readonly Format[] = [
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
];

/** A conversation in a record. */
interface Wrapped {
  /** The conversation, or the string that contains it as JSON. */
  readonly node: Node;
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
};

/**
 * Whether a record has tool results, and none that come as the user's. Conversations of people and models are in
 * many records, and tools in text protocols would be missed. Calls alone are in many events, whose results are in
 * later ones of another shape.
 */
function hasResults(tree: Tree): boolean {
  let count = 0;
  for (const each of find(tree, tree.root)) {
    const parts = new RecordParts(tree);
    readWrapped(tree, each, parts);
    if (parts.answers.sure > 0) return false;
    count += parts.resultCount;
  }
  return count > 0;
}

function readWrapped(tree: Tree, { node }: Wrapped, into: MessageSink): void {
  if (!tree.isString(node)) formatAt(tree, node)?.read(tree, node, into);
  else into.inside(node, (inner) => formatAt(inner, inner.root)?.read(inner, inner.root, into));
}

/** The format of the conversation in a value. */
function formatAt(tree: Tree, node: Node): Format | undefined {
  const head = [node === tree.root ? tree : rootedAt(tree, node)];
  return INNER.find(
    (format) => format.kindOf(tree, node) === "conversation" && claims(format, head),
  );
}

/** The conversations in a record that is not one itself, in order. */
function find(tree: Tree, record: Node): readonly Wrapped[] {
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

function look(tree: Tree, node: Node, { found, path, depth }: Looking): void {
  const keys = tree.keys(node);
  const last = new Map(keys.map((key, at) => [key, at]));
  const before = found.length;
  for (const [at, value] of tree.items(node).entries()) {
    if (at >= MOST_LOOKED_AT && found.length === before) return;
    const key = keys[at] ?? String(at);
    if (last.has(key) && last.get(key) !== at) continue;
    if (isConversation(tree, value)) {
      found.push({ node: value, thread: `${path}.${CONTINUED.has(key) ? "prompt" : key}` });
      continue;
    }
    if ((tree.isArray(value) || tree.isObject(value)) && depth < DEEPEST)
      look(tree, value, { found, path: `${path}.${key}`, depth: depth + 1 });
  }
}

/** Keys of a `prompt` and of its continuation. */
const CONTINUED: ReadonlySet<string> = new Set(["prompt", "completion"]);

/** The deepest nesting to search: `child_runs[0].child_runs[0].inputs.messages[0]` of LangSmith's runs. */
const DEEPEST = 8;

/** If none of the first 64 values is or holds a conversation, no other is. */
const MOST_LOOKED_AT = 64;

function isConversation(tree: Tree, node: Node): boolean {
  if (!tree.isString(node)) return formatAt(tree, node) !== undefined;
  if (!(tree instanceof TapeTree) || !JSON_TEXT.test(tree.excerpt(node, 40))) return false;
  const opened = openString(tree, node);
  return "tree" in opened && formatAt(opened.tree, opened.tree.root) !== undefined;
}

/** The start of an array of objects, or of an object. */
const JSON_TEXT = /^\s*(?:\[\s*)?\{\s*"/;
