import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { onSignal } from "../../io/signals.ts";
import { archiveIsBusy } from "../archive-errors.ts";
import { holderOf, type Lock, make, remove, takeLock } from "./lock.ts";
import {
  hasEnded,
  nameOf,
  ownIdentity,
  parseIdentity,
  type WriterIdentity,
} from "./writer-identity.ts";

/** The lock file of the process that removes entries. */
const PRUNE_LOCK_NAME = "prune.lock";

/** The prefix of files that name processes which may add entries. */
const WRITER_PREFIX = "writer.";

/**
 * Registers this process as a writer of an archive, until the returned function is called. Existing entries must
 * stay meanwhile, since its output may refer to them. Any number of processes can be writers, but none while
 * entries are removed.
 */
export function joinWriters(dir: string): () => void {
  const own = ownIdentity();
  const path = join(dir, WRITER_PREFIX + nameOf(own));
  for (const writer of writersOf(dir)) if (hasGone(writer)) remove(writer.path);
  make(path, own);
  // Checked after registering, so that one of the two processes sees the other.
  const lock = join(dir, PRUNE_LOCK_NAME);
  const pruner = holderOf(lock);
  if (pruner !== undefined) {
    remove(path);
    throw archiveIsBusy(dir, `process ${pruner.pid} is removing entries`, lock);
  }
  const forget = onSignal(() => remove(path), { listens: false });
  return () => {
    remove(path);
    forget();
  };
}

/** Keeps other processes from adding to an archive; throws an `ElisionError` if one may be doing so. */
export function lockOutWriters(dir: string): Lock {
  const path = join(dir, PRUNE_LOCK_NAME);
  const lock = takeLock(path);
  if (lock === undefined)
    throw archiveIsBusy(dir, `process ${holderOf(path)?.pid ?? "?"} is removing entries`, path);
  try {
    for (const writer of writersOf(dir)) {
      const { identity, path: name } = writer;
      // A writer whose identity is not written yet checks for this lock afterwards.
      if (identity === undefined || hasGone(writer)) remove(name);
      else throw archiveIsBusy(dir, `process ${identity.pid} is adding to it`, name);
    }
  } catch (error) {
    lock.release();
    throw error;
  }
  return lock;
}

interface Writer {
  readonly path: string;
  readonly identity: WriterIdentity | undefined;
}

function hasGone({ identity }: Writer): boolean {
  return identity !== undefined && hasEnded(identity);
}

function writersOf(dir: string): readonly Writer[] {
  const names = readdirSync(dir).filter((name) => name.startsWith(WRITER_PREFIX));
  return names.map((name) => {
    const path = join(dir, name);
    return { path, identity: readIdentity(path) };
  });
}

function readIdentity(path: string): WriterIdentity | undefined {
  try {
    return parseIdentity(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}
