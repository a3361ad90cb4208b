import { existsSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { SessionPlace } from "../formats/shared/saved-sessions.ts";
import { listed, type OpenDatabase, type SavedSession } from "./session-database.ts";
import { lineIn, namesIn, notesIn } from "./session-files.ts";

/** Where OpenHands keeps its conversations, each in a folder. */
export const OPENHANDS_CONVERSATIONS_PLACE: SessionPlace = {
  agent: "openhands",
  base: "~/.openhands",
  files: "conversations/*",
  holds: "events/event-*.json",
};

/** Whether a folder contains conversations of OpenHands, is one, or has the events of one. */
export function hasOpenhandsConversations(folder: string): boolean {
  return conversationsIn(folder).length > 0;
}

/**
 * Opens conversations of OpenHands: each in a folder, with a file for each event. One is read as the array of
 * its events. Those of subagents, in folders below it, are separate conversations. Seen in the sources of its
 * SDK (`event_store.py`, `state.py`, 2026) and in conversations of OpenHands 1.16.
 */
export function openOpenhandsConversations(folder: string): OpenDatabase {
  const saved = conversationsIn(folder).map((path) => ({ path, session: sessionIn(path) }));
  saved.sort((a, b) => a.session.changedMs - b.session.changedMs || (a.path < b.path ? -1 : 1));
  const byId = new Map(saved.map(({ path, session }) => [session.id, path]));
  return {
    agent: "openhands",
    format: "openhands-sdk",
    sessions: saved.map(({ session }) => session),
    *lines(sessions) {
      for (const { id } of sessions) {
        yield "[";
        yield* listed(textsIn(byId.get(id) ?? ""));
        yield "]\n";
      }
    },
    close() {},
  };
}

/** The folders of events in a folder of any of the three kinds. */
function conversationsIn(folder: string): readonly string[] {
  if (!existsSync(join(folder, "."))) return [];
  if (basename(resolve(folder)) === EVENTS) return eventsIn(folder).length > 0 ? [folder] : [];
  const own = join(folder, EVENTS);
  if (eventsIn(own).length > 0) return [own];
  if (basename(resolve(folder)) !== CONVERSATIONS) return [];
  return namesIn(folder)
    .map((name) => join(folder, name, EVENTS))
    .filter((events) => eventsIn(events).length > 0);
}

const CONVERSATIONS = "conversations";
const EVENTS = "events";

/** The names of a conversation's event files, in the order of their numbers. */
function eventsIn(events: string): readonly string[] {
  return namesIn(events)
    .flatMap((name) => {
      const [, number] = /^event-(\d+)-.+\.json$/.exec(name) ?? [];
      return number === undefined ? [] : [{ name, number: Number(number) }];
    })
    .sort((a, b) => a.number - b.number)
    .map(({ name }) => name);
}

function sessionIn(events: string): SavedSession {
  const folder = dirname(resolve(events));
  const files = eventsIn(events).map((name) => statSync(join(events, name)));
  const state = notesIn<BaseState>(join(folder, "base_state.json"));
  return {
    id: basename(folder),
    messages: files.length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    changedMs: files.reduce((latest, { mtimeMs }) => Math.max(latest, mtimeMs), 0),
    folder: text(state.workspace?.working_dir),
    model: text(state.agent?.llm?.model),
  };
}

interface BaseState {
  readonly workspace?: { readonly working_dir?: unknown };
  readonly agent?: { readonly llm?: { readonly model?: unknown } };
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function* textsIn(events: string): Iterable<string> {
  for (const name of eventsIn(events)) yield lineIn(join(events, name));
}
