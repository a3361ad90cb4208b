import { type BigIntStats, type Dirent, lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { isArchive } from "../../archive/log/is-archive.ts";
import { LOG_NAME } from "../../archive/log/open-log.ts";
import { ElisionError } from "../../base/errors.ts";
import { isSessionFolder } from "../../databases/session-folders.ts";
import { isTemporaryName } from "../../io/replacement/temporary-files.ts";
import { isManifestName } from "./manifest-names.ts";
import { fileKey } from "./same-file.ts";

/** Folders that hold none of a user's transcripts. */
const SKIPPED_FOLDERS = new Set([".git", "node_modules"]);

/** Options and listeners for walking a folder. */
export interface Walk {
  /** Whether links to files and folders are followed. */
  readonly follow: boolean;
  /** The suffix of backups, which are not visited. */
  readonly backup: string | undefined;
  /** Whether to leave out files with a usual backup name. */
  readonly skipsUsualBackups: boolean;
  /** The key of the output folder, which is not read. */
  readonly outDir: string | undefined;
  /** A file was found; `relative` is its path below an output folder. */
  onFile(name: string, stats: BigIntStats, relative: string): void;
  /** A folder was found in which an agent keeps sessions in parts: it is read like a database. */
  onStore(name: string, stats: BigIntStats, relative: string): void;
  /** A link was not followed; called with the stats of its target. */
  onLink(stats: BigIntStats): void;
  /** The output folder was met, and not read. */
  onOutDir(name: string): void;
  /** A file was left out that is named like another with `.orig`, `.bak` or `~` appended. */
  onUsualBackup(name: string): void;
  onError(error: unknown, name: string): void;
}

/**
 * Finds the files below a folder, by name. It leaves out archives, backups, files that elision is
 * writing, its lists of what is done, and the output folder. Gives the keys of the folders that it read.
 */
export function walkFolder(folder: string, relative: string, walk: Walk): ReadonlySet<string> {
  const read = new Set<string>();

  const attempt = <T>(name: string, act: () => T): T | undefined => {
    try {
      return act();
    } catch (error) {
      walk.onError(error, name);
      return undefined;
    }
  };
  const intoFolder = (name: string, below: string) => {
    const stats = attempt(name, () => statSync(name, { bigint: true }));
    if (stats === undefined) return;
    const key = fileKey(stats);
    if (key === walk.outDir) walk.onOutDir(name);
    if (key === walk.outDir || read.has(key)) return; // A link may lead back.
    read.add(key);
    const entries = attempt(name, () => readdirSync(name, { withFileTypes: true })) ?? [];
    if (entries.some((entry) => entry.name === LOG_NAME) && isArchive(name)) return;
    const names = new Set(entries.map(({ name: each }) => each));
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      const path = join(name, entry.name);
      if (walk.skipsUsualBackups && entry.isFile() && isUsualBackup(entry.name, names))
        walk.onUsualBackup(path);
      else intoEntry(entry, path, join(below, entry.name));
    }
  };
  const intoStoreOrFolder = (name: string, below: string) => {
    if (isSessionFolder(name)) walk.onStore(name, statSync(name, { bigint: true }), below);
    else intoFolder(name, below);
  };
  const intoEntry = (entry: Dirent, name: string, below: string) => {
    const isLink = entry.isSymbolicLink();
    if (isLeftOut(entry.name, walk) || !(isLink || entry.isDirectory() || entry.isFile())) return;
    if (isUnnamed(entry.name, name)) return walk.onError(unnamed(), name);
    const stats = entry.isDirectory() ? undefined : attempt(name, () => lookThrough(name));
    if (stats !== undefined && isLink && !walk.follow) walk.onLink(stats);
    else if (entry.isDirectory() || stats?.isDirectory()) intoStoreOrFolder(name, below);
    else if (stats?.isFile()) walk.onFile(name, stats, below);
  };
  intoFolder(folder, relative);
  return read;
}

function isLeftOut(name: string, { backup }: Walk): boolean {
  const isOurs = isTemporaryName(name) || isManifestName(name);
  return SKIPPED_FOLDERS.has(name) || isOurs || isBackup(name, backup);
}

/** Whether a name has bytes that are not UTF-8; its file cannot be opened by the decoded name. */
function isUnnamed(name: string, path: string): boolean {
  return name.includes("\ufffd") && lstatSync(path, { throwIfNoEntry: false }) === undefined;
}

function unnamed(): ElisionError {
  return new ElisionError("io", "its name is not UTF-8, and it cannot be opened by it", {
    hint: "rename it, or name no folder and pipe it: elision < FILE",
  });
}

/** Suffixes that editors and people give to backups. */
const USUAL_SUFFIXES = [".orig", ".bak", "~"];

/** Whether a file is named as a backup of one next to it usually is. */
function isUsualBackup(name: string, names: ReadonlySet<string>): boolean {
  return USUAL_SUFFIXES.some(
    (suffix) => isBackup(name, suffix) && names.has(name.slice(0, -suffix.length)),
  );
}

/** Whether a name has the suffix of backups. */
export function isBackup(name: string, suffix: string | undefined): boolean {
  return suffix !== undefined && name.length > suffix.length && name.endsWith(suffix);
}

/** The stats of a path's target; undefined for a broken or circular link. */
function lookThrough(name: string): BigIntStats | undefined {
  try {
    return statSync(name, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ELOOP") return undefined;
    throw error;
  }
}
