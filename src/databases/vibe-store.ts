import { existsSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { ElisionError } from "../base/errors.ts";
import type { SessionPlace } from "../formats/shared/saved-sessions.ts";
import { type OpenDatabase, type SavedSession, withMessages } from "./session-database.ts";
import { jsonIn, namesIn, notesIn } from "./session-files.ts";
import { type VibeMessage, vibeMessage } from "./vibe-messages.ts";

/** Where Mistral Vibe keeps its sessions since 2.26, each in a folder. */
export const VIBE_STORE_PLACE: SessionPlace = {
  agent: "vibe",
  base: "~/.vibe",
  variable: "VIBE_HOME",
  files: "logs/session/unified/*",
  holds: "CURRENT",
};

/** Whether a folder contains sessions in Vibe's store, or is one. */
export function hasVibeSessions(folder: string): boolean {
  return sessionsIn(folder).length > 0;
}

/**
 * Opens sessions of Mistral Vibe 2.26 and 3: each in a folder, whose `CURRENT` names a generation, whose manifest names
 * the chunks of messages by their digests. A session is read as a row of chat completions, with the messages that Vibe
 * goes on from. Seen in sessions of 3.0.3; kinds of content in `core/session/session_interop.py`.
 */
export function openVibeStore(folder: string): OpenDatabase {
  const saved = sessionsIn(folder)
    .map((path) => ({ path, session: sessionIn(path) }))
    .filter(({ session }) => session.messages > 0);
  saved.sort((a, b) => a.session.changedMs - b.session.changedMs || (a.path < b.path ? -1 : 1));
  const byId = new Map(saved.map(({ path, session }) => [session.id, path]));
  return {
    agent: "vibe",
    format: "openai-chat",
    sessions: saved.map(({ session }) => session),
    *lines(sessions) {
      for (const { id, title } of sessions) {
        const messages = messagesIn(byId.get(id) ?? "");
        yield* withMessages(JSON.stringify({ id, title }), messages);
        yield "\n";
      }
    },
    close() {},
  };
}

function sessionsIn(folder: string): readonly string[] {
  if (existsSync(join(folder, CURRENT))) return isStore(folder) ? [folder] : [];
  if (basename(resolve(folder)) !== "unified") return [];
  return namesIn(folder)
    .map((name) => join(folder, name))
    .filter((path) => existsSync(join(path, CURRENT)));
}

const CURRENT = "CURRENT";

/** Other programs may have a file of this name. */
function isStore(folder: string): boolean {
  return ["generations", "journal"].every((name) => existsSync(join(folder, name, ".")));
}

function sessionIn(path: string): SavedSession {
  const { title, environment, config } = notesIn<VibeMeta>(join(path, "meta.json"));
  const stored = [...storedIn(path)];
  return {
    id: basename(resolve(path)),
    messages: stored.reduce((sum, { entries }) => sum + entries.length, 0),
    bytes: stored.reduce((sum, { file }) => sum + statSync(file).size, 0),
    changedMs: statSync(join(path, CURRENT)).mtimeMs,
    title: title ?? undefined,
    folder: environment?.working_directory,
    model: config?.model_name,
  };
}

interface VibeMeta {
  readonly title?: string | null;
  readonly environment?: { readonly working_directory?: string };
  readonly config?: { readonly model_name?: string };
}

/** Messages of a session, and the file with them. */
interface StoredSession {
  readonly file: string;
  readonly entries: readonly { readonly message: VibeMessage }[];
}

/** The messages of a session, in order: in chunks, or in the checkpoint as the first stores had them. */
function* storedIn(path: string): Iterable<StoredSession> {
  const { chunks } = manifestIn(path).checkpoint;
  if (chunks === undefined || chunks === null) {
    const file = join(generationIn(path), "checkpoint.json");
    yield { file, entries: jsonIn<VibeCheckpoint>(file).context.messages };
    return;
  }
  for (const digest of chunks) {
    const file = join(path, "chunks", `${digest}.json`);
    yield { file, entries: jsonIn(file) };
  }
}

interface VibeCheckpoint {
  readonly context: { readonly messages: StoredSession["entries"] };
}

function manifestIn(path: string): VibeManifest {
  return jsonIn(join(generationIn(path), "manifest.json"));
}

interface VibeManifest {
  readonly checkpoint: { readonly chunks?: readonly string[] | null };
  readonly recovery_journal_segment: { readonly path: string };
}

/** The folder of the newest generation. */
function generationIn(path: string): string {
  const file = join(path, CURRENT);
  const { store_format: format, generation } = jsonIn<VibeCurrent>(file);
  if (format !== "mistral.vibe.unified-session-store/v1")
    throw unreadable(`a store of Mistral Vibe in another form (${format})`, file);
  return join(path, "generations", generation);
}

interface VibeCurrent {
  readonly store_format: string;
  readonly generation: string;
}

function* messagesIn(path: string): Iterable<string> {
  const journal = join(path, manifestIn(path).recovery_journal_segment.path);
  // What was said since the generation is there, until the turn ends.
  if (existsSync(journal) && statSync(journal).size > 0)
    throw unreadable("a turn of this session has not ended", journal);
  for (const { file, entries } of storedIn(path))
    for (const { message } of entries) yield JSON.stringify(vibeMessage(message, file));
}

function unreadable(message: string, file: string): ElisionError {
  return new ElisionError("bad-database", message, { file });
}
