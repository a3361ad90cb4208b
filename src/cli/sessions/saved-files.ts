import { type Dirent, readdirSync, type Stats, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { ElisionError } from "../../base/errors.ts";
import { DATABASES } from "../../databases/index.ts";
import { SESSION_FOLDERS } from "../../databases/session-folders.ts";
import type { Format } from "../../formats/format.ts";
import type { SessionPlace } from "../../formats/places/saved-sessions.ts";
import { ioError } from "../../io/io-error.ts";
import { isTemporaryName } from "../../io/temporary-files.ts";
import type { DatabaseSession } from "../inputs/input.ts";
import { homeOf } from "../options/toml/find-config-files.ts";
import type { Shell } from "../terminal/shell.ts";
import { registeredFolders, type SessionFolder } from "./registered-folders.ts";
import type { SessionHead } from "./session-facts.ts";

/** A session file on this machine. */
export interface SavedFile {
  readonly agent: string;
  readonly path: string;
  readonly bytes: number;
  /** When it was last written to, in milliseconds since 1970. */
  readonly changedMs: number;
  /** With the command that says more of a database that could not be listed. */
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

/** The agents whose sessions could be found, by name. */
export function knownAgents(formats: Iterable<Format>): readonly string[] {
  const places = [...placesOf(formats), ...databasePlaces(formats)];
  const agents = places.map(({ place }) => place.agent);
  return [...new Set(agents)].sort();
}

/**
 * The agent that a name means: its own, or that of a format in which only one agent saves (`claude-code`). Any other
 * name is given back.
 */
export function agentNamed(name: string, formats: Iterable<Format>): string {
  const places = [...placesOf(formats), ...databasePlaces(formats)];
  if (places.some(({ place }) => place.agent === name)) return name;
  const ofFormat = places.filter(({ format }) => format?.name === name);
  const [agent, ...others] = new Set(ofFormat.map(({ place }) => place.agent));
  return agent === undefined || others.length > 0 ? name : agent;
}

/** The agents whose sessions can be read. */
export function readAgents(formats: Iterable<Format>): readonly string[] {
  const places = [...placesOf(formats), ...databasePlaces(formats)];
  const read = places.filter(({ format }) => format !== undefined);
  return [...new Set(read.map(({ place }) => place.agent))].sort();
}

/** Where sessions are looked for, and who is told of what could not be looked into. */
export interface SessionSearch extends Pick<Shell, "env"> {
  readonly onFault?: FaultListener | undefined;
}

type FaultListener = (fault: ElisionError) => void;

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

interface FormatPlace {
  readonly place: SavedFile["place"];
  readonly format: Format | undefined;
}

function placesOf(formats: Iterable<Format>): readonly FormatPlace[] {
  return [...formats].flatMap((format) =>
    (format.saved?.places ?? []).map((place) => ({ place, format })),
  );
}

/** The databases of sessions on this machine, with the formats that their sessions are read as. */
export function savedDatabases(
  formats: Iterable<Format>,
  search: SessionSearch,
): readonly SavedFile[] {
  return filesAt(databasePlaces(formats), search, (place) => [place]).map(withLog);
}

function databasePlaces(formats: Iterable<Format>): readonly FormatPlace[] {
  const all = [...formats];
  const stores = [...DATABASES, ...SESSION_FOLDERS];
  return stores.flatMap(({ format, places }) =>
    places.map((place) => ({ place, format: all.find(({ name }) => name === format) })),
  );
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

/** Hears of the files of a place, and of what may not be looked into. */
interface PlaceListener {
  onFile(path: string, stats: FileFacts): void;
  readonly onFault: FaultListener;
}

/** Finds the files of a place. A folder that is missing has none. */
function eachFile(
  base: string,
  { files, except, holds }: SessionPlace,
  { onFile, onFault }: PlaceListener,
): void {
  const names = files.split("/");
  const own = patternOf(names.at(-1) ?? "");
  const leftOut = except === undefined ? undefined : patternOf(except);
  for (const folder of foldersBelow(base, names.slice(0, -1), onFault))
    for (const { name } of entriesOf(folder, onFault)) {
      if (!own.test(name) || leftOut?.test(name) === true || isTemporaryName(name)) continue;
      const path = join(folder, name);
      if (holds !== undefined) {
        const facts = factsOfFolder(path, holds, onFault);
        if (facts.size > 0) onFile(path, facts);
        continue;
      }
      const stats = attempt(path, onFault, () => statSync(path, { throwIfNoEntry: false }));
      if (stats?.isFile() && stats.size > 0) onFile(path, stats);
    }
}

type FileFacts = Pick<Stats, "size" | "mtimeMs">;

/** The size of all files of a session that is a folder, and when the last of them was written to. */
function factsOfFolder(folder: string, files: string, onFault: FaultListener): FileFacts {
  const all = { size: 0, mtimeMs: 0 };
  eachFile(
    folder,
    { agent: "", files },
    {
      onFile(_, { size, mtimeMs }) {
        all.size += size;
        all.mtimeMs = Math.max(all.mtimeMs, mtimeMs);
      },
      onFault,
    },
  );
  return all;
}

/** The folders below one that match a path of names. */
function foldersBelow(
  base: string,
  names: readonly string[],
  onFault: FaultListener,
): readonly string[] {
  let folders: readonly string[] = [base];
  for (const name of names) {
    const pattern = patternOf(name);
    folders = name.includes("*")
      ? folders.flatMap((folder) =>
          entriesOf(folder, onFault)
            .filter((entry) => !entry.isFile() && pattern.test(entry.name))
            .map((entry) => join(folder, entry.name)),
        )
      : folders.map((folder) => join(folder, name));
  }
  return folders;
}

function entriesOf(folder: string, onFault: FaultListener): readonly Dirent[] {
  return attempt(folder, onFault, () => readdirSync(folder, { withFileTypes: true })) ?? [];
}

/** The result of a look at a path; undefined where there is nothing, or it may not be looked at. */
function attempt<T>(path: string, onFault: FaultListener, look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (!NOTHING_THERE.has(code)) onFault(ioError(error, path));
    return undefined;
  }
}

const NOTHING_THERE: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR"]);

/** A name in which `*` is any text. */
function patternOf(name: string): RegExp {
  const parts = name.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "s");
}
