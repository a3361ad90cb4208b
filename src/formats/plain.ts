import { NONE, type Node, type Tree } from "../json/tree/tree.ts";
import type { Arrangement, Found } from "../transcript/model/arrangement.ts";
import type { Sequence } from "../transcript/model/sequence.ts";
import type { Format, MessageSink } from "./format.ts";
import { readChatParts } from "./shared/chat-completions.ts";
import { kindOfChat, messageArray } from "./shared/message-list.ts";
import {
  type AnswerTest,
  answerTest,
  hasMaskHeader,
  type MaskTest,
} from "./shared/observation-headers.ts";
import { readObservationOf } from "./shared/part-heads.ts";
import { CHAT_DIALECT, readTextProtocol } from "./shared/text-protocol.ts";

/**
 * Messages of role and content only, in which agents without tool calls keep tools' answers as user messages:
 * those with a header that such agents write, after the assistant has spoken, are observations. Never
 * detected, because people quote such headers: only if requested.
 */
export function plainWith(isMask: MaskTest): Format<"plain"> {
  const isAnswer = answerTest(isMask);
  return {
    name: "plain",
    writtenBy: "agents without tool calls, when asked for by name",
    knownFrom: "source",
    layouts: ["lines", "rows", "document"],
    evidence: "chat",
    keys: [],
    dropping: "remove",
    kindOf: (tree, record) => kindOfChat(tree, record, isMessage),
    read(tree, record, into) {
      const array = messageArray(tree, record);
      if (array === NONE) {
        readLine(tree, record, { into, isAnswer });
        return;
      }
      into.array(array);
      readTextProtocol(tree, array, { into, dialect: CHAT_DIALECT, isAnswer });
    },
    arrange,
    message: (summary, encode) => `{"role":"user","content":${encode(summary)}}`,
  };
}

/** The format, with the placeholders that every run knows. */
export const plain = plainWith(hasMaskHeader);

function isMessage(tree: Tree, node: Node): boolean {
  return CHAT_DIALECT.roleOf(tree, node) !== undefined;
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
