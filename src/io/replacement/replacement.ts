import {
  type BigIntStats,
  fchmodSync,
  fchownSync,
  futimesSync,
  renameSync,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import { fileChanged } from "../../base/errors.ts";
import type { Sink } from "../file-descriptor.ts";
import { hearSignals } from "../signals.ts";
import type { DirectOutput } from "./direct-output.ts";
import { EarlySync } from "./early-sync.ts";
import { followLink } from "./follow-link.ts";
import { keepBackup } from "./keep-backup.ts";
import { syncFile } from "./sync-file.ts";
import { syncFolder } from "./sync-folder.ts";
import { removeAbandonedFiles } from "./temporary-files.ts";
import { createUnfinished } from "./unfinished-file.ts";

/** A temporary file, in the folder of the file that it will replace. */
export interface FileReplacement extends Sink {
  /** The file to which it writes, while it has this name. */
  direct(): DirectOutput;
  /**
   * Unlinks it until it is committed, so that a signal may end the program at once, even during long synchronous
   * work: the system then frees the file. Costs a copy at the end.
   */
  unname(): void;
  /** Sets mode and times, and flushes to disk on another thread. Nothing may be written after it. */
  sync(): Promise<void>;
  /** Replaces the target; what was not flushed is flushed first. */
  commit(): Promise<void>;
  /** Discards it; the target is unchanged. */
  abort(): void;
}

/** The identity, size and time of a file, to detect a change. */
export type FileIdentity = Pick<BigIntStats, "dev" | "ino" | "size" | "mtimeNs">;

/**
 * Begins to replace (or make) a file. A symbolic link is followed, to a file that is not there yet as well.
 * `original` is the file whose mode and modification time are kept; `expected` is the state that the target must
 * still have when it is replaced; `backup` is the name under which the old file is kept, which must be free.
 * `onReplaced` is called as soon as the new file is in place. Temporary files that killed processes left in the folder
 * are removed.
 */
export function beginReplacement(
  path: string,
  options: {
    readonly original?: BigIntStats | undefined;
    readonly expected?: FileIdentity | undefined;
    readonly backup?: string | undefined;
    readonly onReplaced?: (() => void) | undefined;
  } = {},
): FileReplacement {
  const target = followLink(path);
  const existing = statSync(target, { throwIfNoEntry: false });
  removeAbandonedFiles(dirname(target));
  const mode = existing || options.original ? 0o600 : 0o666;
  let unfinished = createUnfinished(target, mode);
  const early = new EarlySync(unfinished.file);
  let isSynced = false;
  const sync = async () => {
    await early.end();
    unfinished = await unfinished.withName(() => createUnfinished(target, mode));
    takeOver(unfinished.file, existing?.mode, options.original);
    await syncFile(unfinished.file);
    isSynced = true;
  };
  return {
    sync,
    async write(pieces) {
      await unfinished.write(pieces);
      early.wrote(pieces.reduce((sum, { length }) => sum + length, 0));
    },
    direct: () => ({ file: unfinished.file, name: path }),
    abort: () => unfinished.abort(),
    unname: () => unfinished.unname(),
    async commit() {
      try {
        if (!isSynced) await sync();
        // Synchronous from here on, so that nothing comes in between.
        await hearSignals();
        const { path } = unfinished;
        unfinished.close();
        if (options.expected !== undefined) assertUnchanged(target, options.expected);
        if (options.backup !== undefined) keepBackup(target, options.backup);
        renameSync(path, target);
        options.onReplaced?.();
        syncFolder(dirname(target));
      } catch (error) {
        unfinished.abort();
        throw error;
      }
      unfinished.forget();
      await hearSignals();
    },
  };
}

/** Copies the mode, owner and modification time of the original to a new file. */
function takeOver(file: number, mode: number | undefined, original: BigIntStats | undefined): void {
  const bits = mode ?? (original && Number(original.mode));
  if (bits !== undefined) fchmodSync(file, bits & 0o7777);
  if (original === undefined) return;
  try {
    fchownSync(file, Number(original.uid), Number(original.gid));
    if (bits !== undefined) fchmodSync(file, bits & 0o7777);
  } catch {
    // Only root may change the owner; else the new file is ours.
  }
  futimesSync(file, Number(original.atimeMs) / 1000, Number(original.mtimeNs) / 1e9);
}

function assertUnchanged(path: string, expected: FileIdentity): void {
  const now = statSync(path, { bigint: true, throwIfNoEntry: false });
  const isSame =
    now !== undefined &&
    now.dev === expected.dev &&
    now.ino === expected.ino &&
    now.size === expected.size &&
    now.mtimeNs === expected.mtimeNs;
  if (!isSame) throw fileChanged(": left as it is");
}
