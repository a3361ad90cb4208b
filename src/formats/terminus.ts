import type { ChatTable } from "../json/tape/chat-table.ts";
import { Key } from "../json/tree/key.ts";
import { NONE, type Node, type Tree } from "../json/tree/tree.ts";
import type { Format } from "./format.ts";
import { OPENAI_CHAT } from "./shared/chat-completions.ts";
import { answerTest, hasMaskHeader, type MaskTest } from "./shared/observation-headers.ts";
import { CHAT_DIALECT, readTextProtocol, tableFor } from "./shared/text-protocol.ts";

const CONVERSATIONS = new Key("conversations");

/** The words of chat completions, except those of tool messages and calls: such a conversation is left to `read`. */
const TERMINUS = {
  keys: [[CONVERSATIONS, "messages"], ...OPENAI_CHAT.keys.filter(([, use]) => use !== "messages")],
  roles: OPENAI_CHAT.roles.filter(([, role]) => role !== "tool"),
  textBlock: OPENAI_CHAT.textBlock,
  textCalls: "by headers",
} as const satisfies ChatTable;

/**
 * Rows of trajectories that Harbor exports (`harbor traces export`), of which OpenThoughts-Agent's and Nemotron's sets
 * on Hugging Face consist: `conversations` of role and content, next to the `trial_name` and `episode` of a run.
 * Terminus answers as the user: what the terminal shows, after a header.
 *
 * Checked on a row of OpenThoughts-Agent, and in Terminus 2 (`terminus_2.py` of Harbor, 2026).
 */
export function terminusWith(isMask: MaskTest): Format<"terminus"> {
  const isAnswer = answerTest(isMask);
  return {
    name: "terminus",
    writtenBy: "Terminus trajectories in Harbor's rows",
    knownFrom: "recordings",
    layouts: ["rows", "document"],
    evidence: "keys",
    keys: [{ all: ["conversations"], any: ["trial_name", "episode"] }],
    dropping: "remove",
    kindOf: (tree, record) => (isRow(tree, record) ? "conversation" : undefined),
    detect: ([tree]) => tree !== undefined && isRow(tree, tree.root),
    chat: tableFor(TERMINUS, isMask),
    read(tree, record, into) {
      const messages = tree.get(record, CONVERSATIONS);
      into.array(messages);
      readTextProtocol(tree, messages, { into, dialect: CHAT_DIALECT, isAnswer });
    },
    message: (summary, encode) => `{"role":"user","content":${encode(summary)}}`,
  };
}

/** The format, with the placeholders that every run knows. */
export const terminus = terminusWith(hasMaskHeader);

function isRow(tree: Tree, record: Node): boolean {
  const messages = tree.get(record, CONVERSATIONS);
  if (!tree.isObject(record) || !tree.isArray(messages)) return false;
  const [first = NONE] = tree.items(messages);
  return (
    NAMES.some((key) => tree.isString(tree.get(record, key))) &&
    tree.isString(tree.get(first, "role")) &&
    tree.get(first, "content") !== NONE
  );
}

const NAMES = ["trial_name", "episode"];
