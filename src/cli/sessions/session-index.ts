import { createHash } from "node:crypto";
import { basename, dirname } from "node:path";
import type { ElisionError } from "../../base/errors.ts";
import type { Format } from "../../formats/format.ts";
import type { Shell } from "../terminal/shell.ts";
import { type OpenedDatabases, sessionsInDatabases } from "./database-sessions.ts";
import {
  newestFirst,
  type SavedFile,
  savedDatabases,
  savedFiles,
  savedParts,
} from "./saved-files.ts";
import { openSessionCache, type SessionCache } from "./session-cache.ts";
import type { SessionHead } from "./session-facts.ts";
import { readHead, sessionOfPart } from "./session-head.ts";

/** The sessions on this machine, and their known facts. */
export interface SessionIndex {
  /** Newest first. */
  readonly files: readonly SavedFile[];
  readonly cache: SessionCache;
  /** Folders and files that could not be looked at: there may be sessions in them. */
  readonly faults: readonly ElisionError[];
  /** The facts from a session's start, which is read once. */
  head(file: SavedFile): Promise<SessionHead>;
  /** The files of its subagents. */
  partsOf(file: SavedFile): Promise<readonly SavedFile[]>;
  /** Saves the facts for the next run. */
  save(): void;
}

/** Which sessions an index finds. */
export interface IndexChoice {
  /** Open only the databases of these agents. Default: all. */
  readonly agents?: ReadonlySet<string> | undefined;
  readonly opens?: OpenedDatabases;
}

/** Finds the sessions on this machine. */
export async function openSessionIndex(
  formats: Iterable<Format>,
  { env }: Pick<Shell, "env">,
  { agents, opens = "changed" }: IndexChoice = {},
): Promise<SessionIndex> {
  const cache = openSessionCache(env);
  const faults = new Map<string, ElisionError>();
  const onFault = (fault: ElisionError) => void faults.set(fault.file ?? "", fault);
  const databases = savedDatabases(formats, { env, onFault });
  const due = databases.filter(({ agent }) => agents?.has(agent) ?? true);
  const files = newestFirst([
    ...savedFiles(formats, { env, onFault }),
    ...(await sessionsInDatabases(due, { cache, opens })),
  ]);
  let parts: PartsBySession | undefined;
  const head = async (file: SavedFile) => {
    if (file.head !== undefined) return file.head;
    const known = cache.get(file).head;
    if (known !== undefined) return known;
    const read = await readHead(file);
    if (file.format !== undefined) cache.put(file, { head: read });
    return read;
  };
  return {
    files,
    cache,
    faults: [...faults.values()],
    head,
    async partsOf(file) {
      parts ??= await partsBySession(savedParts(formats, { env }), cache);
      return parts.byId.get(`${file.agent} ${(await head(file)).id}`) ?? [];
    },
    save: () =>
      cache.save([...files, ...databases, ...(parts ?? { all: savedParts(formats, { env }) }).all]),
  };
}

interface PartsBySession {
  readonly all: readonly SavedFile[];
  readonly byId: ReadonlyMap<string, readonly SavedFile[]>;
}

/** The files of subagents by the agent and the id of the session that each belongs to. */
async function partsBySession(
  all: readonly SavedFile[],
  cache: SessionCache,
): Promise<PartsBySession> {
  const byId = new Map<string, SavedFile[]>();
  for (const file of all) {
    let id = cache.get(file).head?.id;
    if (id === undefined) {
      id = (await sessionOfPart(file)) ?? "";
      cache.put(file, { head: { id } });
    }
    const key = `${file.agent} ${id}`;
    byId.set(key, [...(byId.get(key) ?? []), file]);
  }
  return { all, byId };
}

/**
 * Files without those that are smaller than another of the same session: Gemini CLI begins a file when it resumes a
 * session, and goes on in the first.
 */
export async function onePerSession(
  files: readonly SavedFile[],
  { head }: Pick<SessionIndex, "head">,
): Promise<readonly SavedFile[]> {
  const largest = new Map<string, SavedFile>();
  for (const file of files) {
    const key = `${dirname(file.path)} ${(await head(file)).id}`;
    const known = largest.get(key);
    if (known === undefined || known.bytes < file.bytes) largest.set(key, file);
  }
  const kept = new Set(largest.values());
  return files.filter((file) => kept.has(file));
}

/** The name of a session's project: the name of the folder that its agent worked in. */
export function projectOf({ folder }: SessionHead): string | undefined {
  return folder === undefined ? undefined : basename(folder) || folder;
}

/** Whether a session's agent worked in a folder, or below it. */
export function isWithin({ folder, folderHash }: SessionHead, path: string): boolean {
  if (folder !== undefined) return `${folder}/`.startsWith(path.endsWith("/") ? path : `${path}/`);
  return folderHash === createHash("sha256").update(path).digest("hex");
}

/** Whether a session is of a project, by the name of its folder or by its path. */
export function isOfProject(head: SessionHead, name: string): boolean {
  if (name.includes("/")) return isWithin(head, name.replace(/(?<=.)\/+$/, ""));
  return projectOf(head)?.toLowerCase() === name.toLowerCase();
}

/** Says of a place that could not be looked at what that means. */
export function notLookedInto({ file, message }: ElisionError): string {
  return `${file}: ${message}; sessions there are not found`;
}
