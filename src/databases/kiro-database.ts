import { ElisionError } from "../base/errors.ts";
import type { SqliteRow } from "../io/sqlite/sqlite-reader.ts";
import { type KiroState, kiroStateOf, messagesOfKiro } from "./kiro-state.ts";
import {
  nameOf,
  numberOf,
  type SessionDatabase,
  textOf,
  withMessages,
} from "./session-database.ts";

/** Below the folder for programs' data. */
const FILE = "kiro-cli/data.sqlite3";

/**
 * The `data.sqlite3` of Kiro's CLI, which it uses for runs without a terminal, and formerly for all: a
 * conversation is read as a row of chat completions, with the messages that would be sent. Seen in the
 * sources of the Amazon Q Developer CLI, its predecessor (`database/mod.rs`, `chat/message.rs`,
 * `chat/conversation.rs`, 2026).
 */
export const kiroDatabase: SessionDatabase = {
  agent: "kiro",
  places: [
    { agent: "kiro", base: "~/.local/share", variable: "XDG_DATA_HOME", files: FILE },
    { agent: "kiro", base: "~/Library/Application Support", files: FILE },
  ],
  format: "openai-chat",
  tables: { conversations_v2: ["key", "conversation_id", "value", "updated_at"] },
  *sessions(reader) {
    const found = reader.rows(
      `SELECT key, conversation_id, CAST(value AS BLOB) AS value, updated_at
       FROM conversations_v2 ORDER BY updated_at, rowid`,
    );
    for (const row of found) {
      const state = stateIn(row);
      const messages = [...messagesOfKiro(state)].length;
      if (messages === 0) continue;
      yield {
        id: textOf(row.conversation_id),
        messages,
        bytes: row.value instanceof Uint8Array ? row.value.byteLength : 0,
        changedMs: numberOf(row.updated_at),
        folder: nameOf(row.key),
        model: state.model,
      };
    }
  },
  *record(reader, id) {
    const found = reader.rows(
      `SELECT conversation_id, CAST(value AS BLOB) AS value FROM conversations_v2
       WHERE conversation_id = ? LIMIT 1`,
      id,
    );
    for (const row of found) {
      const state = stateIn(row);
      const { model } = state;
      yield* withMessages(JSON.stringify({ id, model }), textsOf(state));
    }
  },
};

function stateIn({ conversation_id, value }: SqliteRow): KiroState {
  const state = kiroStateOf(textOf(value));
  if (state !== undefined) return state;
  const id = textOf(conversation_id);
  throw new ElisionError("bad-database", `conversation ${id} is not what Kiro saves`);
}

function* textsOf(state: KiroState): Iterable<string> {
  for (const message of messagesOfKiro(state)) yield JSON.stringify(message);
}
