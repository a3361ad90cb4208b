import { closeSync, fstatSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../io/make-folder.ts";
import type { Archive, ArchiveOptions } from "./archive.ts";
import { archiveError } from "./archive-errors.ts";
import { closable } from "./closable.ts";
import { type ArchiveEntry, encodeEntry, stringIn } from "./entry.ts";
import { finder } from "./finder.ts";
import { firstTime, keyOf } from "./first-time.ts";
import { ArchiveIndex } from "./index/archive-index.ts";
import { kindOf } from "./index/log-records.ts";
import { joinWriters } from "./lock/writers.ts";
import { entryIn, linesIn } from "./log/log-lines.ts";
import { openLogWriter } from "./log/log-writer.ts";
import { memberReader } from "./log/members.ts";
import { LOG_NAME, openLog } from "./log/open-log.ts";
import { WrittenMembers } from "./log/written-members.ts";

/** Seconds after which a unit that is needed again is written again: by its age `prune` decides what goes. */
const RENEWED_AFTER_SECONDS = 24 * 60 * 60;

/** Opens an archive to add to it; creates it if it is missing. */
export function openToWrite(dir: string, { time = 0 }: ArchiveOptions): Archive {
  const path = join(dir, LOG_NAME);
  const seconds = Math.floor(time / 1000);
  const leave = inFolder(dir, () => {
    makeFolder(dir, { mode: 0o700 });
    return joinWriters(dir);
  });
  const written = new WrittenMembers();
  const { writer, log } = inFolder(dir, () => {
    try {
      const writer = openLogWriter(path, { time: seconds, written });
      return { writer, log: openLog(dir) };
    } catch (error) {
      leave();
      throw error;
    }
  });
  const index = new ArchiveIndex({ dir, log }, written);
  const find = finder(log, index);
  const isInLog = entriesInLog(log, index, seconds);
  const isNew = firstTime();
  // A new log is empty, and its index is built when it is closed.
  if (fstatSync(log).size > 0) index.refresh();
  return closable(dir, {
    add(entry) {
      let encoded: Buffer | undefined;
      const lineOf = () => {
        encoded ??= encodeEntry(entry);
        return encoded;
      };
      if (!isNew(keyOf(entry, lineOf))) return;
      if (isInLog(entry, lineOf)) writer.rely();
      else writer.add(entry, encoded);
    },
    flush: (about) => writer.flush(about),
    settle: () => writer.settle(),
    find: (prefix, kind) => find(prefix, kind, [...linesIn({ lines: writer.buffered })]),
    close() {
      try {
        writer.flush();
        index.finish();
      } finally {
        leave();
        writer.close();
        index.close();
        closeSync(log);
      }
    },
    damage: index.damage,
  });
}

/** Returns a function that says whether an entry is in the log, in which a unit may not be too old. */
function entriesInLog(log: number, index: ArchiveIndex, seconds: number) {
  const member = memberReader(log);
  const isOld = (added = 0) => added > 0 && seconds - added >= RENEWED_AFTER_SECONDS;
  return (entry: ArchiveEntry, lineOf: () => Buffer): boolean => {
    const { kind, digest } = entry;
    return index.findKnown(digest).some((place) => {
      if (kindOf(place.flags) !== kind) return false;
      const found = member(place.offset);
      if (kind === "unit" && isOld(found?.time)) return false;
      return found?.linesOf(kind, digest).some((line) => holds(line, entry, lineOf));
    });
  };
}

/**
 * Whether a line is that of an entry, or has the same text in the same bytes: earlier versions encoded them otherwise.
 */
function holds(line: Buffer, entry: ArchiveEntry, lineOf: () => Buffer): boolean {
  if (entry.kind === "unit" || entry.text !== undefined) return line.equals(lineOf());
  const other = stringIn(line) ?? entryIn(line);
  return other?.kind === "text" && other.text === undefined && isEqual(other.raw, entry.raw);
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

function inFolder<T>(dir: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw archiveError(dir, error);
  }
}
