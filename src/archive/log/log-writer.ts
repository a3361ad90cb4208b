import { closeSync, existsSync, fsyncSync, openSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { syncFile } from "../../io/replacement/sync-file.ts";
import { syncFolder } from "../../io/replacement/sync-folder.ts";
import { archiveError, cutShort } from "../archive-errors.ts";
import { type ArchiveEntry, linePieces } from "../entry.ts";
import { LineRoom } from "./line-room.ts";
import { MemberQueue } from "./member-queue.ts";
import type { WrittenMembers } from "./written-members.ts";

/** Buffers lines for a log. */
export interface LogWriter {
  /** Adds an entry, with its line if that is encoded already. */
  add(entry: ArchiveEntry, line?: Buffer): void;
  /** Notes that a line is in the log already, though another process may not have flushed it yet. */
  rely(): void;
  /** Buffered lines that are not in the log yet. */
  readonly buffered: Buffer;
  /** On return every line is on disk; with `sync` false, it is at least written. */
  flush(about?: { readonly sync: boolean }): void;
  /** Flushes on other threads: settles once every line is on disk. */
  settle(): Promise<void>;
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
  const buffered = new LineRoom();
  /** Members that were written, or are relied on; and how many of them are on disk for certain. */
  let appended = 0;
  let synced = 0;

  const queue = new MemberQueue(time, (member, { room, records }) => {
    attempt(path, () => append(path, file, member));
    appended++;
    if (records !== undefined) written?.note(member, records);
    buffered.giveBack(room);
  });
  const takeBuffered = () => ({ ...buffered.take(), records: written?.take() });
  return {
    add(entry, line) {
      if (buffered.isFull) queue.add(takeBuffered());
      buffered.add(line === undefined ? linePieces(entry) : [line]);
      written?.add(entry);
    },
    rely() {
      appended++;
    },
    get buffered() {
      return Buffer.concat([...queue.lines, buffered.lines]);
    },
    flush({ sync } = { sync: true }) {
      queue.drain(buffered.isEmpty ? undefined : takeBuffered());
      if (!sync) return;
      if (synced < appended) attempt(path, () => fsyncSync(file));
      synced = appended;
    },
    async settle() {
      if (!buffered.isEmpty) queue.add(takeBuffered());
      await queue.settle();
      // More may be written meanwhile.
      const first = appended;
      if (synced >= first) return;
      await syncFile(file).catch((error) => {
        throw archiveError(path, error);
      });
      synced = Math.max(synced, first);
    },
    close: () => closeSync(file),
  };
}

/** Appends a member to the log by one write. */
function append(path: string, file: number, member: Buffer): void {
  const count = writeSync(file, member);
  if (count === member.length) return;
  // Another process may have written since, so this cannot complete the member; it makes the system report its error.
  writeSync(file, member, count);
  throw cutShort(path);
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
