import { closeSync, readFileSync, renameSync, statSync, unlinkSync, writeSync } from "node:fs";
import { openNewFile } from "../../io/open-file.ts";
import { onSignal } from "../../io/signals.ts";
import {
  hasEnded,
  isOnThisHost,
  nameOf,
  ownIdentity,
  parseIdentity,
  type WriterIdentity,
} from "./writer-identity.ts";

/** A lock held by this process. */
export interface Lock {
  release(): void;
}

/** Milliseconds after which a lock counts as abandoned if its process cannot be checked. */
const ABANDONED_MS = 600_000;

/** Milliseconds that a lock may be without its holder's identity before it counts as abandoned. */
const SILENCE_MS = 50;

/**
 * Takes a lock without waiting; undefined if another process holds it. The lock is a file created with `O_EXCL`
 * that names its holder. The lock of a process that has ended is taken over by whoever creates, with `O_EXCL`, the
 * file named for that holder, and then renames it over the lock. So only one process can do it, and a new lock is
 * never taken away.
 */
export function takeLock(path: string): Lock | undefined {
  const own = ownIdentity();
  if (make(path, own)) return held(path, own);
  const first = readPatiently(path);
  const passed: string[] = [];
  let said = path;
  for (let holder = first; holder !== undefined; ) {
    if (!isGone(holder) && !isAbandoned(said, own)) break;
    const successor = `${path}.${holder === "silent" ? holder : nameOf(holder)}`;
    if (make(successor, own)) {
      if (!isSame(read(path), first)) {
        remove(successor);
        return undefined;
      }
      renameSync(successor, path);
      // Left by processes that ended during a takeover.
      for (const each of passed) remove(each);
      return held(path, own);
    }
    passed.push(successor);
    said = successor;
    holder = readPatiently(successor);
  }
  return undefined;
}

/** The holder of a lock, if that process is running. */
export function holderOf(path: string): WriterIdentity | undefined {
  const holder = readPatiently(path);
  return holder === undefined || holder === "silent" || hasEnded(holder) ? undefined : holder;
}

/** Creates a file with its creator's identity; false if it exists already. */
export function make(path: string, identity: WriterIdentity): boolean {
  const file = openNewFile(path);
  if (file === undefined) return false;
  try {
    writeSync(file, JSON.stringify(identity));
  } catch (error) {
    remove(path);
    throw error;
  } finally {
    closeSync(file);
  }
  return true;
}

export function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It was removed already.
  }
}

function held(path: string, own: WriterIdentity): Lock | undefined {
  // Another process may have taken it over before the identity was written.
  if (!isSame(read(path), own)) return undefined;
  const removeOwn = () => {
    if (isSame(read(path), own)) remove(path);
  };
  const forget = onSignal(removeOwn, { listens: false });
  return {
    release() {
      removeOwn();
      forget();
    },
  };
}

/** A holder, one whose identity is not written yet, or none. */
type Holder = WriterIdentity | "silent" | undefined;

function read(path: string): Holder {
  try {
    return parseIdentity(readFileSync(path, "utf8")) ?? "silent";
  } catch {
    return undefined;
  }
}

function readPatiently(path: string): Holder {
  const holder = read(path);
  if (holder !== "silent") return holder;
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SILENCE_MS);
  return read(path);
}

function isGone(holder: WriterIdentity | "silent"): boolean {
  return holder === "silent" || hasEnded(holder);
}

/** Whether a lock is too old, by the clock of its file system, for its holder to be alive. */
function isAbandoned(path: string, own: WriterIdentity): boolean {
  const holder = read(path);
  if (typeof holder !== "object" || isOnThisHost(holder)) return false;
  const now = `${path}.now.${nameOf(own)}`;
  if (!make(now, own)) return false;
  try {
    return statSync(now).mtimeMs - statSync(path).mtimeMs > ABANDONED_MS;
  } catch {
    return false;
  } finally {
    remove(now);
  }
}

function isSame(a: Holder, b: Holder): boolean {
  if (typeof a !== "object" || typeof b !== "object") return a === b;
  return nameOf(a) === nameOf(b) && a.host === b.host;
}
