import { getText, type Node, type Tree } from "../../json/tree/tree.ts";
import type { Flaw } from "../format.ts";

/**
 * Finds what the Messages API would refuse in a conversation: an answer to no call of the previous message
 * (an error of the API seen in public threads), a call that the next user message does not answer, an answer
 * after other content (both from documentation). Consecutive messages of one role count as one, as in the
 * API. Calls in the last message are open, not refused.
 */
export function* checkAnthropicMessages(tree: Tree, messages: readonly Node[]): Iterable<Flaw> {
  let asked: ReadonlyMap<string, Node> = new Map();
  for (const { isUser, blocks } of speeches(tree, messages)) {
    if (isUser) yield* checkAnswers(tree, blocks, asked);
    asked = isUser ? new Map() : idsOf(tree, blocks, { type: "tool_use", key: "id" });
  }
}

/** Consecutive messages of one side. */
interface Speech {
  readonly isUser: boolean;
  /** Blocks, and contents that are strings. */
  readonly blocks: Node[];
}

function* speeches(tree: Tree, messages: readonly Node[]): Iterable<Speech> {
  let speech: Speech | undefined;
  for (const message of messages) {
    const role = tree.get(message, "role");
    const isUser = tree.is(role, "user");
    if (!isUser && !tree.is(role, "assistant")) continue;
    if (speech?.isUser !== isUser) {
      if (speech !== undefined) yield speech;
      speech = { isUser, blocks: [] };
    }
    const content = tree.get(message, "content");
    if (!tree.isArray(content)) speech.blocks.push(content);
    else for (const block of tree.items(content)) speech.blocks.push(block);
  }
  if (speech !== undefined) yield speech;
}

function idsOf(
  tree: Tree,
  blocks: readonly Node[],
  { type, key }: { readonly type: string; readonly key: string },
): ReadonlyMap<string, Node> {
  const ids = new Map<string, Node>();
  for (const block of blocks) {
    const id = tree.is(tree.get(block, "type"), type) ? getText(tree, block, key) : undefined;
    if (id !== undefined) ids.set(id, block);
  }
  return ids;
}

function* checkAnswers(
  tree: Tree,
  blocks: readonly Node[],
  asked: ReadonlyMap<string, Node>,
): Iterable<Flaw> {
  const answered = idsOf(tree, blocks, { type: "tool_result", key: "tool_use_id" });
  for (const [id, node] of asked) {
    if (!answered.has(id))
      yield { node, message: `expected a tool_result of ${id} in the next message (got none)` };
  }
  for (const [id, node] of answered) {
    if (!asked.has(id))
      yield { node, message: `expected a tool_use of ${id} in the message before (got none)` };
  }
  let other: string | undefined;
  for (const node of blocks) {
    const type = tree.isString(node) ? "text" : (getText(tree, node, "type") ?? "no type");
    if (type !== "tool_result") other ??= type;
    else if (other !== undefined)
      yield {
        node,
        message: `expected a tool_result before other content (got it after ${other})`,
      };
  }
}
