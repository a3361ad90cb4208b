/** Databases with a write-ahead log that was not checkpointed, which SQLite itself wrote. */
import { spawn } from "node:child_process";
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { copyDatabase } from "../../../src/io/sqlite/database-copy.ts";
import { openSqlite } from "../../../src/io/sqlite/sqlite-reader.ts";
import {
  makeDatabase,
  makeLoggedDatabase,
  PYTHON,
  python,
  using,
} from "../../support/databases.ts";
import { folderWith } from "../../support/folder.ts";

const FIXTURE = fileURLToPath(
  new URL("../../../fixtures/databases/uncheckpointed.db", import.meta.url),
);

async function countIn(path: string, table = "t"): Promise<number> {
  return using(openSqlite(path), ({ reader }) => {
    const [row] = reader.rows(`SELECT count(*) AS rows FROM ${table}`);
    return Number(row?.rows);
  });
}

/** What SQLite finds in databases, each with its log: the number of rows, or that it cannot read it. */
const COUNTED = `
import json, sqlite3, sys
[paths] = json.loads(sys.argv[1])
def count(path):
    try: return sqlite3.connect(path).execute("SELECT count(*) FROM t").fetchone()[0]
    except sqlite3.Error as error: return str(error)
print(json.dumps([count(path) for path in paths]))
`;

/** Where the header of a database says how texts are encoded. */
const ENCODING_OFFSET = 56;

const rowsOf = (count: number, from: number) =>
  Array.from(
    { length: count },
    (_, k) => `INSERT INTO t VALUES ('${from + k} ${"x".repeat(40 * (k % 9))}')`,
  );

describe("a log that was not checkpointed", () => {
  it("is read as SQLite left it, also where nothing here can write one", async () => {
    expect(await countIn(FIXTURE, "cursorDiskKV")).toBe(3);
    const without = join(folderWith(), "a.db");
    copyFileSync(FIXTURE, without);
    expect(await countIn(without, "cursorDiskKV")).toBe(2);
  });

  it("leaves the database, its log and their folder as they are, and nothing in the temporary one", async () => {
    const folder = folderWith();
    const temporary = folderWith();
    const before = process.env.TMPDIR;
    process.env.TMPDIR = temporary;
    onTestFinished(() => {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
    });
    const names = ["a.db", "a.db-wal"];
    for (const name of names) copyFileSync(FIXTURE + name.slice(4), join(folder, name));
    expect(await countIn(join(folder, "a.db"), "cursorDiskKV")).toBe(3);
    expect(readdirSync(folder)).toEqual(names);
    for (const name of names)
      expect(readFileSync(join(folder, name)).equals(readFileSync(FIXTURE + name.slice(4)))).toBe(
        true,
      );
    expect(readdirSync(temporary)).toEqual([]);
  });

  it.skipIf(!PYTHON)(
    "is read as SQLite reads it wherever it was torn, changed or left over",
    async () => {
      const folder = folderWith();
      const whole = join(folder, "whole.db");
      makeLoggedDatabase(whole, {
        before: ["CREATE TABLE t (a TEXT)", ...rowsOf(20, 0)],
        after: [rowsOf(15, 20), ["DELETE FROM t WHERE rowid < 10"], rowsOf(40, 40)],
      });
      const log = readFileSync(`${whole}-wal`);
      const frame = 24 + 512;
      const frames = (log.length - 32) / frame;
      expect(frames).toBeGreaterThan(8);
      const cut = Array.from({ length: frames + 1 }, (_, k) => log.subarray(0, 32 + k * frame));
      const torn = cut.map((part) => log.subarray(0, part.length + frame / 2));
      const changed = [
        4,
        12,
        16,
        25,
        32 + 4,
        32 + 8,
        32 + 16,
        32 + 24 + 100,
        32 + 5 * frame + 30,
      ].map((at) => {
        const bytes = Buffer.from(log);
        bytes[at] = (bytes[at] ?? 0) ^ 0x55;
        return bytes;
      });
      const leftOver = Buffer.concat([log.subarray(0, 32 + 2 * frame), Buffer.alloc(frame, 7)]);
      const logs = [...cut, ...torn, ...changed, leftOver, Buffer.alloc(0), Buffer.alloc(31, 1)];
      const paths = logs.map((bytes, k) => {
        const path = join(folder, `${k}.db`);
        copyFileSync(whole, path);
        writeFileSync(`${path}-wal`, bytes);
        return path;
      });
      const ours: number[] = [];
      for (const path of paths) ours.push(await countIn(path));
      expect(ours).toEqual(python(COUNTED, paths));
      expect(new Set(ours).size).toBeGreaterThan(3);
    },
  );

  it.skipIf(!PYTHON)(
    "is read as of its last commit while another process writes and checkpoints",
    async () => {
      const path = join(folderWith(), "a.db");
      makeDatabase(path, [
        "CREATE TABLE t (a INTEGER, b TEXT)",
        "CREATE TABLE u (a INTEGER, b TEXT)",
      ]);
      const writer = spawn("python3", ["-c", WRITER, path], { stdio: ["pipe", "pipe", "inherit"] });
      onTestFinished(() => void writer.kill());
      await new Promise((resolve) => writer.stdout.once("data", resolve));
      let read = 0;
      for (let k = 0; k < 30; k++) {
        const sums = await sumsIn(path);
        if (sums === "busy") continue;
        expect(sums.t).toBe(sums.u);
        read++;
      }
      expect(read).toBeGreaterThan(0);
    },
  );
});

