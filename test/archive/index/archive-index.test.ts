import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LOG_NAME, type TextEntry } from "../../../src/archive/archive.ts";
import { LOCK_NAME } from "../../../src/archive/index/archive-index.ts";
import { checkTable } from "../../../src/archive/index/check-table.ts";
import { createTable, openChangeable, openTable } from "../../../src/archive/index/disk-table.ts";
import { INDEX_NAMES } from "../../../src/archive/index/index-files.ts";
import { PAGE_BYTES, sealPage } from "../../../src/archive/index/index-page.ts";
import { ownIdentity } from "../../../src/archive/lock/writer-identity.ts";
import { openLogWriter } from "../../../src/archive/log/log-writer.ts";
import { openArchive } from "../../../src/archive/open-archive.ts";
import { digestOf, textEntries } from "../../support/archive-entries.ts";
import { folderWith } from "../../support/folder.ts";
import { insertRecord } from "../../support/index-record.ts";
import { runs } from "../../support/runs.ts";

const ENTRIES = textEntries(600);
/** Some of them, from every bucket. */
const SOME = ENTRIES.filter((_, index) => index % 10 === 0);
const MORE = textEntries(50, 1000);

const [PRIMARY, OVERFLOW] = INDEX_NAMES;

/** An archive of some entries, and what there is to look at. */
function archive(entries: readonly TextEntry[] = ENTRIES) {
  const dir = folderWith();
  const opened = openArchive(dir, { mode: "write" });
  for (const entry of entries) opened.add(entry);
  opened.close();
  return { dir, primary: join(dir, PRIMARY), overflow: join(dir, OVERFLOW) };
}

function expectAllFound(dir: string, entries: readonly TextEntry[]): void {
  const opened = openArchive(dir);
  expect(entries.map(({ digest }) => opened.find(digest))).toEqual(entries.map((each) => [each]));
  expect(opened.find("0".repeat(12))).toEqual([]);
  opened.close();
}

/** Adds entries to the log alone, as a process does that ends before it brings the index up to date. */
function addToLog(dir: string, entries: readonly TextEntry[]): void {
  const writer = openLogWriter(join(dir, LOG_NAME), { time: 0 });
  for (const entry of entries) writer.add(entry);
  writer.flush();
  writer.close();
}

/** What the index on disk has: its records and how much of the log it knows; nothing if it is none. */
function indexOf(dir: string) {
  const log = openSync(join(dir, LOG_NAME), "r");
  const table = openTable({ dir, log });
  if (table === undefined) return undefined;
  expect(checkTable(table.table).faults).toEqual([]);
  const { covered } = table;
  const { records } = table.table.shape;
  table.close();
  return { records, isUpToDate: covered === readFileSync(join(dir, LOG_NAME)).length };
}

const WHOLE = { records: ENTRIES.length, isUpToDate: true };

