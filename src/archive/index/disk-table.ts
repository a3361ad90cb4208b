import { fsyncSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { changeablePages, readOnlyPages, writePage } from "./file-pages.ts";
import { encodeHeader, ID_BYTES, type IndexHeader, markedPage } from "./header.ts";
import {
  closeBoth,
  type Files,
  firstBytes,
  INDEX_NAMES,
  markOf,
  openBoth,
  readHeader,
} from "./index-files.ts";
import { LinearHash } from "./linear-hash.ts";

/** A table in its two files. */
export interface DiskTable {
  readonly table: LinearHash;
  /** The bytes of the log that it covers. */
  readonly covered: number;
  /** Whether nobody has changed it since it was opened, so that results from it are valid. */
  isUnchanged(): boolean;
  close(): void;
}

/** A table that the holder of the lock can change. */
export interface ChangeableTable extends DiskTable {
  /** Writes the inserted records, which cover the log up to `covered`. */
  save(covered: number): void;
}

/** The place of an index, and its log. */
export interface IndexPlace {
  readonly dir: string;
  /** The log, open to be read. */
  readonly log: number;
}

/** Opens the table for lookups; undefined if there is none that is intact and of this log. */
export function openTable(place: IndexPlace): DiskTable | undefined {
  return open(place, "r", (files, header, common) => ({
    ...common,
    table: new LinearHash(readOnlyPages(files[0]), readOnlyPages(files[1]), header.shape),
  }));
}

/** Opens the table to add to it; undefined if there is none that is intact and of this log. */
export function openChangeable(place: IndexPlace): ChangeableTable | undefined {
  return open(place, "r+", (files, header, common) => {
    const pages = [changeablePages(files[0]), changeablePages(files[1])] as const;
    const table = new LinearHash(pages[0], pages[1], header.shape);
    const put = (next: IndexHeader) => {
      writePage(files[0], 0, encodeHeader(next));
      fsyncSync(files[0]);
    };
    return {
      ...common,
      table,
      save(covered) {
        // A process that finds this mark after a crash of this one rebuilds the table.
        put({ ...header, isChanging: true });
        for (const each of pages) each.writeOut();
        for (const file of files) fsyncSync(file);
        const generation = header.generation + 1;
        const logMark = markOf(place.log, covered);
        put({ ...header, shape: table.shape, generation, covered, logMark });
      },
    };
  });
}

/** Begins a table in new files, which replace the old ones when it is saved. */
export function createTable({ dir, log }: IndexPlace): ChangeableTable {
  const names = INDEX_NAMES.map((name) => join(dir, name));
  const files = openBoth(dir, "w+", ".tmp");
  const pages = [changeablePages(files[0]), changeablePages(files[1])] as const;
  const table = new LinearHash(...pages);
  const id = Buffer.from(Array.from({ length: ID_BYTES }, () => Math.floor(Math.random() * 256)));
  let isSaved = false;
  return {
    table,
    covered: 0,
    isUnchanged: () => true,
    save(covered) {
      const logMark = markOf(log, covered);
      const { shape } = table;
      writePage(files[1], 0, markedPage(id));
      const header = { id, generation: 0, isChanging: false, shape, covered, logMark };
      writePage(files[0], 0, encodeHeader(header));
      // Not flushed: a page that a failing system loses has another checksum, and the table is made again.
      for (const each of pages) each.writeOut();
      // Between the two renames a reader finds files of different tables.
      for (const name of names.toReversed()) renameSync(`${name}.tmp`, name);
      isSaved = true;
    },
    close() {
      closeBoth(files);
      if (!isSaved) for (const name of names) rmSync(`${name}.tmp`, { force: true });
    },
  };
}

function open<T extends DiskTable>(
  { dir, log }: IndexPlace,
  flags: "r" | "r+",
  make: (files: Files, header: IndexHeader, common: Omit<DiskTable, "table">) => T,
): T | undefined {
  let files: Files;
  try {
    files = openBoth(dir, flags);
  } catch {
    return undefined;
  }
  // Read before the rest, so that a later change is detected.
  const first = firstBytes(files);
  const header = readHeader(files);
  const covered = header?.covered ?? 0;
  if (header === undefined || header.isChanging || !markOf(log, covered).equals(header.logMark)) {
    closeBoth(files);
    return undefined;
  }
  const isUnchanged = () => firstBytes(files).equals(first);
  return make(files, header, { covered, isUnchanged, close: () => closeBoth(files) });
}
