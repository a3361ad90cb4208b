import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { archiveIsBusy } from "./errors.ts";
import { hasEnded, type Identity, nameOf, ownIdentity, parseIdentity } from "./identity.ts";
import { holderOf, type Lock, make, remove, takeLock } from "./lock.ts";

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
  make(path, own);
  // Looked at after it was said: so one of the two sees the other.
  const pruner = holderOf(join(dir, PRUNE_LOCK_NAME));
  if (pruner !== undefined) {
    remove(path);
    throw archiveIsBusy(dir, `process ${pruner.pid} is removing entries`);
  }
  return () => remove(path);
}

/** Keeps all others from adding to an archive; an `ElisionError` if one may be. */
export function lockOutWriters(dir: string): Lock {
  const path = join(dir, PRUNE_LOCK_NAME);
  const lock = takeLock(path);
  if (lock === undefined)
    throw archiveIsBusy(dir, `process ${holderOf(path)?.pid ?? "?"} is removing entries`);
  try {
    for (const writer of writersOf(dir)) {
      if (writer.identity === undefined || hasEnded(writer.identity)) remove(writer.path);
      else throw archiveIsBusy(dir, `process ${writer.identity.pid} is adding to it`, writer.path);
    }
  } catch (error) {
    lock.release();
    throw error;
  }
  return lock;
}

interface Writer {
  readonly path: string;
  readonly identity: Identity | undefined;
}

function writersOf(dir: string): readonly Writer[] {
  const names = readdirSync(dir).filter((name) => name.startsWith(WRITER_PREFIX));
  return names.map((name) => {
    const path = join(dir, name);
    return { path, identity: readIdentity(path) };
  });
}

function readIdentity(path: string): Identity | undefined {
  try {
    return parseIdentity(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}
