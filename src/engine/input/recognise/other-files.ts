import { listMessages } from "../../../formats/shared/message-list.ts";
import { NONE, type Node, type Tree } from "../../../json/tree/tree.ts";

/** A file that elision knows and does not read, and where the session is, if it is elsewhere. */
export interface OtherFile {
  readonly what: string;
  /** The record, or one of its messages or items, has all of these, or all of others of these. */
  readonly keys: readonly (readonly string[])[];
  readonly hint?: string;
}

/** From sources and documentation; whoever has such a file learns that nothing is wrong with it. */
const OTHERS: readonly OtherFile[] = [
  { what: "an export of ChatGPT", keys: [["mapping", "current_node"]] },
  { what: "an export of Claude.ai", keys: [["chat_messages"]] },
  { what: "an export of Open WebUI", keys: [["chat", "user_id"]] },
  {
    what: "an export of LibreChat",
    keys: [["conversationId", "endpoint", "messages"], ["messagesTree"]],
  },
  { what: "a thread of Zed", keys: [["messages", "initial_project_snapshot"]] },
  { what: "a chat of LM Studio", keys: [["versions", "currentlySelected"]] },
  { what: "a chat store of LlamaIndex", keys: [["store", "class_name"]] },
  {
    what: "a history of Semantic Kernel",
    keys: [
      ["content_type", "items"],
      ["Role", "Items"],
    ],
  },
  { what: "an evaluation set of Google ADK", keys: [["eval_set_id", "eval_cases"]] },
  {
    what: "a log of requests of VS Code's Copilot Chat",
    keys: [["exportedAt", "prompts"]],
    hint: "the chat itself is what Chat: Export Chat... writes",
  },
  {
    what: "events of OpenAI's Realtime API",
    keys: ["session", "item", "response"].map((key) => ["event_id", "type", key]),
  },
  {
    what: "what Cline and Roo Code show of a task",
    keys: [["ts", "say"]],
    hint: "the session is in api_conversation_history.json next to it",
  },
  {
    what: "prompts that Claude Code remembers",
    keys: [["display", "pastedContents"]],
    hint: "elision sessions lists its sessions",
  },
];

/** The kind of file that records are from, if it is one of those; exporters keep a whole one as `conversation`. */
export function otherFile(head: readonly Tree[]): OtherFile | undefined {
  return OTHERS.find(({ keys }) =>
    head.some((tree) =>
      [tree.root, ...listMessages(tree, tree.root).slice(0, MOST_LOOKED_AT)].some((node) =>
        keys.some((all) =>
          [node, tree.get(node, "conversation")].some((each) => hasAll(tree, each, all)),
        ),
      ),
    ),
  );
}

function hasAll(tree: Tree, node: Node, keys: readonly string[]): boolean {
  if (!tree.isObject(node) || keys.some((key) => tree.get(node, key) === NONE)) return false;
  return tree.items(node).length <= MOST_KEYS;
}

/** The most keys of such a record: a vocabulary has every word as a key. */
const MOST_KEYS = 64;

/** Messages that are enough to show one with calls or results. */
const MOST_LOOKED_AT = 64;
