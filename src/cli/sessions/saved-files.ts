import { statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { Format } from "../../formats/format.ts";
import type { SessionPlace } from "../../formats/shared/saved-sessions.ts";
import type { DatabaseSession } from "../inputs/input.ts";
import { homeOf } from "../options/toml/find-config-files.ts";
import type { Shell } from "../terminal/shell.ts";
import { eachFile, type FaultListener } from "./place-files.ts";
import { registeredFolders, type SessionFolder } from "./registered-folders.ts";
import type { SessionHead } from "./session-facts.ts";
import { databasePlaces, type FormatPlace, placesOf } from "./session-places.ts";

/** A session file on this machine. */
export interface SavedFile {
  readonly agent: string;
  readonly path: string;
  readonly bytes: number;
  /** When it was last written to, in milliseconds since 1970. */
  readonly changedMs: number;
  /** Where it is saved; the hint is a command that explains why a database could not be listed. */
  readonly place: SessionPlace & { readonly hint?: string };
  /** Undefined where it could not be listed. */
  readonly format: Format | undefined;
  /** The folder that the agent works in, if its path says it. */
  readonly project?: string;
  /** The session, if the file is a database. */
  readonly session?: DatabaseSession;
  /** The facts about it in its database. */
  readonly head?: SessionHead;
}

/** Where sessions are looked for, and who is told of what could not be looked into. */
export interface SessionSearch extends Pick<Shell, "env"> {
  readonly onFault?: FaultListener | undefined;
}

/** The sessions that agents have saved on this machine, newest first. Their contents are not read. */
export function savedFiles(formats: Iterable<Format>, search: SessionSearch): readonly SavedFile[] {
  return filesAt(placesOf(formats), search, (place) => [place]);
}

/** The files of subagents, which belong to sessions. */
export function savedParts(formats: Iterable<Format>, search: SessionSearch): readonly SavedFile[] {
  return filesAt(placesOf(formats), search, ({ agent, parts = [] }) =>
    parts.map((files) => ({ agent, files })),
  );
}

function filesAt(
  places: readonly FormatPlace[],
  { env, onFault = () => {} }: SessionSearch,
  patternsOf: (place: SessionPlace) => readonly SessionPlace[],
): readonly SavedFile[] {
  const found = new Map<string, SavedFile>();
  for (const { place, format } of places) {
    for (const { path: base, project } of foldersOf(place, env))
      for (const pattern of patternsOf(place))
        eachFile(base, pattern, {
          onFile(path, { size, mtimeMs }) {
            if (found.has(path)) return;
            const about = { agent: place.agent, place, format, ...(project && { project }) };
            found.set(path, { ...about, path, bytes: size, changedMs: mtimeMs });
          },
          onFault,
        });
  }
  return newestFirst([...found.values()]);
}

/** Sessions in the order in which they are listed. */
export function newestFirst(files: readonly SavedFile[]): readonly SavedFile[] {
  return [...files].sort((a, b) => b.changedMs - a.changedMs || (a.path < b.path ? -1 : 1));
}

/** The databases of sessions on this machine, with the formats that their sessions are read as. */
export function savedDatabases(
  formats: Iterable<Format>,
  search: SessionSearch,
): readonly SavedFile[] {
  return filesAt(databasePlaces(formats), search, (place) => [place]).map(withLog);
}

/** A database, with the size and time of its log included: writes change the log before the file. */
function withLog(file: SavedFile): SavedFile {
  const log = statSync(`${file.path}-wal`, { throwIfNoEntry: false });
  if (log === undefined) return file;
  return {
    ...file,
    bytes: file.bytes + log.size,
    changedMs: Math.max(file.changedMs, log.mtimeMs),
  };
}

/** The folders of a place: its own, or those that its register lists. */
function foldersOf(place: SessionPlace, env: Shell["env"]): readonly SessionFolder[] {
  const base = baseOf(place, env);
  if (base === undefined) return [];
  return place.register === undefined ? [{ path: base }] : registeredFolders(base, place.register);
}

/** The folder of a place: the one that its variable names, else its own in the home folder. */
function baseOf({ base, variable }: SessionPlace, env: Shell["env"]): string | undefined {
  const named = variable === undefined ? undefined : env[variable];
  if (named !== undefined && isAbsolute(named)) return named;
  const home = homeOf(env);
  if (base === undefined || home === undefined || !isAbsolute(home)) return undefined;
  return join(home, base.slice(1));
}
