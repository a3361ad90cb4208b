import type { ChatTable } from "../json/tape/chat-table.ts";
import { Key } from "../json/tree/key.ts";
import { NONE, type Node, type Tree } from "../json/tree/tree.ts";
import type { Format } from "./format.ts";
import { OPENAI_CHAT } from "./shared/chat-completions.ts";
import { listMessages, messageArray } from "./shared/message-list.ts";
import {
  type AnswerTest,
  answerTest,
  hasMaskHeader,
  type MaskTest,
} from "./shared/observation-headers.ts";
import { readTextProtocol, SWE_AGENT_DIALECT, tableFor } from "./shared/text-protocol.ts";

/** A row has one of these keys. */
const IDS = ["instance_id", "traj_id", "trajectory_id"];

/** The words of chat completions, except those of tool messages, which these rows do not have. */
const SWE_SMITH = {
  keys: [...OPENAI_CHAT.keys, ...IDS.map((key) => [new Key(key), "row id"] as const)],
  roles: OPENAI_CHAT.roles.filter(([, role]) => role !== "tool"),
  textBlock: OPENAI_CHAT.textBlock,
  textCalls: "in replies",
} as const satisfies ChatTable;

/**
 * Rows of trajectories in a text protocol, which SWE-smith makes from SWE-agent's for fine-tuning: `messages`
 * of role and content next to `instance_id`. Calls are in the text of the assistant (`<function=…>` or a
 * fenced block), and the user message after one is the tool's result, with or without a header. SWE-Gym's and
 * mini-swe-agent-plus' rows have the same form.
 *
 * Checked in the source of SWE-smith (`train/traj_mgr`) and on its example file; the rows of the other sets
 * are from their dataset cards.
 */
export function sweSmithWith(isMask: MaskTest): Format<"swe-smith"> {
  const isAnswer = answerTest(isMask);
  return {
    name: "swe-smith",
    writtenBy: "SWE-smith and other sets of trajectories without tool calls",
    knownFrom: "recordings",
    layouts: ["rows", "document"],
    evidence: "keys",
    keys: [{ any: IDS }],
    dropping: "remove",
    kindOf: (tree, record) =>
      tree.isObject(record) && messageArray(tree, record) !== NONE ? "conversation" : undefined,
    detect: ([tree]) => tree !== undefined && isRow(tree, tree.root, isAnswer),
    isWithoutTools: true,
    chat: tableFor(SWE_SMITH, isMask),
    read(tree, record, into) {
      const messages = tree.get(record, "messages");
      into.array(messages);
      readTextProtocol(tree, messages, { into, dialect: SWE_AGENT_DIALECT, isAnswer });
    },
    message: (summary, encode) => `{"role":"user","content":${encode(summary)}}`,
  };
}

/** The format, with the placeholders that every run knows. */
export const sweSmith = sweSmithWith(hasMaskHeader);

/** Whether a record is the row of an instance in which tools answer only as the user. */
function isRow(tree: Tree, record: Node, isAnswer: AnswerTest): boolean {
  if (messageArray(tree, record) === record || !IDS.some((key) => hasText(tree, record, key)))
    return false;
  let isAnswered = false;
  for (const message of listMessages(tree, record)) {
    if (hasCall(tree, message) || tree.get(message, "type") !== NONE) return false;
    const role = tree.get(message, "role");
    if (tree.is(role, "tool") || tree.is(role, "function")) return false;
    isAnswered ||= tree.is(role, "user") && isAnswer(tree, tree.get(message, "content"));
  }
  return isAnswered;
}

function hasText(tree: Tree, record: Node, key: string): boolean {
  return tree.isString(tree.get(record, key));
}

function hasCall(tree: Tree, message: Node): boolean {
  return (
    tree.hasItems(tree.get(message, "tool_calls")) ||
    tree.isObject(tree.get(message, "function_call"))
  );
}
