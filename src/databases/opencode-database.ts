import type { SqliteReader, SqliteRow } from "../io/sqlite/sqlite-reader.ts";
import {
  columnsOf,
  jsonOf,
  membersOf,
  nameOf,
  numberOf,
  objectOf,
  type SessionDatabase,
  textOf,
  valueText,
  withMessages,
} from "./session-database.ts";

/**
 * opencode's `opencode.db`: a session is read as the output of `opencode export`. Seen in its sources
 * (`session.sql.ts`, `session.ts`, 2026), and in a database and an export of version 1.18.33. Kilo's
 * `kilo.db` has the same tables (7.7.9).
 */
export const opencodeDatabase: SessionDatabase = {
  agent: "opencode",
  places: [
    {
      agent: "opencode",
      base: "~/.local/share",
      variable: "XDG_DATA_HOME",
      files: "opencode/opencode*.db",
    },
    { agent: "kilo", base: "~/.local/share", variable: "XDG_DATA_HOME", files: "kilo/kilo*.db" },
  ],
  format: "opencode",
  tables: {
    session: ["id", "directory", "title", "version", "time_created", "time_updated"],
    message: ["id", "session_id", "time_created", "data"],
    part: ["id", "message_id", "session_id", "data"],
  },
  refusal(reader) {
    if (columnsOf(reader, "session_message").length === 0) return undefined;
    const [row] = reader.rows(`
      SELECT count(DISTINCT session_id) AS sessions FROM session_message
      WHERE session_id NOT IN (SELECT session_id FROM message)`);
    const sessions = numberOf(row?.sessions);
    return sessions === 0
      ? undefined
      : `sessions of a newer opencode, which are in a table that elision does not read: ${sessions}`;
  },
  *sessions(reader) {
    const found = reader.rows(`
      SELECT s.*, c.messages, c.bytes
        + COALESCE((SELECT sum(octet_length(p.data)) FROM part p WHERE p.session_id = s.id), 0) AS bytes
      FROM session s JOIN (
        SELECT session_id, count(*) AS messages, sum(octet_length(data)) AS bytes
        FROM message GROUP BY session_id) c ON c.session_id = s.id
      ORDER BY s.time_created, s.id`);
    for (const row of found)
      yield {
        id: textOf(row.id),
        messages: numberOf(row.messages),
        bytes: numberOf(row.bytes),
        changedMs: numberOf(row.time_updated),
        title: nameOf(row.title),
        folder: nameOf(row.directory),
        model: modelOf(row),
      };
  },
  *record(reader, id) {
    for (const row of reader.rows("SELECT * FROM session WHERE id = ?", id)) {
      yield* withMessages(`{"info":${infoOf(row)}}`, messagesOf(reader, id));
    }
  },
};

function modelOf({ model }: SqliteRow): string | undefined {
  try {
    return JSON.parse(textOf(model)).id;
  } catch {
    return undefined;
  }
}

const SUMMARY = {
  additions: "summary_additions",
  deletions: "summary_deletions",
  files: "summary_files",
};

function infoOf(row: SqliteRow): string {
  const diffs = jsonOf(row.summary_diffs);
  const hasSummary = Object.values(SUMMARY).some((column) => numberIn(row, column));
  const share = valueText(row.share_url);
  return objectOf({
    ...membersOf(row, {
      id: "id",
      slug: "slug",
      projectID: "project_id",
      workspaceID: "workspace_id",
      directory: "directory",
      path: "path",
      parentID: "parent_id",
      title: "title",
      agent: "agent",
    }),
    model: jsonOf(row.model),
    version: valueText(row.version),
    summary: hasSummary ? objectOf({ ...membersOf(row, SUMMARY), diffs }) : undefined,
    cost: valueText(row.cost),
    tokens: numberIn(row, "tokens_input") ? tokensOf(row) : undefined,
    share: share && objectOf({ url: share }),
    metadata: jsonOf(row.metadata),
    revert: jsonOf(row.revert),
    permission: jsonOf(row.permission),
    time: objectOf(
      membersOf(row, {
        created: "time_created",
        updated: "time_updated",
        compacting: "time_compacting",
        archived: "time_archived",
      }),
    ),
  });
}

function numberIn(row: SqliteRow, column: string): boolean {
  return row[column] !== null && row[column] !== undefined;
}

function tokensOf(row: SqliteRow): string {
  const { input, output, reasoning } = membersOf(row, {
    input: "tokens_input",
    output: "tokens_output",
    reasoning: "tokens_reasoning",
  });
  const cache = objectOf(
    membersOf(row, { read: "tokens_cache_read", write: "tokens_cache_write" }),
  );
  return objectOf({ input, output, reasoning, cache });
}

/** Messages by time, as opencode orders them, each with its parts. */
function* messagesOf(reader: SqliteReader, session: string): Iterable<string> {
  const messages = reader.rows(
    "SELECT id, CAST(data AS BLOB) AS data FROM message WHERE session_id = ? ORDER BY time_created, id",
    session,
  );
  for (const { id, data } of messages) {
    const message = textOf(id);
    const info = withIds(textOf(data), { id: message, sessionID: session });
    const parts = reader.rows(
      "SELECT id, CAST(data AS BLOB) AS data FROM part WHERE message_id = ? ORDER BY id",
      message,
    );
    const texts = [...parts].map((part) =>
      withIds(textOf(part.data), {
        id: textOf(part.id),
        sessionID: session,
        messageID: message,
      }),
    );
    yield `{"info":${info},"parts":[${texts.join(",")}]}`;
  }
}

/** The JSON of an object, with ids from columns after its own members. */
function withIds(data: string, ids: Readonly<Record<string, string>>): string {
  const text = jsonOf(data) ?? "{}";
  // Anything but an object is passed on unchanged, and reported where the record is read.
  if (!text.startsWith("{") || !text.endsWith("}")) return text;
  const own = text.slice(1, -1).trim();
  const more = JSON.stringify(ids).slice(1);
  return own === "" ? `{${more}` : `{${own},${more}`;
}
