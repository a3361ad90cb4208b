import { getText, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import { arrangePath, PATH_MARKS } from "../arrange/arrange-path.ts";
import { pathBefore } from "../arrange/path-before.ts";
import type { Format, MessageSink } from "../format.ts";
import { readText } from "../shared/part-heads.ts";
import { piDropping } from "./pi-condensing.ts";
import { isEvent } from "./pi-events.ts";
import {
  type EntryPlace,
  PI_COUNTS,
  readContent,
  readPiMessage,
  readSystem,
} from "./pi-messages.ts";

/**
 * Sessions of pi and OpenClaw (`~/.pi/agent/sessions/…/*.jsonl`), versions 1 to 3: a header, then entries,
 * which from version 2 on form a tree by `id` and `parentId`; in version 1 the order is file order. A
 * compaction leaves its summary, and the entries from its first kept one on.
 *
 * Checked against pi's own session manager and conversion of messages for models (0.87), a recorded session
 * of version 1 and sessions of 0.87. Replies that failed or were aborted are never sent again, nor are the
 * user's commands marked `excludeFromContext`, nor the targets of a `context_edit`. `details` of a result is
 * for display. The system's messages, one of which is in each compaction, exist since 2026.
 */
export const pi: Format<"pi"> = {
  name: "pi",
  writtenBy: "pi and OpenClaw sessions",
  knownFrom: "recordings",
  layouts: ["lines"],
  evidence: "envelope",
  keys: [
    { all: ["type", "id"], any: ["cwd", "version"], none: ["payload"] },
    { all: ["type", "message"] },
  ],
  dropping: piDropping,
  isResumed: true,
  saved: {
    places: [
      {
        agent: "pi",
        base: "~/.pi/agent",
        variable: "PI_CODING_AGENT_DIR",
        files: "sessions/*/*.jsonl",
      },
      {
        agent: "openclaw",
        base: "~/.openclaw",
        variable: "OPENCLAW_STATE_DIR",
        files: "agents/*/sessions/*.jsonl",
      },
    ],
    id: ["id"],
    folder: ["cwd"],
    model: ["message.model", "modelId"],
    usage: {
      at: "message.usage",
      ...PI_COUNTS,
      usd: "cost.total",
    },
  },
  kindOf: (tree, record) => (tree.isString(tree.get(record, "type")) ? "message" : undefined),
  detect,
  read: readEntry,
  arrange: arrangePath,
  arrangeBefore: pathBefore,
  startsAnew: [PATH_MARKS.kept],
};

/** True at a header, or without one at a result, unless it is the stream of events that pi prints. */
function detect(head: readonly Tree[]): boolean {
  const [first] = head;
  if (first === undefined || head.some((tree) => isEvent(tree, tree.root))) return false;
  if (first.is(first.get(first.root, "type"), "session"))
    return isHeader(first) && first.get(first.root, "payload") === NONE;
  return head.some((tree) => {
    const message = tree.get(tree.root, "message");
    return (
      tree.is(tree.get(tree.root, "type"), "message") &&
      tree.is(tree.get(message, "role"), "toolResult") &&
      tree.isString(tree.get(message, "toolCallId"))
    );
  });
}

function isHeader(tree: Tree): boolean {
  return (
    tree.isString(tree.get(tree.root, "id")) &&
    (tree.isString(tree.get(tree.root, "cwd")) || tree.isNumber(tree.get(tree.root, "version")))
  );
}

/** Reads one line; every line gives one message or one link, because compactions can count them. */
function readEntry(tree: Tree, line: Node, into: MessageSink): void {
  const id = into.id(tree.get(line, "id"));
  const parent = into.id(tree.get(line, "parentId"));
  const message = tree.get(line, "message");
  switch (getText(tree, line, "type")) {
    case "session":
      into.ignore(line);
      into.mark({ mark: PATH_MARKS.link });
      return;
    case "custom":
    case "label":
    case "model_change":
    case "session_info":
    case "thinking_level_change":
    case "usage":
      into.ignore(line);
      break;
    case "message":
      if (readPiMessage(tree, message, { into, line, place: { id, parent } })) return;
      break;
    case "custom_message":
      into.message("user", line, { id, parent });
      readContent(tree, tree.get(line, "content"), into);
      return;
    case "compaction":
      if (readCompaction(tree, line, { into, id, parent })) return;
      break;
    case "context_edit":
      if (readContextEdit(tree, line, { into, id, parent })) return;
      break;
    case "branch_summary":
      into.message("user", line, { id, parent });
      readText(tree, line, "summary", into);
      return;
  }
  into.mark({ mark: PATH_MARKS.link, id, parent });
}

/** The sink for an entry's message, and the entry's place in the tree. */
interface EntryInto extends EntryPlace {
  readonly into: MessageSink;
}

/** Reads a compaction: the system's message that it records, and its summary; false if it has neither. */
function readCompaction(tree: Tree, line: Node, { into, id, parent }: EntryInto): boolean {
  into.ignore(line);
  into.mark({ mark: PATH_MARKS.kept, ...keptEntry(tree, line) });
  const system = tree.get(line, "systemMessage");
  // Without a summary, as in the fallback, the model is sent nothing.
  if (tree.chars(tree.get(line, "summary")) === 0 && system === NONE) return false;
  into.message("user", line, { id, parent });
  readSystem(tree, system, into);
  readText(tree, line, "summary", into);
  return true;
}

/** Reads an edit: its replacement is sent in place of its target. */
function readContextEdit(tree: Tree, line: Node, { into, id, parent }: EntryInto): boolean {
  into.ignore(line);
  into.mark({ mark: PATH_MARKS.edited, id: getText(tree, line, "targetId") });
  const content = tree.get(tree.get(line, "replacement"), "content");
  if (content === NONE) return false;
  into.message("user", line, { id, parent });
  readContent(tree, content, into);
  return true;
}

/** The first entry that a compaction keeps: by its id or, in version 1, by its line. */
function keptEntry(tree: Tree, line: Node): { id?: string | undefined; parent?: string } {
  const index = tree.get(line, "firstKeptEntryIndex");
  if (tree.isNumber(index)) return { parent: tree.text(index) };
  return { id: getText(tree, line, "firstKeptEntryId") };
}