describe("the index of an archive", () => {
  it("is up to date when a run has ended", () => {
    expect(indexOf(archive().dir)).toEqual(WHOLE);
  });

  it("is brought up to date by whoever looks something up", () => {
    const { dir } = archive();
    addToLog(dir, MORE);
    expect(indexOf(dir)).toEqual({ records: 600, isUpToDate: false });
    expectAllFound(dir, [...SOME, ...MORE]);
    expect(indexOf(dir)).toEqual({ records: 650, isUpToDate: true });
  });

  it("is the same table whether it grew run by run or was made at once", () => {
    const { dir } = archive();
    for (const more of [textEntries(200, 2000), textEntries(1, 3000), textEntries(90, 4000)]) {
      addToLog(dir, more);
      expectAllFound(dir, more);
    }
    const grown = indexOf(dir);
    for (const name of INDEX_NAMES) rmSync(join(dir, name));
    expectAllFound(dir, SOME);
    expect(indexOf(dir)).toEqual(grown);
    expect(grown).toEqual({ records: 891, isUpToDate: true });
  });

  it.each(INDEX_NAMES)("is made again where %s is missing", (name) => {
    const { dir } = archive();
    rmSync(join(dir, name));
    expect(indexOf(dir)).toBeUndefined();
    expectAllFound(dir, SOME);
    expect(indexOf(dir)).toEqual(WHOLE);
  });

  it.each([0, 1, 10, PAGE_BYTES, PAGE_BYTES + 1, 3 * PAGE_BYTES - 1])(
    "is made again where its first file ends after %i bytes",
    (length) => {
      const { dir, primary } = archive();
      truncateSync(primary, length);
      expectAllFound(dir, SOME);
      expect(indexOf(dir)).toEqual(WHOLE);
    },
  );

  it("is made again where any page is torn", () => {
    const { dir, primary } = archive();
    const whole = readFileSync(primary);
    for (let page = 0; page < whole.length / PAGE_BYTES; page++) {
      const torn = Buffer.from(whole);
      // The second half of the page was never written.
      torn.fill(0, page * PAGE_BYTES + 40, (page + 1) * PAGE_BYTES);
      writeFileSync(primary, torn);
      expectAllFound(dir, SOME);
      expect(indexOf(dir)).toEqual(WHOLE);
    }
  });

  it("is made again where a page of either file never reached the disk", () => {
    const { dir, primary, overflow } = archive();
    for (const file of [primary, overflow]) {
      const whole = readFileSync(file);
      for (let at = 0; at < whole.length; at += PAGE_BYTES) {
        const before = whole.subarray(0, at);
        const lost = Buffer.concat([
          before,
          Buffer.alloc(PAGE_BYTES),
          whole.subarray(at + PAGE_BYTES),
        ]);
        for (const bytes of [lost, before]) {
          writeFileSync(file, bytes);
          expectAllFound(dir, SOME);
          expect(indexOf(dir)).toEqual(WHOLE);
        }
      }
    }
  });

  it("is made again where an overflow page is torn", () => {
    const alike = textEntries(1)[0] as TextEntry;
    // One text in many raw forms has one key, and so fills one bucket.
    const many = Array.from({ length: 300 }, (_, index) => ({
      ...alike,
      raw: Buffer.from(`${index}`),
    }));
    const { dir, overflow } = archive(many);
    const bytes = readFileSync(overflow);
    expect(bytes.length).toBeGreaterThan(PAGE_BYTES);
    bytes[PAGE_BYTES + 50] = (bytes[PAGE_BYTES + 50] ?? 0) ^ 1;
    writeFileSync(overflow, bytes);
    const opened = openArchive(dir);
    expect(opened.find(alike.digest)).toHaveLength(300);
    opened.close();
    expect(indexOf(dir)).toEqual({ records: 300, isUpToDate: true });
  });

  it("is made again where it is of another version", () => {
    const { dir, primary } = archive();
    const bytes = readFileSync(primary);
    const header = bytes.subarray(0, PAGE_BYTES);
    header.writeUInt16LE(header.readUInt16LE(20) + 1, 20);
    sealPage(header);
    writeFileSync(primary, bytes);
    expect(indexOf(dir)).toBeUndefined();
    expectAllFound(dir, SOME);
    expect(indexOf(dir)).toEqual(WHOLE);
  });

  it("is made again where its two files are not of one table", () => {
    const { dir, overflow } = archive();
    writeFileSync(overflow, readFileSync(archive().overflow));
    expect(indexOf(dir)).toBeUndefined();
    expectAllFound(dir, SOME);
    expect(indexOf(dir)).toEqual(WHOLE);
  });

  it("is made again where it is of another log", () => {
    const { dir } = archive();
    const other = archive(MORE);
    writeFileSync(join(dir, LOG_NAME), readFileSync(join(other.dir, LOG_NAME)));
    expectAllFound(dir, MORE);
    expect(indexOf(dir)).toEqual({ records: MORE.length, isUpToDate: true });
  });

  it("is made again where a process ended while it wrote pages", () => {
    const { dir } = archive();
    const log = openSync(join(dir, LOG_NAME), "r");
    const changed = openChangeable({ dir, log });
    changed?.table.insert(Buffer.alloc(32), { offset: 0, length: 0 });
    // Nothing more can be done when the pages are written and the log is to be looked at.
    closeSync(log);
    expect(() => changed?.save(100)).toThrow("EBADF");
    changed?.close();
    expect(indexOf(dir)).toBeUndefined();
    expectAllFound(dir, SOME);
    expect(indexOf(dir)).toEqual(WHOLE);
  });

  it("leaves no file behind where a new one could not be finished", () => {
    const { dir, primary, overflow } = archive();
    const before = [readFileSync(primary), readFileSync(overflow)];
    createTable({ dir, log: openSync(join(dir, LOG_NAME), "r") }).close();
    expect([readFileSync(primary), readFileSync(overflow)]).toEqual(before);
    expect(() => readFileSync(`${primary}.tmp`)).toThrow("ENOENT");
  });

  it("is left alone where another process has the lock, and all is found", () => {
    const { dir, primary, overflow } = archive();
    addToLog(dir, MORE);
    const before = [readFileSync(primary), readFileSync(overflow)];
    const lock = join(dir, LOCK_NAME);
    writeFileSync(lock, JSON.stringify(ownIdentity()));
    expectAllFound(dir, [...SOME, ...MORE]);
    expect([readFileSync(primary), readFileSync(overflow)]).toEqual(before);
    expect(readFileSync(lock, "utf8")).toContain(`"pid":${process.pid}`);
  });

  it("is found anew in memory where it is missing and another has the lock", () => {
    const { dir, primary } = archive();
    rmSync(primary);
    writeFileSync(join(dir, LOCK_NAME), JSON.stringify(ownIdentity()));
    expectAllFound(dir, ENTRIES.slice(0, 20));
    expect(() => readFileSync(primary)).toThrow("ENOENT");
  });

  it("is done without where it cannot be written, to read and to add", () => {
    const { dir, primary, overflow } = archive();
    rmSync(primary);
    mkdirSync(`${overflow}.tmp`);
    expectAllFound(dir, SOME.slice(0, 20));
    const writer = openArchive(dir, { mode: "write" });
    const before = readFileSync(join(dir, LOG_NAME));
    for (const entry of [...ENTRIES.slice(0, 50), ...MORE]) writer.add(entry);
    writer.close();
    expectAllFound(dir, [...SOME.slice(0, 20), ...MORE]);
    // What was there was not written again.
    expect(readFileSync(join(dir, LOG_NAME)).length - before.length).toBeLessThan(
      before.length / 5,
    );
    expect(() => readFileSync(primary)).toThrow("ENOENT");
  });

  it("is brought up to date where the lock is one of a process that has ended", () => {
    const { dir } = archive();
    addToLog(dir, MORE);
    const ended = { ...ownIdentity(), started: "1" };
    writeFileSync(join(dir, LOCK_NAME), JSON.stringify(ended));
    expectAllFound(dir, [...SOME, ...MORE]);
    expect(indexOf(dir)).toEqual({ records: 650, isUpToDate: true });
  });

  it.skipIf(process.getuid?.() === 0)("is not needed in a folder that is read-only", () => {
    const { dir, primary } = archive();
    rmSync(primary);
    chmodSync(dir, 0o500);
    expectAllFound(dir, ENTRIES.slice(0, 20));
    chmodSync(dir, 0o700);
  });

  it("follows what other processes add while it is open", () => {
    const { dir } = archive();
    const reader = openArchive(dir);
    const writer = openArchive(dir, { mode: "write" });
    for (const entry of MORE) {
      expect(reader.find(entry.digest)).toEqual([]);
      writer.add(entry);
      writer.flush();
      expect(reader.find(entry.digest)).toEqual([entry]);
    }
    writer.close();
    expect(ENTRIES.map(({ digest }) => reader.find(digest))).toEqual(ENTRIES.map((each) => [each]));
    reader.close();
  });
});

