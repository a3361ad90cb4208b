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

/** The lock of whoever removes entries. */
const PRUNE_LOCK_NAME = "prune.lock";

/** Before the name of a process that may add entries. */
const WRITER_PREFIX = "writer.";

/**
 * Says that this process adds to an archive, until the function that it gives is called: entries that
 * it found there must stay, since what it writes will need them. Any number may; none while entries
 * are removed.
 */
export function joinWriters(dir: string): () => void {
  const own = ownIdentity();
  const path = join(dir, WRITER_PREFIX + nameOf(own));
  for (const writer of writersOf(dir)) if (hasGone(writer)) remove(writer.path);
  make(path, own);
  // Looked at after it was said: so one of the two sees the other.
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

/** Keeps all others from adding to an archive; an `ElisionError` if one may be. */
export function lockOutWriters(dir: string): Lock {
  const path = join(dir, PRUNE_LOCK_NAME);
  const lock = takeLock(path);
  if (lock === undefined)
    throw archiveIsBusy(dir, `process ${holderOf(path)?.pid ?? "?"} is removing entries`, path);
  try {
    for (const writer of writersOf(dir)) {
      const { identity, path: name } = writer;
      // One that has not yet said who it is will look for this lock only after that.
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
