import type { ChatTable } from "../json/tape/chat-table.ts";
import { Key } from "../json/tree/key.ts";
import { listOf, NONE, type Node, type Tree } from "../json/tree/tree.ts";
import type { Arrangement, Found } from "../transcript/model/arrangement.ts";
import type { Sequence } from "../transcript/model/sequence.ts";
import type { Format, MessageSink } from "./format.ts";
import { areActionsAnswered, type MessageInTree } from "./shared/answered-actions.ts";
import { OPENAI_CHAT, readChatParts } from "./shared/chat-completions.ts";
import { messageArray } from "./shared/message-list.ts";
import {
  type AnswerTest,
  answerTest,
  hasMaskHeader,
  type MaskTest,
} from "./shared/observation-headers.ts";
import { readObservationOf } from "./shared/part-heads.ts";
import { ROLE } from "./shared/shared-keys.ts";
import { CHAT_DIALECT, type Dialect, readTextProtocol, tableFor } from "./shared/text-protocol.ts";
import { readSystem, SHAREGPT_DIALECT } from "./sharegpt.ts";

const CONVERSATIONS = new Key("conversations");

/** The words of chat completions, except those of tool messages and calls: such a conversation is left to `read`. */
const PLAIN = {
  keys: [[CONVERSATIONS, "messages"], ...OPENAI_CHAT.keys],
  roles: OPENAI_CHAT.roles.filter(([, role]) => role !== "tool"),
  textBlock: OPENAI_CHAT.textBlock,
  textCalls: "by headers",
} as const satisfies ChatTable;

/**
 * Messages of role and content only, or of ShareGPT's `from` and `value`, in which agents without tool calls keep
 * tools' answers as user messages: those with a header that such agents write, after the assistant has spoken, are
 * observations. People quote such headers, so it is detected only where each answers an action: see
 * `areActionsAnswered`.
 *
 * Checked on recorded rows of ReAct agents: FireAct's `messages`, AgentInstruct's and AgentTraj's `conversations`.
 */
export function plainWith(isMask: MaskTest): Format<"plain"> {
  const isAnswer = answerTest(isMask);
  return {
    name: "plain",
    writtenBy: "agents without tool calls, ReAct's for example",
    knownFrom: "recordings",
    layouts: ["lines", "rows", "document"],
    evidence: "texts",
    keys: [{ messages: ["role"] }, { all: ["conversations"] }, { items: ["from"] }],
    dropping: "remove",
    kindOf(tree, record) {
      const array = arrayOf(tree, record);
      const { roleOf } = dialectOf(tree, array);
      if (!messagesOf(tree, record).some((message) => roleOf(tree, message) !== undefined))
        return undefined;
      return array === NONE ? "message" : "conversation";
    },
    isWithoutTools: true,
    detect: (head) => areActionsAnswered(messagesIn(head), dialectIn(head), isMask),
    read(tree, record, into) {
      const array = arrayOf(tree, record);
      if (array === NONE) {
        readLine(tree, record, { into, isAnswer });
        return;
      }
      const dialect = dialectOf(tree, array);
      if (dialect === SHAREGPT_DIALECT) readSystem(tree, record, into);
      into.array(array);
      readTextProtocol(tree, array, { into, dialect, isAnswer });
    },
    chat: tableFor(PLAIN, isMask),
    arrange,
    orderedMarks: [],
    message(summary, encode, into) {
      const text = encode(summary);
      return into !== undefined && dialectOf(into.tree, into.array) === SHAREGPT_DIALECT
        ? `{"from":"human","value":${text}}`
        : `{"role":"user","content":${text}}`;
    },
  };
}

/** The format, with the placeholders that every run knows. */
export const plain = plainWith(hasMaskHeader);

/** The array of messages of a record; `NONE` for a single message. */
function arrayOf(tree: Tree, record: Node): Node {
  const array = messageArray(tree, record);
  if (array !== NONE) return array;
  const conversations = tree.get(record, CONVERSATIONS);
  return tree.isArray(conversations) ? conversations : NONE;
}

/** The messages of a record: the items of its array, or the record itself. */
function messagesOf(tree: Tree, record: Node): readonly Node[] {
  const array = arrayOf(tree, record);
  return array === NONE ? [record] : tree.items(array);
}

/** The dialect of the messages in an array, by the first of them. */
function dialectOf(tree: Tree, array: Node): Dialect {
  const [first = NONE] = listOf(tree, array);
  const isShareGpt = tree.isString(tree.get(first, "from")) && tree.get(first, ROLE) === NONE;
  return isShareGpt ? SHAREGPT_DIALECT : CHAT_DIALECT;
}

function dialectIn([tree]: readonly Tree[]): Dialect {
  return tree === undefined ? CHAT_DIALECT : dialectOf(tree, arrayOf(tree, tree.root));
}

function* messagesIn(head: readonly Tree[]): Iterable<MessageInTree> {
  for (const tree of head)
    for (const message of messagesOf(tree, tree.root)) yield { tree, message };
}

/** A message on a line. Its neighbours are unknown, so an observation comes with a call of its own. */
function readLine(
  tree: Tree,
  message: Node,
  { into, isAnswer }: { readonly into: MessageSink; readonly isAnswer: AnswerTest },
): void {
  const role = CHAT_DIALECT.roleOf(tree, message);
  if (role === undefined) return;
  const content = tree.get(message, "content");
  if (role !== "tool" && !(role === "user" && isAnswer(tree, content))) {
    into.message(role, message);
    readChatParts(tree, message, into);
    return;
  }
  into.mark({ mark: "answer" });
  // The message before it shows that it is no quotation, and stays with it.
  into.message("tool", message, { joined: true });
  into.part({ kind: "call", id: undefined, name: "" });
  readObservationOf(tree, content, { into, callId: undefined });
}

/** Leaves out text that only looks like an observation: no tool had been called yet. */
function arrange(found: Sequence<Found>): readonly Arrangement[] {
  const messages: number[] = [];
  let hasReply = false;
  for (const each of found) {
    if (each.mark !== undefined) continue;
    hasReply ||= each.role === "assistant";
    if (hasReply || each.role !== "tool") messages.push(each.index);
  }
  return [{ messages }];
}
