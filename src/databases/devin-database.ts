import type { SqliteReader, SqliteRow } from "../io/sqlite/sqlite-reader.ts";
import { callOf, messageJson, type SavedMessage, string } from "./saved-messages.ts";
import {
  millisecondsOf,
  nameOf,
  numberOf,
  type SessionDatabase,
  textOf,
  withMessages,
} from "./session-database.ts";

/** Below the folder for programs' data. */
const FILE = "devin/cli/sessions.db";

/**
 * The `sessions.db` of Devin's CLI: a session is read as a row of chat completions, with the messages on the
 * path from the first node to the newest. Other nodes were taken back, were copied when the context was
 * rebuilt, or are a subagent's. Devin documents none of it; seen in programs that read it (schema version 17,
 * 2026).
 */
export const devinDatabase: SessionDatabase = {
  agent: "devin",
  places: [
    { agent: "devin", base: "~/.local/share", variable: "XDG_DATA_HOME", files: FILE },
    { agent: "devin", variable: "DEVIN_DATA_DIR", files: "sessions.db" },
  ],
  format: "openai-chat",
  tables: {
    sessions: ["id", "working_directory", "model", "last_activity_at"],
    message_nodes: ["session_id", "node_id", "parent_node_id", "chat_message"],
  },
  *sessions(reader) {
    for (const row of reader.rows("SELECT * FROM sessions ORDER BY created_at, id")) {
      const chain = chainOf(reader, row);
      if (chain.length === 0) continue;
      yield {
        id: textOf(row.id),
        messages: chain.length,
        bytes: chain.reduce((sum, { bytes }) => sum + bytes, 0),
        changedMs: millisecondsOf(row.last_activity_at),
        title: nameOf(row.title),
        folder: nameOf(row.working_directory),
        model: nameOf(row.model),
      };
    }
  },
  *record(reader, id) {
    for (const row of reader.rows("SELECT * FROM sessions WHERE id = ?", id)) {
      const model = nameOf(row.model);
      yield* withMessages(JSON.stringify({ id, model }), textsOf(reader, row));
    }
  },
};

interface ChainNode {
  readonly node: number;
  readonly parent: number | undefined;
  readonly bytes: number;
}

/** The nodes of the main chain, from the first to the newest. */
function chainOf(reader: SqliteReader, { id, main_chain_id }: SqliteRow): readonly ChainNode[] {
  const found = reader.rows(
    `SELECT node_id, parent_node_id, octet_length(chat_message) AS bytes
     FROM message_nodes WHERE session_id = ? ORDER BY node_id`,
    textOf(id),
  );
  const nodes = new Map<number, ChainNode>();
  let newest: number | undefined;
  for (const { node_id, parent_node_id, bytes } of found) {
    const node = numberOf(node_id);
    const parent = parent_node_id === null ? undefined : numberOf(parent_node_id);
    nodes.set(node, { node, parent, bytes: numberOf(bytes) });
    newest = node;
  }
  const main = numberOf(main_chain_id);
  const chain: ChainNode[] = [];
  let at = nodes.get(main_chain_id !== null && nodes.has(main) ? main : (newest ?? -1));
  while (at !== undefined) {
    chain.push(at);
    nodes.delete(at.node);
    at = at.parent === undefined ? undefined : nodes.get(at.parent);
  }
  return chain.reverse();
}

function* textsOf(reader: SqliteReader, session: SqliteRow): Iterable<string> {
  for (const { node } of chainOf(reader, session)) {
    const [row] = reader.rows(
      `SELECT CAST(chat_message AS BLOB) AS message FROM message_nodes
       WHERE session_id = ? AND node_id = ?`,
      textOf(session.id),
      node,
    );
    const message = messageIn(textOf(row?.message), textOf(session.id));
    if (message !== undefined) yield JSON.stringify(message);
  }
}

interface DevinMessage {
  readonly role?: unknown;
  readonly content?: unknown;
  readonly tool_call_id?: unknown;
  readonly tool_calls?: readonly {
    readonly id?: unknown;
    readonly name?: unknown;
    readonly arguments?: unknown;
  }[];
  readonly thinking?: { readonly thinking?: unknown } | null;
}

function messageIn(text: string, session: string): SavedMessage | undefined {
  const message = messageJson<DevinMessage>(text, session);
  const content = contentOf(message.content);
  switch (message.role) {
    case "system":
    case "user":
      return { role: message.role, content };
    case "tool":
      return { role: "tool", tool_call_id: string(message.tool_call_id), content };
    case "assistant": {
      const thinking = string(message.thinking?.thinking);
      const calls = (message.tool_calls ?? []).map(({ id, name, arguments: args }) =>
        callOf(
          string(id),
          string(name),
          typeof args === "string" ? args : JSON.stringify(args ?? {}),
        ),
      );
      return {
        role: "assistant",
        content,
        ...(thinking !== "" && { reasoning_content: thinking }),
        ...(calls.length > 0 && { tool_calls: calls }),
      };
    }
    default:
      return undefined;
  }
}

/** A text; of an array of parts, the text parts. */
function contentOf(content: unknown): string {
  if (!Array.isArray(content)) return string(content);
  const texts = content.map((part) =>
    typeof part === "string" ? part : string((part as { text?: unknown } | null)?.text),
  );
  return texts.filter((text) => text !== "").join("\n");
}
