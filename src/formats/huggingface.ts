import type { ChatTable } from "../json/tape/chat-table.ts";
import { Key } from "../json/tree/key.ts";
import { getString, listOf, NONE, type Node, type Tree } from "../json/tree/tree.ts";
import type { Format, MessageArray, MessageSink } from "./format.ts";
import { OPENAI_CHAT } from "./shared/chat-completions.ts";
import { readContent } from "./shared/chat-content.ts";
import { findRole, type RoleNames } from "./shared/message-list.ts";
import { answerTest, hasMaskHeader, type MaskTest } from "./shared/observation-headers.ts";
import { NO_RESULT } from "./shared/part-heads.ts";
import { ROLE } from "./shared/shared-keys.ts";
import {
  CHAT_DIALECT,
  type Dialect,
  readCalledMessage,
  readTextProtocol,
  SWE_AGENT_DIALECT,
  tableFor,
  toolInReply,
} from "./shared/text-protocol.ts";

/** The words of chat completions, with the messages under another key. */
const TRAJECTORY = {
  keys: [
    [new Key("trajectory"), "messages"],
    ...OPENAI_CHAT.keys.filter(([, use]) => use !== "messages"),
  ],
  roles: OPENAI_CHAT.roles,
  textBlock: OPENAI_CHAT.textBlock,
  textCalls: "unless called",
} as const satisfies ChatTable;

const TEXT = new Key("text");
const PROMPT = new Key("system_prompt");

/** The words of SWE-agent's texts, which have no calls but those in replies. */
const TEXTS = {
  keys: [
    [ROLE, "role"],
    [TEXT, "content"],
    [PROMPT, "text"],
    // With these, a text is searched for no call: the kernel leaves a conversation that has some.
    [new Key("tool_calls"), "call"],
  ],
  roles: [
    [new Key("ai"), "assistant"],
    [new Key("user"), "user"],
    [new Key("system"), "system"],
  ],
  textCalls: "unless called",
} as const satisfies ChatTable;

/** Keys of other formats that have such messages under `trajectory`. */
const FOREIGN_KEYS = ["history", "trajectory_format"];

/**
 * Rows of trajectory sets on Hugging Face that are no plain chat: `trajectory[]` of chat messages with every
 * key present, many null (nebius/SWE-rebench-openhands-trajectories, nvidia's SWE-Zero), or of `role`, `text`
 * and `system_prompt` in SWE-agent's text protocol (nebius/SWE-agent-trajectories); and rows whose `messages`
 * or `trajectory` is a string with JSON (CoderForge). The `mask` of a message says what to train on, and is
 * ignored.
 *
 * The schemas are from the dataset cards; no recorded rows were available, and the JSON in the string is not
 * verified.
 */
export function huggingfaceWith(isMask: MaskTest): Format<"huggingface"> {
  const isAnswer = answerTest(isMask);
  const readAll = (tree: Tree, array: Node, into: MessageSink) => {
    if (!tree.isArray(array)) return;
    into.array(array);
    readTextProtocol(tree, array, { into, dialect: dialectOf(tree, array), isAnswer });
  };
  const format: Format<"huggingface"> = {
    name: "huggingface",
    writtenBy: "trajectory sets on Hugging Face",
    knownFrom: "documentation",
    layouts: ["rows", "document"],
    evidence: "keys",
    keys: [
      { all: ["trajectory"], none: FOREIGN_KEYS },
      { all: ["messages"], none: FOREIGN_KEYS, messagesInText: true },
    ],
    dropping: "remove",
    kindOf: (tree, record) => (messagesOf(tree, record) === NONE ? undefined : "conversation"),
    detect: ([tree]) => tree !== undefined && isRow(tree, tree.root),
    chat: tableFor(TRAJECTORY, isMask),
    readItem: isMask === hasMaskHeader ? readItem : undefined,
    readItemNeedsCalls: true,
    inner(tree, record) {
      const node = messagesOf(tree, record);
      if (tree.isString(node)) return [{ node, format }];
      const areTexts = tree.isArray(node) && isNebius({ tree, array: node });
      return areTexts ? [{ node, format: texts }] : undefined;
    },
    read(tree, record, into) {
      const messages = messagesOf(tree, record);
      if (tree.isString(messages))
        into.inside(messages, (inner) => readAll(inner, inner.root, into));
      else readAll(tree, messages, into);
    },
    message(summary, encode, into) {
      const text = encode(summary);
      return into !== undefined && isNebius(into)
        ? `{"role":"user","text":${text},"system_prompt":null,"mask":false,"cutoff_date":null}`
        : `{"role":"user","content":${text}}`;
    },
  };
  const texts: Format<"huggingface"> = {
    ...format,
    chat: tableFor(TEXTS, isMask),
    readItem: undefined,
    inner: () => undefined,
    read: readAll,
  };
  return format;
}

