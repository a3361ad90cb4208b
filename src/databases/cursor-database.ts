import { isRecord, parsedJson } from "../base/json-value.ts";
import type { SqliteReader } from "../io/sqlite/sqlite-reader.ts";
import { callOf, type SavedMessage, string } from "./saved-messages.ts";
import {
  numberOf,
  type SavedSession,
  type SessionDatabase,
  textOf,
  withMessages,
} from "./session-database.ts";

/** Below the folder for programs' settings. */
const FILE = "Cursor/User/globalStorage/state.vscdb";

/**
 * Cursor's `state.vscdb`, in the folder `globalStorage`: a conversation is read as a row of chat completions.
 * Cursor documents none of it; seen in programs that read it (bubbles in the order of
 * `fullConversationHeadersOnly`, a call and its result in `toolFormerData`; michaeldhood/chatrxiv and others,
 * 2025 to 2026).
 */
export const cursorDatabase: SessionDatabase = {
  agent: "cursor",
  places: [
    { agent: "cursor", base: "~/.config", variable: "XDG_CONFIG_HOME", files: FILE },
    { agent: "cursor", base: "~/Library/Application Support", files: FILE },
  ],
  format: "openai-chat",
  tables: { cursorDiskKV: ["key", "value"] },
  *sessions(reader) {
    const sessions: SavedSession[] = [];
    for (const composer of composersIn(reader)) {
      const { id, bubbles, inline } = composer;
      const messages = inline.length > 0 ? inline.length : bubbles.length;
      if (messages === 0) continue;
      sessions.push({
        id,
        messages,
        bytes: bytesOf(reader, composer),
        changedMs: composer.changedMs,
        title: composer.title,
        model: composer.model,
      });
    }
    yield* sessions.sort((a, b) => a.changedMs - b.changedMs || (a.id < b.id ? -1 : 1));
  },
  *record(reader, id) {
    for (const composer of composersIn(reader, id)) {
      const head = JSON.stringify({ id, ...(composer.model && { model: composer.model }) });
      yield* withMessages(head, messagesOf(reader, composer));
    }
  },
};

/** A conversation: the ids of its bubbles or, in earlier versions, the bubbles themselves. */
interface Composer {
  readonly id: string;
  readonly bubbles: readonly string[];
  readonly inline: readonly Bubble[];
  readonly changedMs: number;
  readonly title: string | undefined;
  readonly model: string | undefined;
}

interface Bubble {
  readonly type?: unknown;
  readonly bubbleId?: unknown;
  readonly text?: unknown;
  readonly thinking?: { readonly text?: unknown } | null;
  readonly toolFormerData?: {
    readonly name?: unknown;
    readonly toolCallId?: unknown;
    readonly rawArgs?: unknown;
    readonly params?: unknown;
    readonly result?: unknown;
    readonly error?: unknown;
    readonly status?: unknown;
  } | null;
}

const PREFIX = "composerData:";

function* composersIn(reader: SqliteReader, id?: string): Iterable<Composer> {
  // `;` follows `:`: the index finds a range of keys.
  const [from, to] = id === undefined ? [PREFIX, "composerData;"] : [PREFIX + id, PREFIX + id];
  const rows = reader.rows(
    `SELECT key, CAST(value AS BLOB) AS value FROM cursorDiskKV
     WHERE key >= ? AND key <= ? AND value IS NOT NULL ORDER BY key`,
    from,
    to,
  );
  for (const { key, value } of rows) {
    const composer = parsed(textOf(value));
    if (composer === undefined) continue;
    const bubbles = listOf(composer.fullConversationHeadersOnly);
    yield {
      id: textOf(key).slice(PREFIX.length),
      bubbles: bubbles.map((bubble) => string(bubble.bubbleId)).filter((each) => each !== ""),
      inline: listOf(composer.conversation),
      changedMs: count(composer.lastUpdatedAt) || count(composer.createdAt),
      title: string(composer.name) || undefined,
      model: modelOf(composer.modelConfig),
    };
  }
}

function modelOf(config: unknown): string | undefined {
  const name = string((config as { modelName?: unknown } | undefined)?.modelName);
  return name === "" || name === "default" ? undefined : name;
}

function bytesOf(reader: SqliteReader, { id, inline }: Composer): number {
  if (inline.length > 0) return JSON.stringify(inline).length;
  const prefix = `bubbleId:${id}`;
  const [row] = reader.rows(
    "SELECT sum(octet_length(value)) AS bytes FROM cursorDiskKV WHERE key >= ? AND key < ?",
    `${prefix}:`,
    `${prefix};`,
  );
  return numberOf(row?.bytes);
}

function* messagesOf(reader: SqliteReader, composer: Composer): Iterable<string> {
  for (const bubble of bubblesOf(reader, composer))
    for (const message of messagesIn(bubble)) yield JSON.stringify(message);
}

function* bubblesOf(reader: SqliteReader, { id, bubbles, inline }: Composer): Iterable<Bubble> {
  yield* inline;
  if (inline.length > 0) return;
  for (const bubble of bubbles) {
    const [row] = reader.rows(
      "SELECT CAST(value AS BLOB) AS value FROM cursorDiskKV WHERE key = ?",
      `bubbleId:${id}:${bubble}`,
    );
    const found = row && parsed(textOf(row.value));
    if (found !== undefined) yield { ...found, bubbleId: bubble };
  }
}

const USER = 1;

function messagesIn(bubble: Bubble): readonly SavedMessage[] {
  const text = string(bubble.text);
  if (bubble.type === USER) return [{ role: "user", content: text }];
  const thinking = string(bubble.thinking?.text);
  const tool = bubble.toolFormerData;
  const name = string(tool?.name);
  if (tool === undefined || tool === null || name === "") {
    if (text === "" && thinking === "") return [];
    return [{ role: "assistant", content: text, ...(thinking && { reasoning_content: thinking }) }];
  }
  const id = string(tool.toolCallId) || string(bubble.bubbleId);
  const args = string(tool.rawArgs) || string(tool.params) || "{}";
  const call: SavedMessage = {
    role: "assistant",
    content: text,
    ...(thinking && { reasoning_content: thinking }),
    tool_calls: [callOf(id, name, args)],
  };
  const result = string(tool.result) || string(tool.error);
  return result === "" ? [call] : [call, { role: "tool", tool_call_id: id, content: result }];
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = parsedJson(text);
  return isRecord(value) ? value : undefined;
}

function listOf(value: unknown): readonly Bubble[] {
  return Array.isArray(value)
    ? value.filter((each) => typeof each === "object" && each !== null)
    : [];
}

function count(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
