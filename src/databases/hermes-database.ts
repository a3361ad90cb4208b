import type { SqliteReader, SqliteRow } from "../io/sqlite/sqlite-reader.ts";
import {
  columnsOf,
  jsonOf,
  nameOf,
  numberOf,
  objectOf,
  type SessionDatabase,
  textOf,
  valueText,
  withMessages,
} from "./session-database.ts";

/**
 * The `state.db` of Hermes Agent: a session is read as the output of `hermes sessions export`, without the
 * messages that were rewound or compressed away, which it does not send again. Seen in its sources
 * (`hermes_state_common.py`, schema version 30, `hermes_state_messages.py`, 2026).
 */
export const hermesDatabase: SessionDatabase = {
  agent: "hermes",
  places: [{ agent: "hermes", base: "~/.hermes", variable: "HERMES_HOME", files: "state.db" }],
  format: "hermes",
  tables: {
    sessions: ["id", "source", "started_at", "model"],
    messages: ["id", "session_id", "role", "content", "tool_call_id", "tool_calls", "timestamp"],
  },
  *sessions(reader) {
    const found = reader.rows(`
      SELECT s.*, count(*) AS messages, max(m.timestamp) AS newest,
        sum(COALESCE(octet_length(m.content), 0) + COALESCE(octet_length(m.tool_calls), 0)) AS bytes
      FROM sessions s JOIN messages m ON m.session_id = s.id ${activeIn(reader, "AND m.active = 1")}
      GROUP BY s.id ORDER BY s.started_at, s.id`);
    for (const row of found)
      yield {
        id: textOf(row.id),
        messages: numberOf(row.messages),
        bytes: numberOf(row.bytes),
        changedMs: numberOf(row.newest) * 1000,
        title: nameOf(row.title),
        folder: nameOf(row.cwd),
        model: nameOf(row.model),
      };
  },
  *record(reader, id) {
    for (const row of reader.rows("SELECT * FROM sessions WHERE id = ?", id)) {
      const prompt = promptOf(reader, row);
      const head = objectOf({ ...ownValues(row), system_prompt: prompt && JSON.stringify(prompt) });
      yield* withMessages(head, messagesOf(reader, id));
    }
  },
};

/** A condition for messages that are still sent; earlier versions had no others. */
function activeIn(reader: SqliteReader, condition: string): string {
  return columnsOf(reader, "messages").includes("active") ? condition : "";
}

/** The values of a row, except those that are neither text nor number. */
function ownValues(row: SqliteRow): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      value instanceof Uint8Array ? undefined : valueText(value),
    ]),
  );
}

/** The system prompt, which sessions share since schema version 25. */
function promptOf(reader: SqliteReader, row: SqliteRow): string | undefined {
  const hash = nameOf(row.system_prompt_hash);
  if (hash === undefined || columnsOf(reader, "system_prompts").length === 0)
    return nameOf(row.system_prompt);
  const [found] = reader.rows("SELECT prompt FROM system_prompts WHERE hash = ?", hash);
  return nameOf(found?.prompt) ?? nameOf(row.system_prompt);
}

/** Columns with JSON that the export has as values. */
const JSON_COLUMNS = ["tool_calls", "display_metadata"];

function* messagesOf(reader: SqliteReader, session: string): Iterable<string> {
  const messages = reader.rows(
    `SELECT *, CAST(content AS BLOB) AS content_bytes FROM messages
     WHERE session_id = ? ${activeIn(reader, "AND active = 1")} ORDER BY id`,
    session,
  );
  for (const row of messages) {
    const json = JSON_COLUMNS.map((column) => [column, jsonOf(row[column])] as const);
    yield objectOf({
      ...ownValues(row),
      content: contentOf(textOf(row.content_bytes)),
      ...Object.fromEntries(json),
    });
  }
}

/** Content of several parts is JSON after a mark with which no text begins. */
const JSON_MARK = "\0json:";

function contentOf(content: string): string {
  if (content.startsWith(JSON_MARK)) return jsonOf(content.slice(JSON_MARK.length)) ?? '""';
  return JSON.stringify(content);
}
