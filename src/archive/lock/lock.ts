import { closeSync, readFileSync, renameSync, statSync, unlinkSync, writeSync } from "node:fs";
import { openNewFile } from "../../io/open-file.ts";
import { onSignal } from "../../io/signals.ts";
import {
  hasEnded,
  isHere,
  nameOf,
  ownIdentity,
  parseIdentity,
  type WriterIdentity,
} from "./writer-identity.ts";

/** A lock that is held. */
export interface Lock {
  release(): void;
}

/** How old the lock of a process must be, of which cannot be said whether it has ended. */
const ABANDONED_MS = 600_000;

/** How long a lock may say nothing of its holder until the holder is taken to have ended. */
const SILENCE_MS = 50;

/**
 * Takes a lock without waiting for its holder; nothing if there is one. The lock is a file made with
 * `O_EXCL` that says who holds it. That of a process that has ended is taken over: by the one that
 * makes, with `O_EXCL`, the file named for that holder, and then renames it over the lock. So only one
 * can, and a fresh lock is never taken away.
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
      // Left by others that ended while they took it over.
      for (const each of passed) remove(each);
      return held(path, own);
    }
    passed.push(successor);
    said = successor;
    holder = readPatiently(successor);
  }
  return undefined;
}

/** Who holds a lock, if that process runs. */
export function holderOf(path: string): WriterIdentity | undefined {
  const holder = readPatiently(path);
  return holder === undefined || holder === "silent" || hasEnded(holder) ? undefined : holder;
}

/** Makes a file that says who made it; false if it is there already. */
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
    // It is gone already.
  }
}

function held(path: string, own: WriterIdentity): Lock | undefined {
  // It may have been taken over before it said whose it is.
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

/** A holder, one that has not said who it is, or none. */
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

/** Whether a lock is so old, by the clock of its file system, that its holder will not come back. */
function isAbandoned(path: string, own: WriterIdentity): boolean {
  const holder = read(path);
  if (typeof holder !== "object" || isHere(holder)) return false;
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