describe("a database that changes while it is copied", () => {
  const changed = (path: string, k: number) =>
    makeDatabase(path, [`INSERT INTO t VALUES ('${k} ${"z".repeat(5000)}')`]);
  const made = () => {
    const path = join(folderWith(), "a.db");
    makeDatabase(path, ["CREATE TABLE t (a TEXT)"]);
    return path;
  };
  const copied = async (path: string, times: number) => {
    let copies = 0;
    const copy = await copyDatabase(path, {
      async copy(from, to) {
        copyFileSync(from, to);
        if (copies++ < times) changed(path, copies);
      },
    });
    onTestFinished(copy.remove);
    return { copies, rows: await countIn(copy.path) };
  };

  it("is copied again until it holds still", async () => {
    expect(await copied(made(), 0)).toEqual({ copies: 1, rows: 0 });
    expect(await copied(made(), 3)).toEqual({ copies: 4, rows: 3 });
  });

  it("is copied again where the copy is of no one moment, whatever it looks like", async () => {
    const path = made();
    let copies = 0;
    const copy = await copyDatabase(path, {
      async copy(from, to) {
        const bytes = readFileSync(from);
        if (copies++ === 0) {
          bytes.writeUInt32BE(2, ENCODING_OFFSET);
          changed(path, copies);
        }
        writeFileSync(to, bytes);
      },
    });
    onTestFinished(copy.remove);
    expect([copies, await countIn(copy.path)]).toEqual([2, 1]);
  });

  it("is refused where its texts are UTF-16", async () => {
    const copy = async (from: string, to: string) => {
      const bytes = readFileSync(from);
      bytes.writeUInt32BE(2, ENCODING_OFFSET);
      writeFileSync(to, bytes);
    };
    await expect(copyDatabase(made(), { copy })).rejects.toMatchObject({ code: "bad-database" });
  });

  it("is refused where it never does", async () => {
    await expect(copied(made(), 100)).rejects.toMatchObject({ code: "busy" });
  });

  it.skipIf(!PYTHON)("is copied again where its log began anew", async () => {
    const path = made();
    makeLoggedDatabase(path, { before: [], after: [rowsOf(3, 0)] });
    let copies = 0;
    const copy = await copyDatabase(path, {
      async copy(from, to) {
        copyFileSync(from, to);
        if (copies++ === 0) makeLoggedDatabase(path, { before: [], after: [rowsOf(2, 3)] });
      },
    });
    onTestFinished(copy.remove);
    expect([copies, await countIn(copy.path)]).toEqual([2, 5]);
  });
});

/** Writes the same to two tables in each transaction, and brings the log into the file now and then. */
const WRITER = `
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("PRAGMA journal_mode=WAL")
db.execute("PRAGMA wal_autocheckpoint=20")
k = 0
while True:
    db.execute("BEGIN")
    for table in "tu":
        for _ in range(5): db.execute(f"INSERT INTO {table} VALUES (?, ?)", (k, "y" * (k % 700)))
    db.execute("COMMIT")
    k += 1
    if k % 50 == 0: db.executescript("BEGIN; DELETE FROM t; DELETE FROM u; COMMIT")
    if k == 1: print("begun", flush=True)
`;

async function sumsIn(
  path: string,
): Promise<{ readonly t: unknown; readonly u: unknown } | "busy"> {
  try {
    return await using(openSqlite(path), ({ reader }) => {
      const sum = (table: string) =>
        [
          ...reader.rows(
            `SELECT count(*) || ' ' || total(a) || ' ' || total(length(b)) AS sum FROM ${table}`,
          ),
        ][0]?.sum;
      return { t: sum("t"), u: sum("u") };
    });
  } catch (error) {
    if ((error as { code?: string }).code === "busy") return "busy";
    throw error;
  }
}

describe("a database that cannot be read as it is", () => {
  it("is refused where a transaction was broken off, and read where its journal is done with", async () => {
    const path = join(folderWith(), "a.db");
    makeDatabase(path, ["CREATE TABLE t (a TEXT)"]);
    writeFileSync(`${path}-journal`, Buffer.from("d9d505f920a163d70000000100000000", "hex"));
    await expect(countIn(path)).rejects.toMatchObject({ code: "busy", file: path });
    for (const done of [Buffer.alloc(512), Buffer.alloc(0)]) {
      writeFileSync(`${path}-journal`, done);
      expect(await countIn(path)).toBe(0);
    }
  });

  it("is refused where it is damaged, and where its texts are not UTF-8", async () => {
    const path = join(folderWith(), "a.db");
    writeFileSync(path, Buffer.concat([Buffer.from("SQLite format 3\0"), Buffer.alloc(5000, 9)]));
    await expect(countIn(path)).rejects.toMatchObject({ code: "bad-database", file: path });
    const wide = join(folderWith(), "b.db");
    makeDatabase(wide, ["CREATE TABLE t (a TEXT)"]);
    const bytes = readFileSync(wide);
    bytes.writeUInt32BE(2, 56);
    writeFileSync(wide, bytes);
    await expect(countIn(wide)).rejects.toMatchObject({
      code: "bad-database",
      message: expect.stringContaining("UTF-16"),
    });
  });
});
