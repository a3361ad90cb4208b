import {
  type BigIntStats,
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  futimesSync,
  linkSync,
  openSync,
  realpathSync,
  renameSync,
  statSync,
  unlinkSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { ElisionError, fileChanged } from "../errors.ts";
import { descriptorSink, type Sink } from "./file-descriptor.ts";
import { syncFolder } from "./sync-folder.ts";

/** A file being written beside the one whose place it will take. */
export interface Replacement extends Sink {
  /** Puts it in place: flushed to disk, with the mode and the time it is to have. */
  commit(): Promise<void>;
  /** Gives it up; the target is as it was. */
  abort(): void;
}

/** What a file looked like, to tell whether it has changed since. */
export type FileIdentity = Pick<BigIntStats, "dev" | "ino" | "size" | "mtimeNs">;

const temporaryFiles = new Set<string>();
let counter = 0;

/** Removes what is half written, when a signal ends the process. */
export function removeTemporaryFiles(): void {
  for (const name of temporaryFiles) unlinkQuietly(name);
}

/** Bytes of a file's name in that of its temporary file: file systems allow 255 in all. */
const NAME_BYTES = 200;

function beginning(name: string): string {
  const bytes = Buffer.from(name);
  if (bytes.length <= NAME_BYTES) return name;
  let end = NAME_BYTES;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end--; // In a character.
  return bytes.toString("utf8", 0, end);
}

/**
 * Begins to replace (or make) a file. A symbolic link is followed. `original` is the file whose mode
 * and modification time are kept; `expected` what the target must still look like when it is
 * replaced; `backup` where the old one is to stay, which must not exist.
 */
export function beginReplacement(
  path: string,
  options: {
    readonly original?: BigIntStats | undefined;
    readonly expected?: FileIdentity | undefined;
    readonly backup?: string | undefined;
  } = {},
): Replacement {
  const target = followed(path);
  const existing = statSync(target, { throwIfNoEntry: false });
  const name = `.${beginning(basename(target))}.elision-${process.pid}-${counter++}.tmp`;
  const temporary = join(dirname(target), name);
  const file = openSync(temporary, "wx", existing || options.original ? 0o600 : 0o666);
  temporaryFiles.add(temporary);
  const sink = descriptorSink(file);
  let isOpen = true;
  const close = () => {
    if (isOpen) closeSync(file);
    isOpen = false;
  };
  const abort = () => {
    close();
    unlinkQuietly(temporary);
    temporaryFiles.delete(temporary);
  };
  return {
    write: (pieces) => sink.write(pieces),
    abort,
    async commit() {
      try {
        takeOver(file, existing?.mode, options.original);
        fsyncSync(file);
        close();
        if (options.expected !== undefined) mustBe(target, options.expected);
        if (options.backup !== undefined) keepBackup(target, options.backup);
        renameSync(temporary, target);
        temporaryFiles.delete(temporary);
        syncFolder(dirname(target));
      } catch (error) {
        abort();
        throw error;
      }
    },
  };
}

/** Gives a new file the mode, owner and modification time of the one it comes from. */
function takeOver(file: number, mode: number | undefined, original: BigIntStats | undefined): void {
  const bits = mode ?? (original && Number(original.mode));
  if (bits !== undefined) fchmodSync(file, bits & 0o7777);
  if (original === undefined) return;
  try {
    fchownSync(file, Number(original.uid), Number(original.gid));
    if (bits !== undefined) fchmodSync(file, bits & 0o7777);
  } catch {
    // Only its owner or root may give a file away; the new one is then ours.
  }
  futimesSync(file, Number(original.atimeMs) / 1000, Number(original.mtimeNs) / 1e9);
}

function mustBe(path: string, expected: FileIdentity): void {
  const now = statSync(path, { bigint: true, throwIfNoEntry: false });
  const isSame =
    now !== undefined &&
    now.dev === expected.dev &&
    now.ino === expected.ino &&
    now.size === expected.size &&
    now.mtimeNs === expected.mtimeNs;
  if (!isSame) throw fileChanged(": left as it is");
}

/** Keeps the old file under another name: never over one that is there. */
function keepBackup(path: string, backup: string): void {
  try {
    try {
      linkSync(path, backup);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") throw error;
      copyFileSync(path, backup, constants.COPYFILE_EXCL); // no hard links on this file system
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    throw new ElisionError("backup-exists", `the backup ${backup} exists: left as it is`, {
      hint: "move it away, or name another suffix",
    });
  }
}

function followed(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return join(realpathSync(dirname(path)), basename(path));
  }
}

function unlinkQuietly(name: string): void {
  try {
    unlinkSync(name);
  } catch {
    // It is gone already.
  }
}
