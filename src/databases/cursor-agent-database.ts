import { ElisionError } from "../base/errors.ts";
import { parsedJson } from "../base/json-value.ts";
import type { SqliteReader } from "../io/sqlite/sqlite-reader.ts";
import { bytesFields } from "./protobuf-fields.ts";
import { jsonOf, nameOf, type SessionDatabase, textOf, withMessages } from "./session-database.ts";

/**
 * The `store.db` of Cursor's CLI, one for each session: messages of the Vercel AI SDK, as JSON, in the order
 * of the newest root or, if it names none, of their rows. Cursor documents none of it; seen in programs that
 * read and write it (txcript, tape and others, 2026).
 */
export const cursorAgentDatabase: SessionDatabase = {
  agent: "cursor-agent",
  places: [{ agent: "cursor", base: "~/.cursor", files: "chats/*/*/store.db" }],
  format: "vercel-model",
  tables: { blobs: ["id", "data"], meta: ["key", "value"] },
  refusal: (reader) =>
    aboutOf(reader) === undefined
      ? "a SQLite database with tables that elision does not know"
      : undefined,
  *sessions(reader) {
    const about = aboutOf(reader);
    const messages = [...messagesOf(reader)];
    if (about === undefined || messages.length === 0) return;
    const times = messages.map(({ value }) => timeOf(value.createdAt));
    yield {
      id: about.agentId,
      messages: messages.length,
      bytes: messages.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0),
      changedMs: times.reduce((a, b) => Math.max(a, b), timeOf(about.createdAt)),
      title: string(about.name),
      folder: string(about.workspacePath),
      model: string(about.lastUsedModel),
    };
  },
  *record(reader, id) {
    const model = string(aboutOf(reader)?.lastUsedModel);
    const head = JSON.stringify({ id, ...(model && { model }) });
    yield* withMessages(head, textsOf(messagesOf(reader)));
  },
};

type Value = Readonly<Record<string, unknown>>;

/** The record about the session: JSON, or its hexadecimal digits. */
function aboutOf(reader: SqliteReader): (Value & { readonly agentId: string }) | undefined {
  const [row] = reader.rows("SELECT CAST(value AS BLOB) AS value FROM meta WHERE key = '0'");
  const text = textOf(row?.value);
  const about = parsed(/^[0-9a-f]+$/i.test(text) ? Buffer.from(text, "hex").toString() : text);
  const agentId = string(about?.agentId);
  return agentId === undefined ? undefined : { ...about, agentId };
}

interface SavedBlob {
  /** Its JSON, on one line. */
  readonly text: string;
  readonly value: Value;
}

function* messagesOf(reader: SqliteReader): Iterable<SavedBlob> {
  let isNamed = false;
  for (const id of idsInRoot(reader)) {
    const [row] = reader.rows("SELECT CAST(data AS BLOB) AS data FROM blobs WHERE id = ?", id);
    if (row === undefined)
      throw new ElisionError("bad-database", `a message of the session is missing: ${id}`);
    const message = messageIn(textOf(row.data));
    if (message === undefined) continue;
    isNamed = true;
    yield message;
  }
  if (isNamed) return;
  for (const { data } of reader.rows(
    "SELECT CAST(data AS BLOB) AS data FROM blobs ORDER BY rowid",
  )) {
    const message = messageIn(textOf(data));
    if (message !== undefined) yield message;
  }
}

/** The first field of a root: the ids of its parts. */
const PARTS = 1;
const ID_BYTES = 32;

function idsInRoot(reader: SqliteReader): readonly string[] {
  const root = string(aboutOf(reader)?.latestRootBlobId) ?? "";
  const [row] = reader.rows("SELECT CAST(data AS BLOB) AS data FROM blobs WHERE id = ?", root);
  if (!(row?.data instanceof Uint8Array)) return [];
  return [...bytesFields(row.data)]
    .filter(({ field, bytes }) => field === PARTS && bytes.length === ID_BYTES)
    .map(({ bytes }) => Buffer.from(bytes).toString("hex"));
}

function messageIn(text: string): SavedBlob | undefined {
  if (!text.startsWith("{")) return undefined;
  const value = parsed(text);
  const line = jsonOf(text);
  return typeof value?.role === "string" && line !== undefined ? { text: line, value } : undefined;
}

function* textsOf(messages: Iterable<SavedBlob>): Iterable<string> {
  for (const { text } of messages) yield text;
}

function parsed(text: string): Value | undefined {
  const value = parsedJson(text);
  return typeof value === "object" && value !== null ? (value as Value) : undefined;
}

function string(value: unknown): string | undefined {
  return typeof value === "string" ? nameOf(value) : undefined;
}

function timeOf(value: unknown): number {
  return Number(typeof value === "number" || typeof value === "string" ? value : 0) || 0;
}
