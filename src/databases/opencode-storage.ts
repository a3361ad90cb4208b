import { existsSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { SessionPlace } from "../formats/shared/saved-sessions.ts";
import {
  type OpenDatabase,
  objectOf,
  type SavedSession,
  withMessages,
} from "./session-database.ts";
import { lineIn, namesIn, textIn } from "./session-files.ts";

/** Where opencode kept its sessions before it had a database, and leaves them after moving them there. */
export const OPENCODE_STORAGE_PLACE: SessionPlace = {
  agent: "opencode",
  base: "~/.local/share",
  variable: "XDG_DATA_HOME",
  files: "opencode/storage",
  holds: "session/*/*.json",
};

/** Whether opencode keeps sessions as files in a folder. */
export function isOpencodeStorage(path: string): boolean {
  return ["session", "message"].every((name) => existsSync(join(path, name, ".")));
}

/**
 * Opens the folder in which opencode kept its sessions until 2026: a file each for a session, a message and a
 * part. A session is read as the output of `opencode export`. Ids are the names of files, and messages and
 * parts are in the order of ids. Seen in its sources (`storage.ts`, `json-migration.ts`).
 */
export function openOpencodeStorage(folder: string): OpenDatabase {
  const files = namesIn(join(folder, "session")).flatMap((project) =>
    namesIn(join(folder, "session", project))
      .filter(isJson)
      .map((name) => join(folder, "session", project, name)),
  );
  const saved = files.flatMap((file) => {
    const session = sessionIn(folder, file);
    return session === undefined ? [] : [{ file, session }];
  });
  saved.sort((a, b) => a.session.changedMs - b.session.changedMs || (a.file < b.file ? -1 : 1));
  const byId = new Map(saved.map(({ file, session }) => [session.id, file]));
  return {
    agent: "opencode",
    format: "opencode",
    sessions: saved.map(({ session }) => session),
    *lines(sessions) {
      for (const { id } of sessions) {
        yield* recordOf(folder, { id, file: byId.get(id) ?? "" });
        yield "\n";
      }
    },
    close() {},
  };
}

function sessionIn(folder: string, file: string): SavedSession | undefined {
  const id = basename(file, JSON_END);
  const messages = namesIn(join(folder, "message", id)).filter(isJson);
  if (messages.length === 0) return undefined;
  const { title, directory, time } = JSON.parse(textIn(file)) as {
    readonly title?: unknown;
    readonly directory?: unknown;
    readonly time?: { readonly updated?: unknown; readonly created?: unknown };
  };
  return {
    id,
    messages: messages.length,
    bytes: messages.reduce((sum, name) => sum + bytesOf(folder, { session: id, name }), 0),
    changedMs: Number(time?.updated ?? time?.created ?? 0) || 0,
    title: typeof title === "string" ? title : undefined,
    folder: typeof directory === "string" ? directory : undefined,
  };
}

function bytesOf(
  folder: string,
  { session, name }: { readonly session: string; readonly name: string },
): number {
  const parts = join(folder, "part", basename(name, JSON_END));
  const files = namesIn(parts).filter(isJson);
  const own = statSync(join(folder, "message", session, name)).size;
  return files.reduce((sum, part) => sum + statSync(join(parts, part)).size, own);
}

function* recordOf(
  folder: string,
  { id, file }: { readonly id: string; readonly file: string },
): Iterable<string> {
  yield* withMessages(`{"info":${lineIn(file)}}`, messagesOf(folder, id));
}

function* messagesOf(folder: string, session: string): Iterable<string> {
  const messages = join(folder, "message", session);
  for (const name of namesIn(messages).filter(isJson)) {
    const parts = join(folder, "part", basename(name, JSON_END));
    const texts = namesIn(parts)
      .filter(isJson)
      .map((part) => lineIn(join(parts, part)));
    yield objectOf({ info: lineIn(join(messages, name)), parts: `[${texts.join(",")}]` });
  }
}

const JSON_END = ".json";

/** opencode first writes a file under a name that begins with a dot. */
function isJson(name: string): boolean {
  return name.endsWith(JSON_END) && !name.startsWith(".");
}