describe("a table in its files", () => {
  it("has what a map has after every time it is saved, and is whole", () => {
    const saves = fc.array(fc.integer({ min: 0, max: 700 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(saves, fc.integer({ min: 1, max: 400 }), (counts, different) => {
        const dir = folderWith({ log: "" });
        const log = openSync(join(dir, "log"), "r");
        const map = new Map<string, number[]>();
        let number = 0;
        for (const count of counts) {
          const target = openChangeable({ dir, log }) ?? createTable({ dir, log });
          for (let i = 0; i < count; i++, number++) {
            // Some keys come again, and so fill chains.
            const key = digestOf(`${(number * number) % different}`).slice(0, 32);
            const location = { offset: number * 2 ** 20, length: number, flags: number };
            insertRecord(target.table, Buffer.from(key, "hex"), location);
            map.set(key, [...(map.get(key) ?? []), number]);
          }
          target.save(0);
          target.close();
          const saved = openTable({ dir, log });
          if (saved === undefined) throw new Error("there is no table");
          expect(checkTable(saved.table).faults).toEqual([]);
          const found = [...map.keys()].map((key) =>
            saved.table
              .find(key)
              .toSorted((a, b) => byValue(a.flags, b.flags))
              .map(({ flags, length, offset }) => `${flags} ${length} ${offset}`),
          );
          const inserted = [...map.values()].map((numbers) =>
            numbers.map((each) => `${each} ${each} ${each * 2 ** 20}`),
          );
          expect(found.join("\n")).toBe(inserted.join("\n"));
          saved.close();
        }
        closeSync(log);
      }),
      { numRuns: runs(15) },
    );
  });
});

const byValue = (a: number, b: number) => a - b;
