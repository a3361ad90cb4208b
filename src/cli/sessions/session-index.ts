import { createHash } from "node:crypto";
import { basename } from "node:path";
import type { Format } from "../../formats/format.ts";
import type { Shell } from "../terminal/shell.ts";
import { type SavedFile, savedFiles } from "./saved-files.ts";
import { openSessionCache, type SessionCache } from "./session-cache.ts";
import { readHead, type SessionHead } from "./session-head.ts";

/** The sessions on this machine, and what is known of them. */
export interface SessionIndex {
  /** Newest first. */
  readonly files: readonly SavedFile[];
  readonly cache: SessionCache;
  /** The facts that a session's start gives; read once. */
  head(file: SavedFile): Promise<SessionHead>;
  /** Keeps what was found out for the next run. */
  save(): void;
}

/** Finds the sessions on this machine. */
export function openSessionIndex(
  formats: Iterable<Format>,
  { env }: Pick<Shell, "env">,
): SessionIndex {
  const files = savedFiles(formats, env);
  const cache = openSessionCache(env);
  return {
    files,
    cache,
    async head(file) {
      const { head } = cache.get(file);
      if (head !== undefined) return head;
      const read = await readHead(file);
      if (file.format !== undefined) cache.put(file, { head: read });
      return read;
    },
    save: () => cache.save(files),
  };
}

/** The name of a session's project: that of the folder that its agent worked in. */
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