/** The format, with the placeholders that every run knows. */
export const huggingface = huggingfaceWith(hasMaskHeader);

/** Reads a message of chat completions; a mark leaves one of another dialect to `read`. */
function readItem(tree: Tree, message: Node, into: MessageSink): void {
  if (OTHER_KEYS.some((key) => tree.get(message, key) !== NONE)) into.mark({ mark: "dialect" });
  readCalledMessage(tree, message, into);
}

/** Keys of texts in SWE-agent's protocol, and of calls that do not tell of `tool_calls`. */
const OTHER_KEYS = ["text", "function_call"];

/** The messages of a row: an array, or a string that contains one. */
function messagesOf(tree: Tree, record: Node): Node {
  for (const key of ["trajectory", "messages"]) {
    const value = tree.get(record, key);
    if (tree.isArray(value) || tree.isString(value)) return value;
  }
  return NONE;
}

/** Whether a record is such a row; chat messages under `messages` are plain chat. */
function isRow(tree: Tree, record: Node): boolean {
  if (FOREIGN_KEYS.some((key) => tree.get(record, key) !== NONE)) return false;
  const messages = messagesOf(tree, record);
  const chat = tree.get(record, "messages");
  // Two conversations: `wrapped-chat` reads both.
  if (messages !== chat && hasCalls(tree, chat)) return false;
  if (tree.isString(messages)) return /^\s*\[\s*\{\s*"/.test(tree.excerpt(messages, 40));
  const array = tree.get(record, "trajectory");
  const [first = NONE] = listOf(tree, array);
  if (!tree.isString(tree.get(first, "role"))) return false;
  return ["content", "text", "system_prompt"].some((key) => tree.get(first, key) !== NONE);
}

function dialectOf(tree: Tree, array: Node): Dialect {
  if (isNebius({ tree, array })) return NEBIUS_DIALECT;
  return hasCalls(tree, array) ? CHAT_DIALECT : SWE_AGENT_DIALECT;
}

function hasCalls(tree: Tree, array: Node): boolean {
  const messages = listOf(tree, array);
  return messages.some((message) => tree.hasItems(tree.get(message, "tool_calls")));
}

/** Whether messages keep their text under `text`. */
function isNebius({ tree, array }: MessageArray): boolean {
  const [first = NONE] = tree.items(array);
  return tree.get(first, TEXT) !== NONE;
}

const NEBIUS_ROLES: RoleNames = [
  ["ai", "assistant"],
  ["user", "user"],
  ["system", "system"],
];

const NEBIUS_DIALECT: Dialect = {
  roleOf: (tree, message) => findRole(tree, message, NEBIUS_ROLES),
  contentOf: (tree, message) => tree.get(message, TEXT),
  toolIn: toolInReply,
  readParts(tree, message, into) {
    const prompt = getString(tree, message, PROMPT);
    if (prompt !== NONE) into.part(NO_RESULT, prompt);
    readContent(tree, getString(tree, message, TEXT), into);
  },
};
