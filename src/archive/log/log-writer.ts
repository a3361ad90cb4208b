import { closeSync, existsSync, fsyncSync, openSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { syncFolder } from "../../io/sync-folder.ts";
import { archiveError, cutShort } from "../archive-errors.ts";
import { type ArchiveEntry, encodeEntry } from "../entry.ts";
import { MemberQueue } from "./member-queue.ts";
import type { WrittenMembers } from "./written-members.ts";

/** Bytes of NDJSON in a member. */
const MEMBER_CONTENT_BYTES = 256 * 1024;

/** Room at first for the lines of a member, which end with one that passes the size above. */
const ROOM_BYTES = MEMBER_CONTENT_BYTES + 64 * 1024;

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
  /** Waits until other threads have compressed what they were given: `flush` then has less to do. */
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
  const rooms: Buffer[] = [];
  let memory: Buffer = Buffer.allocUnsafeSlow(ROOM_BYTES);
  let filled = 0;
  let isSynced = true;

  const queue = new MemberQueue(time, (member, { room, records }) => {
    attempt(path, () => append(path, file, member));
    isSynced = false;
    if (records !== undefined) written?.note(member, records);
    if (room.length === ROOM_BYTES) rooms.push(room);
  });
  const roomFor = (bytes: number) => {
    if (filled >= MEMBER_CONTENT_BYTES) queueBuffered();
    const end = filled + bytes;
    if (end > memory.length) {
      const larger = Buffer.allocUnsafeSlow(end);
      memory.copy(larger, 0, 0, filled);
      memory = larger;
    }
    return memory.subarray(filled, end);
  };
  const queueBuffered = () => {
    if (filled === 0) return;
    const full = { room: memory, lines: memory.subarray(0, filled), records: written?.take() };
    memory = rooms.pop() ?? Buffer.allocUnsafeSlow(ROOM_BYTES);
    filled = 0;
    queue.add(full);
  };
  return {
    add(entry, line = encodeEntry(entry, roomFor)) {
      const room = roomFor(line.length);
      const isThere = line.buffer === room.buffer && line.byteOffset === room.byteOffset;
      if (!isThere) room.set(line);
      filled += line.length;
      written?.add(entry);
    },
    rely() {
      isSynced = false;
    },
    get buffered() {
      return Buffer.concat([...queue.lines, memory.subarray(0, filled)]);
    },
    flush({ sync } = { sync: true }) {
      queueBuffered();
      queue.drain();
      if (!sync) return;
      if (!isSynced) attempt(path, () => fsyncSync(file));
      isSynced = true;
    },
    settle: () => queue.settle(),
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
