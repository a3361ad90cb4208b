import { execFileSync } from "node:child_process";
import { closeSync, fstatSync, openSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ArchiveEntry, LOG_NAME } from "../../src/archive/archive.ts";
import { openLogWriter } from "../../src/archive/log/log-writer.ts";
import { openArchive } from "../../src/archive/open-archive.ts";
import { digestOf, textEntries, textEntry } from "../support/archive-entries.ts";
import { anyCodePoint } from "../support/code-points.ts";
import { folderWith } from "../support/folder.ts";
import { runs } from "../support/runs.ts";

/** Adds entries as one run does. */
function archived(dir: string, entries: readonly ArchiveEntry[]): void {
  const archive = openArchive(dir, { mode: "write" });
  for (const entry of entries) archive.add(entry);
  archive.close();
}

function found(dir: string, prefix: string, kind?: ArchiveEntry["kind"]) {
  const archive = openArchive(dir);
  try {
    return archive.find(prefix, kind);
  } finally {
    archive.close();
  }
}

const logOf = (dir: string) => readFileSync(join(dir, LOG_NAME));

describe("an archive", () => {
  const anyText = fc.record({
    text: fc.string({ unit: anyCodePoint }),
    raw: fc.uint8Array({ maxLength: 300 }),
    hasText: fc.boolean(),
  });

  it("gives back the bytes that were added, whatever they are", () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 20 }), (texts) => {
        const dir = folderWith();
        const entries: ArchiveEntry[] = texts.map(({ text, raw, hasText }) => ({
          kind: "text",
          digest: digestOf(text),
          raw: Buffer.from(raw),
          ...(hasText && { text }),
        }));
        archived(dir, entries);
        for (const entry of entries) expect(found(dir, entry.digest)).toContainEqual(entry);
      }),
      { numRuns: runs(30) },
    );
  });

  it("keeps what makes a unit whole again beside texts of the same digest", () => {
    const dir = folderWith();
    const text = textEntry("ls: 12 files");
    const recipe = { length: 3, parts: [[1, 2, text.digest]], nested: { kind: "text" } };
    const unit: ArchiveEntry = { kind: "unit", digest: text.digest, recipe };
    archived(dir, [text, unit]);
    expect(found(dir, text.digest)).toEqual([text, unit]);
    expect(found(dir, text.digest, "unit")).toEqual([unit]);
    expect(found(dir, text.digest, "text")).toEqual([text]);
  });

  it("finds what was added by 12 hex digits or more, before it is on disk as well", () => {
    const dir = folderWith();
    const archive = openArchive(dir, { mode: "write" });
    const [first, second, ...others] = textEntries(3000);
    if (first === undefined || second === undefined) throw new Error("no entries");
    archive.add(first);
    expect(archive.find(first.digest.slice(0, 12))).toEqual([first]);
    archive.flush();
    archive.add(second);
    for (const each of others) archive.add(each);
    expect(archive.find(first.digest.slice(0, 13))).toEqual([first]);
    expect(archive.find(second.digest)).toEqual([second]);
    expect(archive.find("000000000000")).toEqual([]);
    archive.close();
    for (const each of others.slice(0, 50)) expect(found(dir, each.digest)).toEqual([each]);
  });

  it("refuses what is no reference", () => {
    const dir = folderWith();
    archived(dir, [textEntry("a")]);
    for (const wrong of ["", "abc", "3F9A2C71B04E", "3f9a2c71b04z", "0".repeat(65)])
      expect(() => found(dir, wrong)).toThrow(
        "expected a reference of 12 to 64 hexadecimal digits",
      );
  });

  it("writes nothing again that is there, in this run or of another", () => {
    const dir = folderWith();
    const entries = textEntries(1500);
    archived(dir, [...entries, ...entries]);
    const log = logOf(dir);
    expect(execFileSync("zgrep", ["-c", "observation", LOG_NAME], { cwd: dir }).toString()).toBe(
      "1500\n",
    );
    archived(dir, entries);
    expect(logOf(dir).equals(log)).toBe(true);
  });

  it("writes nothing again that earlier versions wrote, in lines of another form", () => {
    const dir = folderWith();
    const entries = textEntries(1500);
    const writer = openLogWriter(join(dir, LOG_NAME), { time: 0 });
    for (const entry of entries) {
      const { kind, digest, raw } = entry;
      writer.add(entry, Buffer.from(`${JSON.stringify({ kind, digest, raw: `${raw}` })}\n`));
    }
    writer.flush();
    writer.close();
    const log = logOf(dir);
    archived(dir, entries);
    expect(logOf(dir).equals(log)).toBe(true);
    for (const each of entries.slice(0, 50)) expect(found(dir, each.digest)).toEqual([each]);
  });

  it("keeps the same text in other bytes as another entry", () => {
    const dir = folderWith();
    const entries = [textEntry("é"), textEntry("é", '"\\u00e9"')];
    archived(dir, entries.slice(0, 1));
    archived(dir, entries);
    expect(found(dir, digestOf("é"))).toEqual(entries);
  });

  it("can be read by zgrep, in members of about 256 kB", () => {
    const dir = folderWith();
    archived(dir, textEntries(3000));
    const lines = execFileSync("zgrep", ["observation 17:", LOG_NAME], { cwd: dir }).toString();
    expect(JSON.parse(lines)).toMatchObject({
      kind: "text",
      string: expect.stringContaining("17"),
    });
    const size = Number(execFileSync("sh", ["-c", `zcat ${LOG_NAME} | wc -c`], { cwd: dir }));
    const archive = openArchive(dir);
    expect(size / membersOf(logOf(dir))).toBeGreaterThan(200_000);
    expect(size / membersOf(logOf(dir))).toBeLessThan(300_000);
    archive.close();
  });

  it("is for its owner alone", () => {
    const dir = join(folderWith(), "new", "archive");
    archived(dir, textEntries(3));
    expect(statSync(dir).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(dir)) expect(statSync(join(dir, name)).mode & 0o777).toBe(0o600);
  });

  it("leaves only the log and the two files of the index", () => {
    const dir = folderWith();
    archived(dir, textEntries(3));
    expect(readdirSync(dir).sort()).toEqual(["index.overflow", "index.primary", LOG_NAME]);
  });

  it("closes once, and refuses all that comes after it", () => {
    const dir = folderWith();
    const [entry] = textEntries(1);
    if (entry === undefined) throw new Error("no entry");
    for (const mode of ["write", "read"] as const) {
      const archive = openArchive(dir, { mode });
      if (mode === "write") archive.add(entry);
      archive.close();
      // Another file now has the number of the log's: to close it again would be to close that one.
      const other = openSync(join(dir, "other"), "w");
      archive.close();
      expect(fstatSync(other).isFile()).toBe(true);
      closeSync(other);
      const closed = expect.objectContaining({ name: "ElisionError", code: "archive-closed" });
      expect(() => archive.add(entry)).toThrow(closed);
      expect(() => archive.flush()).toThrow(closed);
      expect(() => archive.find(entry.digest)).toThrow(closed);
    }
  });

  it("refuses entries where it was opened to be read, and says how to open it", () => {
    const dir = folderWith();
    archived(dir, textEntries(1));
    const archive = openArchive(dir);
    const refused = expect.objectContaining({
      name: "ElisionError",
      code: "archive",
      hint: expect.stringContaining('mode: "write"'),
    });
    for (const entry of textEntries(2)) expect(() => archive.add(entry)).toThrow(refused);
    archive.close();
  });

  it("says so where there is none to read", () => {
    expect(() => openArchive(join(folderWith(), "nowhere"))).toThrow("no archive here");
    expect(() => openArchive(folderWith())).toThrow("no archive here");
    expect(() => openArchive(join(folderWith({ file: "" }), "file"))).toThrow("no archive here");
    const file = join(folderWith({ file: "" }), "file");
    expect(() => openArchive(file, { mode: "write" })).toThrow("the archive cannot be used");
  });
});

/** How often a header of ours stands in a log. */
function membersOf(log: Buffer): number {
  return log.toString("latin1").split("\x0c\x00EL\x08\x00").length - 1;
}
