import { getText, type Node, type Tree } from "../json/tree/tree.ts";
import type { Format, MessageSink, RecordKind } from "./format.ts";
import { findRole, hasMessages, messageArray, PLAIN_ROLES } from "./shared/message-list.ts";
import { readCallOf, readObservationOf, readReasoning, readText } from "./shared/part-heads.ts";

/**
 * Sessions of claw-code (`.claw/sessions/<workspace>/session-<time>-<n>.jsonl` in the project's folder): a
 * `session_meta`, then messages with notes of prompts and of compactions between them; in its first versions one JSON
 * document. Messages have `blocks`: Anthropic's words, but the input of a call and the `output` of a result are texts,
 * and results have the role `tool`. Checked in its source (`runtime/src/session.rs`, August 2026) and in sessions that
 * its authors keep in its repository.
 *
 * A compaction rewrites the file: what it removed is not there any more, and its summary is a message of the system.
 */
export const clawCode: Format<"claw-code"> = {
  name: "claw-code",
  writtenBy: "claw-code sessions",
  knownFrom: "recordings",
  layouts: ["lines", "document"],
  evidence: "keys",
  keys: [
    { all: ["type", "version", "session_id", "updated_at_ms"] },
    { all: ["type", "message"], none: ["uuid", "id", "sessionId"] },
    { all: ["version", "messages"] },
  ],
  dropping: "remove",
  isResumed: true,
  kindOf,
  detect: (head) =>
    head.some((tree) => {
      const { root } = tree;
      if (hasMessages(tree, root)) return kindOf(tree, root) !== undefined;
      return isMessage(tree, lineMessage(tree, root)) || isHeader(tree, root);
    }),
  read(tree, record, into) {
    const array = messageArray(tree, record);
    if (tree.isArray(array)) {
      into.array(array);
      for (const message of tree.items(array)) readMessage(tree, message, into);
      return;
    }
    const message = lineMessage(tree, record);
    if (isMessage(tree, message)) readMessage(tree, message, into, record);
    else if (isNote(tree, record)) into.ignore(record);
  },
  readItem: (tree, item, into) => readMessage(tree, item, into),
  message(summary, encode, into) {
    const text = `{"blocks":[{"text":${encode(summary)},"type":"text"}],"role":"user"}`;
    return into === undefined ? `{"message":${text},"type":"message"}` : text;
  },
};

function kindOf(tree: Tree, record: Node): RecordKind | undefined {
  if (hasMessages(tree, record)) {
    const messages = tree.items(messageArray(tree, record));
    return messages.some((message) => isMessage(tree, message)) ? "conversation" : undefined;
  }
  const isLine = isMessage(tree, lineMessage(tree, record)) || isNote(tree, record);
  return isLine ? "message" : undefined;
}

/** The message of a line. */
function lineMessage(tree: Tree, line: Node): Node {
  return tree.get(line, "message");
}

/** Whether a value is a message with blocks; those of LlamaIndex have no `type`. */
function isMessage(tree: Tree, message: Node): boolean {
  if (findRole(tree, message, PLAIN_ROLES) === undefined) return false;
  const [first] = tree.items(tree.get(message, "blocks"));
  return first !== undefined && BLOCKS.has(getText(tree, first, "type") ?? "");
}

const BLOCKS: ReadonlySet<string> = new Set(["text", "thinking", "tool_use", "tool_result"]);

/** Whether a line is the first of a session. */
function isHeader(tree: Tree, line: Node): boolean {
  return (
    tree.is(tree.get(line, "type"), "session_meta") &&
    tree.isNumber(tree.get(line, "updated_at_ms"))
  );
}

/** Whether a line is one of those between messages. */
function isNote(tree: Tree, line: Node): boolean {
  return NOTES.has(getText(tree, line, "type") ?? "");
}

const NOTES: ReadonlySet<string> = new Set(["session_meta", "compaction", "prompt_history"]);

function readMessage(tree: Tree, message: Node, into: MessageSink, unit = message): void {
  const role = findRole(tree, message, PLAIN_ROLES);
  const array = tree.get(message, "blocks");
  if (role === undefined || !tree.isArray(array)) return;
  into.message(role, unit);
  for (const block of tree.items(array)) {
    switch (getText(tree, block, "type")) {
      case "text":
        readText(tree, block, "text", into);
        break;
      case "thinking": {
        const signed = tree.isString(tree.get(block, "signature"));
        readReasoning(tree, block, { into, array, key: "thinking", signed });
        break;
      }
      case "tool_use":
        readCallOf(tree, tree.get(block, "input"), {
          into,
          id: into.id(tree.get(block, "id")),
          name: getText(tree, block, "name") ?? "",
        });
        break;
      case "tool_result":
        readObservationOf(tree, tree.get(block, "output"), {
          into,
          callId: into.id(tree.get(block, "tool_use_id")),
          toolName: getText(tree, block, "tool_name"),
          isError: tree.isTrue(tree.get(block, "is_error")),
        });
        break;
      default:
    }
  }
}
