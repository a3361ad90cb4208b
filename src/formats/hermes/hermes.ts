import { getString, getText, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { Role } from "../../transcript/model/message.ts";
import { arrangeThreads } from "../arrange/arrange-threads.ts";
import type { Format, MessageSink, RecordKind } from "../format.ts";
import { OPENAI_ROLES, readChatParts } from "../shared/chat-completions.ts";
import { readObservation } from "../shared/chat-content.ts";
import { findRole, hasMessages, listMessages, messageArray } from "../shared/message-list.ts";
import { TEXT } from "../shared/part-heads.ts";
import { readModel } from "../shared/read-model.ts";
import { hasSealedReasoning } from "./hermes-reasoning.ts";

/**
 * Sessions of Hermes Agent: the snapshots that it can write (`~/.hermes/sessions/session_<id>.json`), the
 * output of `hermes sessions export` (a session on each line), and the transcripts of earlier versions (a
 * message on each line, after one of role `session_meta`). Messages of chat completions, with a `tool_name`.
 * Checked in its sources (0.19, `run_agent.py`, `hermes_state.py`, `gateway/run.py`), in exports of 0.19 and
 * in samples of jazzyalex/agent-sessions.
 *
 * Hermes resumes from its database, `state.db`; an export can be imported if the session is not in it. An
 * export of a compressed session has each of its messages twice, the second time in `segments`.
 */
export const hermes: Format<"hermes"> = {
  name: "hermes",
  writtenBy: "Hermes Agent snapshots and exports",
  layouts: ["document", "rows", "lines"],
  knownFrom: "recordings",
  evidence: "keys",
  keys: [
    { all: ["session_id", "session_start", "messages"] },
    { all: ["id", "source", "started_at", "messages"] },
    { all: ["role", "tools", "platform"], none: ["content"] },
  ],
  dropping: "remove",
  saved: {
    places: [
      {
        agent: "hermes",
        base: "~/.hermes",
        variable: "HERMES_HOME",
        files: "sessions/*.json*",
        except: "request_dump_*",
      },
    ],
    id: ["session_id", "id"],
    folder: ["cwd", "model_config.cwd"],
    model: ["model"],
  },
  kindOf,
  detect: (head) => head.some((tree) => isSession(tree, tree.root) || isMeta(tree, tree.root)),
  read(tree, record, into) {
    const array = messageArray(tree, record);
    if (array !== NONE && !isSession(tree, record)) return;
    readModel(tree, record, { into });
    const prompt = getString(tree, record, "system_prompt");
    if (array !== NONE && prompt !== NONE) {
      into.message("system", record);
      into.part(TEXT, prompt);
    }
    into.array(array);
    for (const message of listMessages(tree, record)) readMessage(tree, message, into);
    const segments = tree.get(record, "segments");
    if (array !== NONE && tree.isArray(segments)) into.side(segments, "prompt");
  },
  readItem: readMessage,
  arrange: arrangeThreads,
  message: (summary, encode) => `{"role":"user","content":${encode(summary)}}`,
};

function kindOf(tree: Tree, record: Node): RecordKind | undefined {
  if (messageArray(tree, record) !== NONE)
    return isSession(tree, record) ? "conversation" : undefined;
  return isMeta(tree, record) || findRole(tree, record, OPENAI_ROLES) !== undefined
    ? "message"
    : undefined;
}

/** Whether a record is a snapshot or an exported session. */
function isSession(tree: Tree, record: Node): boolean {
  if (!hasMessages(tree, record)) return false;
  if (tree.isString(tree.get(record, "session_id")))
    return tree.isString(tree.get(record, "session_start"));
  const isExported =
    tree.isString(tree.get(record, "id")) && tree.isString(tree.get(record, "source"));
  return isExported && tree.isNumber(tree.get(record, "started_at"));
}

/** Whether a record describes a session, and is no message. */
function isMeta(tree: Tree, record: Node): boolean {
  return tree.is(tree.get(record, "role"), "session_meta");
}

function readMessage(tree: Tree, message: Node, into: MessageSink): void {
  const role = findRole(tree, message, OPENAI_ROLES);
  if (role === undefined) {
    if (isMeta(tree, message)) into.ignore(message);
    return;
  }
  into.message(role, message);
  readParts(tree, message, { role, into });
}

function readParts(
  tree: Tree,
  message: Node,
  { role, into }: { readonly role: Role; readonly into: MessageSink },
): void {
  // The exact text sent for a user's message, if it differs from what the user wrote.
  const sent = getString(tree, message, "api_content");
  if (role === "tool") {
    const callId = into.id(tree.get(message, "tool_call_id"));
    const toolName = getText(tree, message, "tool_name") ?? getText(tree, message, "name");
    readObservation(tree, tree.get(message, "content"), { into, callId, toolName });
  } else if (role === "user" && sent !== NONE) into.part(TEXT, sent);
  else {
    if (hasSealedReasoning(tree, message, into)) into.part({ kind: "reasoning", signed: true });
    readChatParts(tree, message, into);
  }
}
