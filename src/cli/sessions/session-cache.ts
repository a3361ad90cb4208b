import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import type { MeasuredSession } from "../../analyses/sessions/result.ts";
import { version } from "../../base/version.ts";
import type { SavedSession } from "../../databases/session-database.ts";
import { unlinkQuietly } from "../../io/replacement/temporary-files.ts";
import { homeOf } from "../options/toml/find-config-files.ts";
import type { Shell } from "../terminal/shell.ts";
import type { SavedFile } from "./saved-files.ts";
import type { SessionHead } from "./session-facts.ts";

/** Facts about a session, valid until its file changes. */
export interface KnownSession {
  readonly head?: SessionHead;
  readonly measured?: MeasuredSession;
  /** The sessions in it, if it is a database of them. */
  readonly sessions?: readonly SavedSession[];
  /** Why it could not be read. */
  readonly problem?: string;
}

/** The facts about sessions that earlier runs found. */
export interface SessionCache {
  get(file: SavedFile): KnownSession;
  put(file: SavedFile, known: KnownSession): void;
  /** Writes the cache, without files that are gone. A failure to write is ignored. */
  save(files: readonly SavedFile[]): void;
}

/** The version of the cache's content: a cache of another version is ignored. */
const FORM = `1 ${version}`;

type CachedSession = KnownSession & Pick<SavedFile, "bytes" | "changedMs">;

/** Opens the cache in `$XDG_CACHE_HOME/elision`, else in `~/.cache/elision`. */
export function openSessionCache(env: Shell["env"]): SessionCache {
  const path = cachePath(env);
  const entries = path === undefined ? new Map<string, CachedSession>() : readEntries(path);
  let isChanged = false;
  return {
    get({ path: file, bytes, changedMs }) {
      const entry = entries.get(file);
      return entry?.bytes === bytes && entry.changedMs === changedMs ? entry : {};
    },
    put(file, known) {
      const { bytes, changedMs } = file;
      const { head, measured, sessions, problem } = { ...this.get(file), ...known };
      isChanged = true;
      entries.set(file.path, {
        bytes,
        changedMs,
        ...(head !== undefined && { head }),
        ...(measured !== undefined && { measured }),
        ...(sessions !== undefined && { sessions }),
        ...(problem !== undefined && { problem }),
      });
    },
    save(files) {
      if (path === undefined || !isChanged) return;
      const kept = files.flatMap(({ path: file }) => {
        const entry = entries.get(file);
        if (entry === undefined) return [];
        const { problem: _, ...lasting } = entry; // Failures are not cached: permissions may change.
        return [[file, lasting] as const];
      });
      write(path, JSON.stringify({ form: FORM, sessions: Object.fromEntries(kept) }));
    },
  };
}

function cachePath(env: Shell["env"]): string | undefined {
  const named = env.XDG_CACHE_HOME;
  if (named !== undefined && isAbsolute(named)) return join(named, "elision", "sessions.json");
  const home = homeOf(env);
  if (home === undefined || !isAbsolute(home)) return undefined;
  return join(home, ".cache", "elision", "sessions.json");
}

function readEntries(path: string): Map<string, CachedSession> {
  try {
    const { form, sessions } = JSON.parse(readFileSync(path, "utf8"));
    return new Map(form === FORM ? Object.entries<CachedSession>(sessions) : []);
  } catch {
    return new Map();
  }
}

function write(path: string, text: string): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(temporary, text, { mode: 0o600 });
    renameSync(temporary, path);
  } catch {
    unlinkQuietly(temporary); // The next run reads the sessions again.
  }
}
