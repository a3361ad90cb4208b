import type { SqliteReader, SqliteRow, SqliteValue } from "../io/sqlite/sqlite-reader.ts";
import {
  jsonOf,
  listed,
  membersOf,
  millisecondsOf,
  nameOf,
  numberOf,
  objectOf,
  type SessionDatabase,
  textOf,
  valueText,
} from "./session-database.ts";

/**
 * goose's `sessions.db`: a session is read as the output of `goose session export --format json`. Seen in its
 * sources (`session_manager.rs`, schema versions 1 to 16, 2025 to 2026), and in databases of 1.34 and 1.52.
 */
export const gooseDatabase: SessionDatabase = {
  agent: "goose",
  places: [
    {
      agent: "goose",
      base: "~/.local/share",
      variable: "XDG_DATA_HOME",
      files: "goose/sessions/sessions.db",
    },
    { agent: "goose", variable: "GOOSE_PATH_ROOT", files: "data/sessions/sessions.db" },
  ],
  format: "goose",
  tables: {
    sessions: ["id", "working_dir", "created_at", "updated_at", "extension_data"],
    messages: ["id", "session_id", "role", "content_json", "created_timestamp"],
  },
  *sessions(reader) {
    const found = reader.rows(`
      SELECT s.*, count(*) AS messages, sum(octet_length(m.content_json)) AS bytes,
        max(m.created_timestamp) AS newest
      FROM sessions s JOIN messages m ON m.session_id = s.id
      GROUP BY s.id ORDER BY s.created_at, s.id`);
    for (const row of found)
      yield {
        id: textOf(row.id),
        messages: numberOf(row.messages),
        bytes: numberOf(row.bytes),
        changedMs: Date.parse(timeOf(row.updated_at)) || millisecondsOf(row.newest),
        title: titleOf(row),
        folder: nameOf(row.working_dir),
        model: modelOf(row),
      };
  },
  *record(reader, id) {
    for (const row of reader.rows("SELECT * FROM sessions WHERE id = ?", id)) {
      yield `${headOf(row)},"conversation":[`;
      yield* listed(messagesOf(reader, id));
      yield "]}";
    }
  },
};

function titleOf({ name, description }: SqliteRow): string | undefined {
  return nameOf(name) ?? nameOf(description);
}

function modelOf({ model_config_json }: SqliteRow): string | undefined {
  try {
    return JSON.parse(textOf(model_config_json)).model_name;
  } catch {
    return undefined;
  }
}

/** SQLite's date and time, in UTC, as RFC 3339. */
function timeOf(value: SqliteValue | undefined): string {
  const text = textOf(value).replace(" ", "T");
  return /[Zz]|[+-]\d\d:\d\d$/.test(text) ? text : `${text}Z`;
}

const TOKENS = Object.fromEntries(
  ["", "accumulated_"].flatMap((prefix) =>
    ["total", "input", "output"].map((kind) => {
      const column = `${prefix}${kind}_tokens`;
      return [column, column];
    }),
  ),
);

/** The members of a session before its messages, without the closing brace. */
function headOf(row: SqliteRow): string {
  return objectOf({
    ...membersOf(row, { id: "id", working_dir: "working_dir" }),
    name: JSON.stringify(titleOf(row) ?? ""),
    session_type: valueText(row.session_type),
    created_at: JSON.stringify(timeOf(row.created_at)),
    updated_at: JSON.stringify(timeOf(row.updated_at)),
    extension_data: jsonOf(row.extension_data) ?? "{}",
    ...membersOf(row, { ...TOKENS, schedule_id: "schedule_id", provider_name: "provider_name" }),
    recipe: jsonOf(row.recipe_json),
    user_recipe_values: jsonOf(row.user_recipe_values_json),
    model_config: jsonOf(row.model_config_json),
  }).slice(0, -1);
}

function* messagesOf(reader: SqliteReader, session: string): Iterable<string> {
  const messages = reader.rows(
    `SELECT *, CAST(content_json AS BLOB) AS content FROM messages
     WHERE session_id = ? ORDER BY created_timestamp, id`,
    session,
  );
  for (const row of messages)
    yield objectOf({
      id: valueText(row.message_id),
      role: valueText(row.role),
      created: valueText(row.created_timestamp),
      content: jsonOf(row.content) ?? "[]",
      metadata: jsonOf(row.metadata_json) ?? VISIBLE,
    });
}

/** The default visibility of a message. */
const VISIBLE = '{"userVisible":true,"agentVisible":true}';
