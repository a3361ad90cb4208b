import type { ChatTable } from "../json/tape/chat-table.ts";
import { Key } from "../json/tree/key.ts";
import { getString, NONE, type Node, type Tree } from "../json/tree/tree.ts";
import type { Role } from "../transcript/model/message.ts";
import type { Format, MessageSink } from "./format.ts";
import { argumentsAt } from "./shared/chat-content.ts";
import type { RoleNames } from "./shared/message-list.ts";
import { readCallOf, readObservationOf, readText } from "./shared/part-heads.ts";
import { ASSISTANT, SYSTEM, USER } from "./shared/shared-keys.ts";
import type { Dialect } from "./shared/text-protocol.ts";

const FUNCTION_CALL = new Key("function_call");

const ROLES = [
  [new Key("human"), "user"],
  [new Key("gpt"), "assistant"],
  [FUNCTION_CALL, "assistant"],
  [new Key("observation"), "tool"],
  [new Key("tool"), "tool"],
  [new Key("function_response"), "tool"],
  [new Key("function"), "tool"],
  [SYSTEM, "system"],
  [USER, "user"],
  [ASSISTANT, "assistant"],
] as const satisfies RoleNames;

/** All roles, with those that the kernel leaves to the reader. */
const ALL_ROLES: RoleNames = [...ROLES, ["tool_call", "assistant"], ["tool_response", "tool"]];

/** The words of ShareGPT, as data; the functions below look for the same ones. */
const SHAREGPT = {
  keys: [
    [new Key("conversations"), "messages"],
    [new Key("from"), "role"],
    [new Key("value"), "content"],
    [SYSTEM, "system"],
    [new Key("tools"), "extra"],
  ],
  roles: ROLES.filter(([word]) => word !== FUNCTION_CALL),
  callWord: FUNCTION_CALL,
  textCalls: "in order",
} as const satisfies ChatTable;

/**
 * ShareGPT conversations: `conversations[]` of `from` and `value`. Observations are `observation` (as
 * LLaMA-Factory reads them), `tool` (Hermes), `function` (ToolBench), `function_response` or `tool_response`;
 * calls are `function_call`, `tool_call`, or in the text of the reply before. There are no ids.
 *
 * Checked in the source of LLaMA-Factory (the default tags), in converters that write the other words, and on
 * a recorded set.
 */
export const sharegpt: Format<"sharegpt"> = {
  name: "sharegpt",
  writtenBy: "fine-tuning sets in ShareGPT's shape",
  knownFrom: "recordings",
  layouts: ["rows", "document"],
  evidence: "chat",
  keys: [{ all: ["conversations"] }],
  dropping: "remove",
  kindOf: (tree, record) => (turnsOf(tree, record) === NONE ? undefined : "conversation"),
  detect: ([tree]) => tree !== undefined && isShareGpt(tree, tree.root),
  read: readConversation,
  chat: SHAREGPT,
  message: (summary, encode) => `{"from":"human","value":${encode(summary)}}`,
};

/** ShareGPT's messages where calls and results are only texts of the assistant and the user. */
export const SHAREGPT_DIALECT: Dialect = {
  roleOf,
  contentOf: valueIn,
  toolIn: () => undefined,
  readParts: (tree, turn, into) => readText(tree, turn, "value", into),
};

function valueIn(tree: Tree, turn: Node): Node {
  return tree.get(turn, "value");
}

function turnsOf(tree: Tree, conversation: Node): Node {
  const turns = tree.get(conversation, "conversations");
  return tree.isArray(turns) ? turns : NONE;
}

/** Whether the first turn has `from` and `value`. */
function isShareGpt(tree: Tree, record: Node): boolean {
  const [turn = NONE] = tree.items(turnsOf(tree, record));
  return tree.isString(tree.get(turn, "from")) && tree.get(turn, "value") !== NONE;
}

function readConversation(tree: Tree, conversation: Node, into: MessageSink): void {
  const turns = turnsOf(tree, conversation);
  if (turns === NONE) return;
  readSystem(tree, conversation, into);
  into.array(turns);
  const all = tree.items(turns);
  let toolName: string | undefined;
  all.forEach((turn, index) => {
    const role = roleOf(tree, turn);
    if (role === undefined) return;
    into.message(role, turn);
    const value = valueIn(tree, turn);
    if (role === "tool") {
      readObservationOf(tree, value, { into, callId: undefined, toolName });
      return;
    }
    if (isCall(tree, turn)) {
      const args = argumentsAt(tree, turn, "value");
      readCallOf(tree, args, { into, id: undefined, name: "" });
      toolName = nameIn(tree, value);
      return;
    }
    readText(tree, turn, "value", into);
    toolName = undefined;
    if (role !== "assistant") return;
    for (let at = index + 1; roleOf(tree, all[at] ?? NONE) === "tool"; at++)
      into.part({ kind: "call", id: undefined, name: "" });
  });
}

/** Reads the system prompt that a conversation has next to its messages. */
export function readSystem(tree: Tree, conversation: Node, into: MessageSink): void {
  const system = getString(tree, conversation, "system");
  if (system === NONE || tree.chars(system) === 0) return;
  into.array(NONE);
  into.message("system", conversation);
  readText(tree, conversation, "system", into);
}

function isCall(tree: Tree, turn: Node): boolean {
  const from = tree.get(turn, "from");
  return tree.is(from, FUNCTION_CALL) || tree.is(from, "tool_call");
}

function roleOf(tree: Tree, turn: Node): Role | undefined {
  const word = tree.get(turn, "from");
  for (const [name, role] of ALL_ROLES) if (tree.is(word, name)) return role;
  return undefined;
}

/** The tool of a call, whose JSON begins with the name. */
function nameIn(tree: Tree, value: Node): string | undefined {
  return /^[\s[{]*"name"\s*:\s*"([^"\\]+)"/.exec(tree.excerpt(value, 120))?.[1];
}
