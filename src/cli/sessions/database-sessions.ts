import { ElisionError } from "../../base/errors.ts";
import type { SavedSession } from "../../databases/session-database.ts";
import type { SavedFile } from "./saved-files.ts";
import type { SessionCache } from "./session-cache.ts";

/** The largest database that is copied to list its sessions when the sessions of all agents are listed. */
const LISTED_BYTES = 512_000_000;

/** Which databases are opened: those that changed since an earlier run listed them, or none. */
export type OpenedDatabases = "changed" | "none";

/**
 * The sessions in databases, as the files that they would be. A database that cannot be read, or is too large to
 * copy for a list, is listed as not read yet, with the command that reads it or says why not.
 */
export async function sessionsInDatabases(
  databases: readonly SavedFile[],
  { cache, opens }: { readonly cache: SessionCache; readonly opens: OpenedDatabases },
): Promise<readonly SavedFile[]> {
  const files = new Map<string, SavedFile>();
  for (const database of databases) {
    const sessions = cache.get(database).sessions ?? (await listed(database, { cache, opens }));
    if (sessions === undefined) files.set(database.path, unread(database));
    for (const session of sessions ?? []) {
      // A session that an agent moved to another store is in both; the one that changed last counts.
      const key = `${database.agent}#${session.id}`;
      const known = files.get(key);
      if (known === undefined || known.changedMs < session.changedMs)
        files.set(key, fileOf(database, session));
    }
  }
  return [...files.values()];
}

async function listed(
  database: SavedFile,
  { cache, opens }: { readonly cache: SessionCache; readonly opens: OpenedDatabases },
): Promise<readonly SavedSession[] | undefined> {
  if (opens === "none") return [];
  const { path, bytes } = database;
  if (bytes > LISTED_BYTES) return undefined;
  try {
    const { openDatabase } = await import("../../databases/open-database.ts");
    const { sessions, close } = await openDatabase(path);
    close();
    cache.put(database, { sessions });
    return sessions;
  } catch (error) {
    if (error instanceof ElisionError) return undefined;
    throw error;
  }
}

function unread(database: SavedFile): SavedFile {
  const hint = `elision export ${database.path}`;
  return { ...database, format: undefined, place: { ...database.place, hint } };
}

function fileOf(
  { agent, path, place, format, project }: SavedFile,
  { id, bytes, changedMs, folder = project, model }: SavedSession,
): SavedFile {
  return {
    agent,
    path: `${path}#${id}`,
    bytes,
    changedMs,
    place,
    format,
    session: { database: path, id },
    head: {
      id,
      ...(folder !== undefined && { folder }),
      ...(model !== undefined && { model }),
    },
  };
}
