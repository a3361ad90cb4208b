import type { ChatTable } from "../../json/tape/chat-table.ts";
import { getText, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { Role } from "../../transcript/model/message.ts";
import type { MessageSink } from "../format.ts";
import { CHAT_ROLES, readChatParts, toolNameOf } from "./chat-completions.ts";
import { findRole } from "./message-list.ts";
import { type AnswerTest, hasMaskHeader, type MaskTest } from "./observation-headers.ts";
import { readObservationOf } from "./part-heads.ts";

/** How messages look in a format whose calls can be in the text of a reply. */
export interface Dialect {
  roleOf(tree: Tree, message: Node): Role | undefined;
  /** The content of a message. */
  contentOf(tree: Tree, message: Node): Node;
  /** The tool that the text of a reply calls; undefined if it calls none, or is not searched. */
  toolIn(tree: Tree, content: Node): string | undefined;
  /** Reads the parts of a message that is no observation, except such calls. */
  readParts(tree: Tree, message: Node, into: MessageSink): void;
}

/** Messages of chat completions; their texts are not searched for calls. */
export const CHAT_DIALECT: Dialect = {
  roleOf: (tree, message) => findRole(tree, message, CHAT_ROLES),
  contentOf: (tree, message) => tree.get(message, "content"),
  toolIn: () => undefined,
  readParts: readChatParts,
};

/** Messages of chat completions in which the text of a reply can call a tool, as SWE-agent's parsers read it. */
export const SWE_AGENT_DIALECT: Dialect = { ...CHAT_DIALECT, toolIn: toolInReply };

/** A table for the kernel, which knows no masks but elision's default ones. */
export function tableFor(table: ChatTable, isMask: MaskTest): ChatTable {
  return isMask === hasMaskHeader ? table : { ...table, mayLackHeader: true };
}

/**
 * Reads an array of messages, which the sink has, and in which tools may answer as the user: a user message is an
 * observation if it follows a reply whose text calls a tool, or follows a reply and `isAnswer` says so, by a header
 * that agents write. The reply then gets a call without text of its own.
 */
export function readTextProtocol(
  tree: Tree,
  array: Node,
  {
    into,
    dialect,
    isAnswer,
  }: {
    readonly into: MessageSink;
    readonly dialect: Dialect;
    readonly isAnswer: AnswerTest;
  },
): void {
  const { roleOf, contentOf } = dialect;
  const messages = tree.items(array);
  let hasReply = false;
  let tool: string | undefined;
  messages.forEach((message, index) => {
    const role = roleOf(tree, message);
    if (role === undefined) return;
    const content = contentOf(tree, message);
    const isResult = tool !== undefined || (hasReply && isAnswer(tree, content));
    if (role === "tool" || (role === "user" && isResult)) {
      readAnswer(tree, message, { into, content, tool });
      tool = undefined;
      return;
    }
    into.message(role, message);
    dialect.readParts(tree, message, into);
    tool = role === "assistant" ? textCall(tree, message, messages[index + 1] ?? NONE) : undefined;
    hasReply ||= role === "assistant";
    if (tool !== undefined) into.part({ kind: "call", id: undefined, name: "" });
  });

  /**
   * The tool that a reply calls in its text, judged by the next message if the text does not tell; `""` if
   * unknown.
   */
  function textCall(tree: Tree, message: Node, next: Node): string | undefined {
    if (tree.hasItems(tree.get(message, "tool_calls"))) return undefined;
    const called = dialect.toolIn(tree, contentOf(tree, message));
    if (called !== undefined) return called;
    const isAnswered = roleOf(tree, next) === "user";
    return isAnswered && isAnswer(tree, contentOf(tree, next)) ? "" : undefined;
  }
}

/** Reads a message that is an answer; `tool` is what the reply before it calls. SWE-agent's has a list with one id. */
function readAnswer(
  tree: Tree,
  message: Node,
  about: { readonly into: MessageSink; readonly content: Node; readonly tool: string | undefined },
): void {
  const { into, content, tool } = about;
  into.message("tool", message);
  const [first = NONE] = tree.items(tree.get(message, "tool_call_ids"));
  const callId = into.id(tree.get(message, "tool_call_id")) ?? into.id(first);
  const toolName = toolNameOf(tree, message) ?? (tool === "" ? undefined : tool);
  readObservationOf(tree, content, { into, callId, toolName });
}

/**
 * Reads a message as `readTextProtocol` does where replies call by `tool_calls`, and no user message may be an answer.
 */
export function readCalledMessage(tree: Tree, message: Node, into: MessageSink): void {
  const role = findRole(tree, message, CHAT_ROLES);
  if (role === undefined) return;
  if (role === "tool") {
    readAnswer(tree, message, { into, content: tree.get(message, "content"), tool: undefined });
    return;
  }
  into.message(role, message);
  readChatParts(tree, message, into);
}

/**
 * The tool in a reply of SWE-agent's text protocols: the last `<function=NAME>` or, where there is
 * none, the first word of the last fenced block; `""` if that is empty.
 */
export function toolInReply(tree: Tree, content: Node): string | undefined {
  const text = textOf(tree, content);
  return lastIn(text, FUNCTION) ?? lastIn(text, FENCED);
}

const FUNCTION = /<function=([\w.-]+)>/g;
const FENCED = /^```[\w-]*\n(?:\s*(?!```)(\S+))?[\s\S]*?^```/gm;

function textOf(tree: Tree, content: Node): string {
  if (!tree.isArray(content)) return tree.isString(content) ? tree.text(content) : "";
  const texts = tree.items(content).map((block) => getText(tree, block, "text") ?? "");
  return texts.join("\n");
}

function lastIn(text: string, form: RegExp): string | undefined {
  let last: string | undefined;
  for (const [, name = ""] of text.matchAll(form)) last = name;
  return last;
}
