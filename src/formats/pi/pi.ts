import { getString, getText, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { Id } from "../../transcript/model/id.ts";
import { arrangePath, PATH_MARKS } from "../arrange/arrange-path.ts";
import { pathBefore } from "../arrange/path-before.ts";
import type { Format, MessageSink } from "../format.ts";
import {
  type BlockTarget,
  isImageBlock,
  readCallOf,
  readContentOf,
  readImage,
  readObservationOf,
  readReasoning,
  readText,
  TEXT,
  TEXT_BLOCK,
} from "../shared/part-heads.ts";
import { readModel } from "../shared/read-model.ts";
import { type CountKeys, readUsage } from "../shared/read-usage.ts";
import { piDropping } from "./pi-condensing.ts";

/** The keys of a prompt's usage. */
const COUNTS = {
  input: ["input"],
  read: "cacheRead",
  write: "cacheWrite",
  output: ["output"],
} as const satisfies CountKeys;

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
      ...COUNTS,
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
  const [first, second] = head;
  if (first === undefined || second?.is(second.get(second.root, "type"), "agent_start"))
    return false;
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
      if (readMessage(tree, message, { into, line, place: { id, parent } })) return;
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

/** The place of an entry in the tree. */
interface EntryPlace {
  readonly id: Id | undefined;
  readonly parent: Id | undefined;
}

/** Reads the message of an entry; false if the model never sees it. */
function readMessage(
  tree: Tree,
  message: Node,
  { into, line, place }: { into: MessageSink; line: Node; place: EntryPlace },
): boolean {
  const content = tree.get(message, "content");
  switch (getText(tree, message, "role")) {
    case "system":
      into.message("system", line, place);
      readSystem(tree, message, into);
      return true;
    case "user":
    case "custom":
    case "hookMessage":
      into.message("user", line, place);
      readContent(tree, content, into);
      return true;
    case "branchSummary":
    case "compactionSummary":
      into.message("user", line, place);
      readText(tree, message, "summary", into);
      return true;
    case "assistant":
      if (isUnsent(tree, message)) into.mark({ mark: PATH_MARKS.unsent });
      readModel(tree, message, { into });
      into.message("assistant", line, place);
      if (into.wantsUsage) readUsage(tree, tree.get(message, "usage"), { into, keys: COUNTS });
      readContent(tree, content, into);
      into.ignore(tree.get(message, "errorMessage"));
      return true;
    case "toolResult": {
      into.message("tool", line, place);
      readObservationOf(tree, content, {
        into,
        callId: into.id(tree.get(message, "toolCallId")),
        toolName: getText(tree, message, "toolName"),
        isError: tree.isTrue(tree.get(message, "isError")),
      });
      const details = tree.get(message, "details");
      if (details !== NONE) into.side(details);
      return true;
    }
    case "bashExecution":
      if (tree.isTrue(tree.get(message, "excludeFromContext"))) {
        into.ignore(line);
        return false;
      }
      into.message("tool", line, place);
      readCommand(tree, message, into);
      return true;
    default:
      return false;
  }
}

/** The system's text: its content, and named sections of the prompt. */
function readSystem(tree: Tree, message: Node, into: MessageSink): void {
  readContent(tree, tree.get(message, "content"), into);
  for (const section of tree.items(tree.get(message, "sections")))
    if (tree.isString(section)) into.part(TEXT, section);
}

function isUnsent(tree: Tree, message: Node): boolean {
  const reason = tree.get(message, "stopReason");
  return tree.is(reason, "error") || tree.is(reason, "aborted");
}

/** A command that the user ran, and its output: not a call of the model's. */
function readCommand(tree: Tree, message: Node, into: MessageSink): void {
  readText(tree, message, "command", into);
  const code = tree.get(message, "exitCode");
  const isError =
    (tree.isNumber(code) && tree.text(code) !== "0") || tree.isTrue(tree.get(message, "cancelled"));
  const output = getString(tree, message, "output");
  const editable = output !== NONE;
  into.part({ kind: "observation", toolName: "bash", isError, editable }, output);
}

function readContent(tree: Tree, content: Node, into: MessageSink): void {
  readContentOf(tree, content, { into, readBlock });
}

function readBlock(tree: Tree, block: Node, { into, array }: BlockTarget): void {
  const type = tree.get(block, "type");
  if (tree.is(type, "text")) readText(tree, block, "text", into);
  else if (tree.is(type, "thinking")) {
    const signed = tree.isString(tree.get(block, "thinkingSignature"));
    // OpenAI's signature is an item as JSON, without which the calls after it are refused.
    const isItem = tree.mayBeginWith(tree.get(block, "thinkingSignature"), OPEN_BRACE);
    const isWhole = !signed || !isItem;
    readReasoning(tree, block, { into, array, key: "thinking", signed, isWhole });
  } else if (tree.is(type, "toolCall")) {
    const name = getText(tree, block, "name") ?? "";
    const id = into.id(tree.get(block, "id"));
    readCallOf(tree, tree.get(block, "arguments"), { into, id, name });
  } else if (isImageBlock(tree, block))
    readImage(tree, block, { into, insideObservation: false, note: TEXT_BLOCK });
}

const OPEN_BRACE = 0x7b;
