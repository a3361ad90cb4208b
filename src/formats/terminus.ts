import { NONE, type Node, type Tree } from "../json/tree/tree.ts";
import type { Format } from "./format.ts";
import {
  type AnswerTest,
  answerTest,
  firstText,
  hasMaskHeader,
  type MaskTest,
} from "./shared/observation-headers.ts";
import { CHAT_DIALECT, readTextProtocol } from "./shared/text-protocol.ts";

/**
 * Rows of trajectories that Harbor exports (`harbor traces export`), of which OpenThoughts-Agent's and Nemotron's sets
 * on Hugging Face consist: `conversations` of role and content, next to the `trial_name` and `episode` of a run.
 * Terminus answers as the user: what the terminal shows, after a header.
 *
 * Checked on a row of OpenThoughts-Agent, and in Terminus 2 (`terminus_2.py` of Harbor, 2026).
 */
export function terminusWith(isMask: MaskTest): Format<"terminus"> {
  const isKnown = answerTest(isMask);
  const isAnswer: AnswerTest = (tree, content) =>
    isKnown(tree, content) || hasTerminalHeader(tree, content);
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
    read(tree, record, into) {
      const messages = tree.get(record, "conversations");
      into.array(messages);
      readTextProtocol(tree, messages, { into, dialect: CHAT_DIALECT, isAnswer });
    },
    message: (summary, encode) => `{"role":"user","content":${encode(summary)}}`,
  };
}

/** The format, with the placeholders that every run knows. */
export const terminus = terminusWith(hasMaskHeader);

/** Whether a message begins as Terminus begins one with what the terminal shows. */
function hasTerminalHeader(tree: Tree, content: Node): boolean {
  const text = firstText(tree, content);
  return text !== NONE && TERMINAL.test(tree.excerpt(text, 60));
}

const TERMINAL = /^(?:Current terminal state|Previous response had warnings):\n/;

function isRow(tree: Tree, record: Node): boolean {
  const messages = tree.get(record, "conversations");
  if (!tree.isObject(record) || !tree.isArray(messages)) return false;
  const [first = NONE] = tree.items(messages);
  return (
    NAMES.some((key) => tree.isString(tree.get(record, key))) &&
    tree.isString(tree.get(first, "role")) &&
    tree.get(first, "content") !== NONE
  );
}

const NAMES = ["trial_name", "episode"];
