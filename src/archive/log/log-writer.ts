import { closeSync, existsSync, fsyncSync, openSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { syncFolder } from "../../io/sync-folder.ts";
import { archiveError, cutShort } from "../archive-errors.ts";
import { encodeMember } from "./member.ts";
import type { WrittenMembers } from "./written-members.ts";

/** Bytes of NDJSON in a member. */
const MEMBER_CONTENT_BYTES = 256 * 1024;

/** Buffers lines for a log. */
export interface LogWriter {
  add(line: Buffer): void;
  /** Notes that a line is in the log already, though another process may not have flushed it yet. */
  rely(): void;
  /** Buffered lines that are not in the log yet. */
  readonly buffered: readonly Buffer[];
  /** On return every line is on disk; with `sync` false, it is at least written. */
  flush(about?: { readonly sync: boolean }): void;
  close(): void;
}

/** The time of members in seconds since 1970, and a listener for written members. */
interface LogWriting {
  readonly time: number;
  readonly written?: WrittenMembers;
}

/**
 * Adds lines to a log, about 256 kB at a time as one member with one appending write, so that several processes
 * can write without a lock.
 */
export function openLogWriter(path: string, { time, written }: LogWriting): LogWriter {
  const file = openAppending(path);
  let buffered: Buffer[] = [];
  let bufferedBytes = 0;
  let isSynced = true;

  const writeBuffered = () => {
    if (buffered.length === 0) return;
    const lines = Buffer.concat(buffered, bufferedBytes);
    const member = encodeMember(lines, time);
    attempt(path, () => {
      const count = writeSync(file, member);
      if (count === member.length) {
        written?.note(member, buffered);
        return;
      }
      // Another process may have written since, so this cannot complete the member; it makes the system report its
      // error.
      writeSync(file, member, count);
      throw cutShort(path);
    });
    buffered = [];
    bufferedBytes = 0;
    isSynced = false;
  };
  return {
    add(line) {
      if (bufferedBytes >= MEMBER_CONTENT_BYTES) writeBuffered();
      buffered.push(line);
      bufferedBytes += line.length;
    },
    rely() {
      isSynced = false;
    },
    get buffered() {
      return buffered;
    },
    flush({ sync } = { sync: true }) {
      writeBuffered();
      if (!sync) return;
      if (!isSynced) attempt(path, () => fsyncSync(file));
      isSynced = true;
    },
    close: () => closeSync(file),
  };
}

/** The folder is synced before anything is in a new log. */
function openAppending(path: string): number {
  const isNew = !existsSync(path);
  const file = openSync(path, "a", 0o600);
  if (isNew) for (const folder of [dirname(path), dirname(dirname(path))]) syncFolder(folder);
  return file;
}

function attempt(path: string, act: () => void): void {
  try {
    act();
  } catch (error) {
    throw archiveError(path, error);
  }
}
