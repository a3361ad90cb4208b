import { closeSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { createDigest } from "../digest.ts";
import { type ArchiveEntry, decodeEntry, encodeEntry, lineStart } from "./entry.ts";
import { archiveError, badReference, tooLong } from "./errors.ts";
import { ArchiveIndex } from "./index/archive-index.ts";
import { LinearHash } from "./index/linear-hash.ts";
import { flagsOf, kindOf } from "./index/log-records.ts";
import { memoryPages } from "./index/pages.ts";
import type { LogDamage } from "./log.ts";
import { openLogWriter } from "./log-writer.ts";
import { memberReader } from "./members.ts";
import { mendLog } from "./mend.ts";
import { LOG_NAME, openLog } from "./open-log.ts";
import { joinWriters } from "./writers.ts";

export type { ArchiveEntry, TextEntry, UnitEntry } from "./entry.ts";
export { LOG_NAME } from "./open-log.ts";

/** A folder that keeps what was taken out of transcripts. */
export interface Archive {
  /** Takes an entry, unless it is there already. What is taken is on disk after the next `flush`. */
  add(entry: ArchiveEntry): void;
  /** On return everything added is on disk. */
  flush(): void;
  /** All entries whose digest begins with these hex digits, 12 to 64. */
  find(prefix: string, kind?: ArchiveEntry["kind"]): readonly ArchiveEntry[];
  /** Flushes, and brings the index up to date. */
  close(): void;
  /**
   * What is no whole entry, in what was read of the log: after a crash or on a full disk the last ones
   * may be torn, and were never said to be on disk.
   */
  readonly damage: readonly LogDamage[];
}

/** How an archive is opened. */
export interface ArchiveOptions {
  /** `write` makes the folder where there is none. */
  readonly mode?: "read" | "write";
  /** Milliseconds since 1970 that entries are marked with; left out, they have no time. */
  readonly time?: number;
}

/**
 * Opens an archive. The log in it is the truth: NDJSON in gzip members, only ever appended to. The
 * index beside it is made of the log, and made again where it is missing or damaged.
 *
 * @throws {ElisionError} `no-archive` where there is none to read, `archive` where the folder cannot be
 * used; so do the calls.
 */
export function openArchive(dir: string, options: ArchiveOptions = {}): Archive {
  return options.mode === "write" ? openToWrite(dir, options) : openToRead(dir);
}

function openToRead(dir: string): Archive {
  const log = openLog(dir);
  const index = new ArchiveIndex({ dir, log });
  const find = finder(log, index);
  const refuse = (): never => {
    throw new Error("this archive was opened to be read");
  };
  return {
    add: refuse,
    flush() {},
    find,
    close() {
      index.close();
      closeSync(log);
    },
    damage: index.damage,
  };
}

function openToWrite(dir: string, { time = 0 }: ArchiveOptions): Archive {
  const path = join(dir, LOG_NAME);
  const leave = inFolder(dir, () => {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    return joinWriters(dir);
  });
  const { writer, log } = inFolder(dir, () => {
    try {
      const writer = openLogWriter(path, { time: Math.floor(time / 1000) });
      return { writer, log: openLog(dir) };
    } catch (error) {
      leave();
      throw error;
    }
  });
  const index = new ArchiveIndex({ dir, log });
  const find = finder(log, index);
  const member = memberReader(log);
  const isNew = firstTime();
  index.refresh();

  const isInLog = ({ kind, digest }: ArchiveEntry, line: Buffer) => {
    const flags = flagsOf(kind, line);
    return index.findKnown(digest).some((place) => {
      if (place.flags !== flags) return false;
      return member(place.offset)
        ?.linesOf(kind, digest)
        .some((each) => each.equals(line));
    });
  };
  return {
    add(entry) {
      const line = inLine(entry);
      if (!isNew(line)) return;
      if (isInLog(entry, line)) writer.rely();
      else writer.add(line);
    },
    flush: () => writer.flush(),
    find(prefix, kind) {
      const lines = writer.held.map((line) => line.toString());
      return find(prefix, kind, lines);
    },
    close() {
      try {
        writer.flush();
        index.settle();
        mendLog(path, log, index.damage);
      } finally {
        leave();
        writer.close();
        index.close();
        closeSync(log);
      }
    },
    damage: index.damage,
  };
}

function inLine(entry: ArchiveEntry): Buffer {
  try {
    return Buffer.from(encodeEntry(entry));
  } catch (error) {
    throw tooLong(entry.kind === "text" ? entry.raw.length : 0, error);
  }
}

function inFolder<T>(dir: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw archiveError(dir, error);
  }
}

/** Looks entries up in the index, and then among lines that are not in the log yet. */
function finder(log: number, index: ArchiveIndex) {
  const member = memberReader(log);
  return (prefix: string, kind?: ArchiveEntry["kind"], more: readonly string[] = []) => {
    if (!/^[0-9a-f]{12,64}$/.test(prefix)) throw badReference(prefix);
    const kinds = kind === undefined ? (["text", "unit"] as const) : [kind];
    const places = index.find(prefix);
    const lines = new Set<string>();
    for (const each of kinds) {
      const ofKind = places.filter(({ flags }) => kindOf(flags) === each);
      for (const offset of new Set(ofKind.map((place) => place.offset))) {
        for (const line of member(offset)?.linesOf(each, prefix) ?? []) lines.add(line.toString());
      }
      const start = lineStart(each, prefix);
      for (const line of more) if (line.startsWith(start)) lines.add(line);
    }
    return [...lines].map(decodeEntry).filter((entry) => entry !== undefined);
  };
}

/** Tells whether a line is seen for the first time, in 40 bytes a line. */
function firstTime(): (line: Buffer) => boolean {
  const seen = new LinearHash(memoryPages(), memoryPages());
  return (line) => {
    const key = createDigest().update(line).digest();
    if (seen.find(key.toString("hex", 0, 16)).length > 0) return false;
    seen.insert(key, { offset: 0, length: 0, flags: 0 });
    return true;
  };
}
