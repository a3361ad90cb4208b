import type { SqliteReader } from "../io/sqlite/sqlite-reader.ts";
import {
  callOf,
  messageJson,
  type SavedMessage,
  type SavedPart,
  string,
} from "./saved-messages.ts";
import {
  millisecondsOf,
  nameOf,
  numberOf,
  type SessionDatabase,
  textOf,
  withMessages,
} from "./session-database.ts";

/** Crush keeps a database in each project, and a list of the projects (`internal/projects`). */
const PROJECTS = { items: "projects", folder: "data_dir", relativeTo: "path" } as const;

/**
 * The `crush.db` of Crush: a session is read as a row of chat completions, with the messages that Crush would
 * send, from its last summary on. Seen in its sources (`internal/db/migrations`,
 * `internal/message/content.go`, August 2026); only the text of reasoning is read.
 */
export const crushDatabase: SessionDatabase = {
  agent: "crush",
  places: [
    {
      agent: "crush",
      base: "~/.local/share",
      variable: "XDG_DATA_HOME",
      files: "crush.db",
      register: { file: "crush/projects.json", ...PROJECTS },
    },
    {
      agent: "crush",
      variable: "CRUSH_GLOBAL_DATA",
      files: "crush.db",
      register: { file: "projects.json", ...PROJECTS },
    },
  ],
  format: "openai-chat",
  tables: {
    sessions: ["id", "parent_session_id", "title", "message_count", "updated_at", "created_at"],
    messages: ["id", "session_id", "role", "parts", "model", "created_at"],
  },
  *sessions(reader) {
    const found = reader.rows(`
      SELECT s.id, s.title, s.updated_at, count(*) AS messages, max(m.model) AS model,
        sum(octet_length(m.parts)) AS bytes
      FROM sessions s JOIN messages m ON m.session_id = s.id
      GROUP BY s.id ORDER BY s.created_at, s.rowid`);
    for (const row of found)
      yield {
        id: textOf(row.id),
        messages: numberOf(row.messages),
        bytes: numberOf(row.bytes),
        // Its triggers write seconds, although its comments say milliseconds.
        changedMs: millisecondsOf(row.updated_at),
        title: nameOf(row.title),
        model: nameOf(row.model),
      };
  },
  *record(reader, id) {
    for (const row of reader.rows("SELECT * FROM sessions WHERE id = ?", id)) {
      const head = JSON.stringify({ id, title: textOf(row.title) });
      const summary = nameOf(row.summary_message_id);
      yield* withMessages(head, messagesOf(reader, { session: id, summary }));
    }
  },
};

interface CrushPart {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

function* messagesOf(
  reader: SqliteReader,
  { session, summary }: { readonly session: string; readonly summary: string | undefined },
): Iterable<string> {
  const query = "FROM messages WHERE session_id = ? ORDER BY created_at, rowid";
  const ids = [...reader.rows(`SELECT id ${query}`, session)].map(({ id }) => textOf(id));
  const first = summary === undefined ? 0 : Math.max(0, ids.indexOf(summary));
  let at = 0;
  for (const row of reader.rows(`SELECT role, CAST(parts AS BLOB) AS parts ${query}`, session)) {
    if (at++ < first) continue;
    // The summary is sent as the user's message.
    const role = at - 1 === first && ids[first] === summary ? "user" : textOf(row.role);
    const parts = messageJson<readonly CrushPart[]>(textOf(row.parts), session);
    for (const message of messagesIn(role, parts)) yield JSON.stringify(message);
  }
}

function messagesIn(role: string, parts: readonly CrushPart[]): readonly SavedMessage[] {
  const of = (type: string) => parts.filter((part) => part.type === type).map(({ data }) => data);
  const text = of("text")
    .map((data) => string(data.text))
    .join("\n");
  if (role === "tool")
    return of("tool_result").map((data) => ({
      role: "tool",
      tool_call_id: string(data.tool_call_id),
      content: resultOf(data),
    }));
  if (role === "assistant") {
    const thinking = of("reasoning").map((data) => string(data.thinking))[0];
    const calls = of("tool_call").map((data) =>
      callOf(string(data.id), string(data.name), string(data.input)),
    );
    return [
      {
        role,
        content: text,
        ...(thinking && { reasoning_content: thinking }),
        ...(calls.length > 0 && { tool_calls: calls }),
      },
    ];
  }
  const commands = of("shell_command").map(
    (data) => `$ ${string(data.command)}\n${string(data.output)}\n(exit code ${data.exit_code})`,
  );
  const content = [text, ...commands].filter((each) => each !== "").join("\n\n");
  const images = of("binary").filter((data) => string(data.MIMEType).startsWith("image/"));
  if (images.length === 0) return [{ role: role === "system" ? role : "user", content }];
  const shown = images.map((data) => imageOf(string(data.MIMEType), string(data.Data)));
  return [{ role: "user", content: [{ type: "text", text: content }, ...shown] }];
}

function resultOf(data: CrushPart["data"]): string | readonly SavedPart[] {
  const image = string(data.data);
  if (image === "") return string(data.content);
  return [{ type: "text", text: string(data.content) }, imageOf(string(data.mime_type), image)];
}

function imageOf(type: string, data: string): SavedPart {
  return { type: "image_url", image_url: { url: `data:${type};base64,${data}` } };
}
