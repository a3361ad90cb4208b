import {
  type BigIntStats,
  closeSync,
  constants,
  ftruncateSync,
  openSync,
  realpathSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { chmod, copyFile } from "node:fs/promises";
import { join } from "node:path";
import { ElisionError } from "../../base/errors.ts";
import { ioError } from "../io-error.ts";
import { makeTemporaryFolder } from "../replacement/temporary-files.ts";
import { onSignal } from "../signals.ts";
import { fillAt } from "../store/read-at.ts";
import { writeFully } from "../write-fully.ts";
import { type ReadAt, WAL_HEADER_BYTES, type WalPages, walPages } from "./wal-frames.ts";

/** A copy of a database, which is nobody else's. */
export interface DatabaseCopy {
  readonly path: string;
  remove(): void;
}

/** How often a copy is retried because the database changed meanwhile. */
const ATTEMPTS = 5;

/** Where a database's header says which versions of readers and writers it is for: 2 with a log, 1 without. */
const VERSION_OFFSET = 18;
const PAGE_BYTES_OFFSET = 16;

/**
 * Copies a database as of its last commit, including its write-ahead log, without locking it or writing anything
 * next to it. The copy has no such log, so that it can be opened for reading.
 *
 * @throws {ElisionError} `busy` if a transaction is being written or was interrupted, or if the database keeps
 * changing; `io`.
 */
export async function copyDatabase(
  name: string,
  { copy: copyBytes = clone }: { copy?(from: string, to: string): Promise<void> } = {},
): Promise<DatabaseCopy> {
  const path = realpathSync(name);
  const folder = makeTemporaryFolder(path);
  const forget = onSignal(() => rmSync(folder, { recursive: true, force: true }));
  const remove = () => {
    forget();
    rmSync(folder, { recursive: true, force: true });
  };
  const copy = join(folder, "copy.db");
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const before = stateOf(path, name);
      await copyBytes(path, copy);
      await chmod(copy, 0o600);
      const fault = applyLog(copy, { log: `${path}-wal`, name });
      // Errors in an inconsistent copy are not errors of the database.
      if (!isSame(before, stateOf(path, name))) continue;
      if (fault !== undefined) throw fault;
      return { path: copy, remove };
    }
    throw busy(name, "the database changed while it was read");
  } catch (error) {
    remove();
    throw error instanceof ElisionError ? error : ioError(error, name);
  }
}

/** Copies a file, by reference if the file system can. */
async function clone(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_FICLONE);
}

/** The properties of a database that change if a copy is not of one moment. */
interface DatabaseState {
  readonly file: BigIntStats;
  /** The header of its log, which does not change while the log only grows; undefined if it is empty. */
  readonly log: Buffer | undefined;
}

function stateOf(path: string, name: string): DatabaseState {
  if (isHot(`${path}-journal`))
    throw busy(name, "a transaction is being written to the database, or was broken off");
  return { file: statSync(path, { bigint: true }), log: headOf(`${path}-wal`, WAL_HEADER_BYTES) };
}

/**
 * Whether a copy made between two looks at a database is consistent. With a log, pages in the log may have been written
 * to the file meanwhile; without one, nothing may have changed.
 */
function isSame(before: DatabaseState, after: DatabaseState): boolean {
  if (before.file.ino !== after.file.ino) return false;
  if (before.log !== undefined) return after.log?.equals(before.log) === true;
  const { file } = after;
  return (
    after.log === undefined &&
    file.size === before.file.size &&
    file.mtimeNs === before.file.mtimeNs
  );
}

/** The first bytes of a hot rollback journal; a finished one is empty or begins with zeros. */
const JOURNAL_MAGIC = Buffer.from("d9d505f920a163d7", "hex");

function isHot(journal: string): boolean {
  return headOf(journal, JOURNAL_MAGIC.length)?.equals(JOURNAL_MAGIC) === true;
}

/** The first bytes of a file; undefined where it has fewer, or is not there. */
function headOf(path: string, length: number): Buffer | undefined {
  return withLog(path, (readAt) => {
    const head = Buffer.alloc(length);
    return readAt(head, 0) === length ? head : undefined;
  });
}

function withLog<T>(path: string, use: (readAt: ReadAt) => T | undefined): T | undefined {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw ioError(error, path);
  }
  try {
    return use((into, offset) => fillAt(file, offset, into));
  } finally {
    closeSync(file);
  }
}

/**
 * Applies the committed pages of a log to a copy of its database, and marks the copy as without a log. Returns why
 * the copy cannot be read; undefined if it can.
 */
function applyLog(
  copy: string,
  { log, name }: { readonly log: string; readonly name: string },
): ElisionError | undefined {
  const file = openSync(copy, "r+");
  try {
    const fault = withLog(log, (readAt) => {
      const pages = walPages(readAt);
      if (pages?.pageCount === undefined) return undefined;
      return writePages(file, pages, { readAt, name });
    });
    writeSync(file, Buffer.from([1, 1]), 0, 2, VERSION_OFFSET);
    return fault ?? utf16Fault(file, name);
  } finally {
    closeSync(file);
  }
}

/** Where the header says how texts are encoded: 1 is UTF-8, and 0 where there are none yet. */
const ENCODING_OFFSET = 56;

function utf16Fault(file: number, name: string): ElisionError | undefined {
  const encoding = Buffer.alloc(4);
  fillAt(file, ENCODING_OFFSET, encoding);
  if (encoding.readUInt32BE(0) <= 1) return undefined;
  return new ElisionError("bad-database", "its texts are UTF-16, which elision does not read", {
    file: name,
  });
}

function writePages(
  file: number,
  { pageBytes, offsets, pageCount = 0 }: WalPages,
  { readAt, name }: { readonly readAt: ReadAt; readonly name: string },
): ElisionError | undefined {
  const size = Buffer.alloc(2);
  fillAt(file, PAGE_BYTES_OFFSET, size);
  if ((size.readUInt16BE(0) === 1 ? 65536 : size.readUInt16BE(0)) !== pageBytes)
    return new ElisionError("bad-database", "its write-ahead log has another page size", {
      file: name,
      hint: "open it once with its agent, which merges the log into it",
    });
  const page = Buffer.alloc(pageBytes);
  for (const [number, offset] of offsets) {
    // A log that was restarted is detected afterwards.
    readAt(page, offset);
    writeFully(file, page, (number - 1) * pageBytes);
  }
  ftruncateSync(file, pageCount * pageBytes);
  return undefined;
}

function busy(file: string, message: string): ElisionError {
  return new ElisionError("busy", message, {
    file,
    hint: "try again when its agent is idle or closed",
  });
}
