/** When a run in place has on disk what it needs: nothing is lost if the system fails at any moment. */
import fs from "node:fs";
import { createRequire, syncBuiltinESMExports } from "node:module";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LOG_NAME } from "../../src/archive/archive.ts";
import { folderWith } from "../support/folder.ts";
import { sessionLines, sessionRow } from "../support/sessions.ts";
import { elision } from "../support/shell.ts";

const INPUTS = {
  "lines.jsonl": sessionLines(30),
  "rows.jsonl": Array.from({ length: 60 }, () => sessionRow(12)).join(""),
};

const zlib = createRequire(import.meta.url)("node:zlib") as typeof import("node:zlib");

/** What happened, in order: writes, flushes that have ended, renames. */
let events: string[];

/** The name of an open file; that of its target if it is temporary. */
function nameOf(file: number): string {
  const name = basename(fs.readlinkSync(`/proc/self/fd/${file}`));
  return /^\.(.*)\.elision-.*\.tmp$/.exec(name)?.[1] ?? name;
}

beforeEach(() => {
  events = [];
  const { fsync, fsyncSync, renameSync, writeSync } = fs;
  vi.spyOn(fs, "fsync").mockImplementation((file, done) => {
    const flushed = `flushed ${nameOf(file)}`;
    fsync(file, (error) => {
      events.push(flushed);
      done(error);
    });
  });
  vi.spyOn(fs, "fsyncSync").mockImplementation((file) => {
    fsyncSync(file);
    events.push(`flushed ${nameOf(file)}`);
  });
  vi.spyOn(fs, "renameSync").mockImplementation((from, to) => {
    events.push(`renamed ${basename(String(to))}`);
    renameSync(from, to);
  });
  vi.spyOn(fs, "writeSync").mockImplementation((file: number, ...rest: unknown[]) => {
    events.push(`wrote ${nameOf(file)}`);
    return Reflect.apply(writeSync, fs, [file, ...rest]) as number;
  });
  vi.spyOn(zlib, "gzipSync");
  vi.spyOn(zlib, "gzip");
  syncBuiltinESMExports();
});

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

it.skipIf(process.platform !== "linux").each(Object.keys(INPUTS))(
  "flushes the archive and the new %s before the old one is replaced",
  async (name) => {
    const folder = folderWith(INPUTS);
    const argv = ["-q", "-i", "--window", "2", "--archive", join(folder, "kept")];
    expect(await elision([...argv, join(folder, name)])).toMatchObject({ exitCode: 0 });
    const before = events.slice(0, events.indexOf(`renamed ${name}`));
    for (const file of [LOG_NAME, name]) {
      expect(before).toContain(`wrote ${file}`);
      const [wrote, flushed] = [`wrote ${file}`, `flushed ${file}`].map((event) =>
        before.lastIndexOf(event),
      );
      expect(flushed).toBeGreaterThan(wrote ?? 0);
    }
  },
);

/** Texts that fill members of the archive. */
const LARGE_INPUTS = {
  "lines.jsonl": sessionLines(60, { chars: 9000 }),
  "rows.jsonl": Array.from({ length: 30 }, (_, k) => sessionRow(12, { chars: 9000 + k })).join(""),
};

/** Bytes that no other thread is asked to compress. */
const SMALL_BYTES = 64 * 1024;

it.skipIf(process.platform !== "linux").each([
  ["in place", ["-i"], Object.keys(LARGE_INPUTS)],
  ["to stdout", [], ["rows.jsonl"]],
])("leaves compressing to other threads, %s", async (_, more, names) => {
  const folder = folderWith(LARGE_INPUTS);
  const argv = ["-q", ...more, "--window", "2", "--archive", join(folder, "kept")];
  const inputs = names.map((name) => join(folder, name));
  expect(await elision([...argv, ...inputs])).toMatchObject({ exitCode: 0 });
  expect(zlib.gzip).toHaveBeenCalled();
  for (const [content] of vi.mocked(zlib.gzipSync).mock.calls)
    expect(Buffer.byteLength(content as Buffer)).toBeLessThanOrEqual(SMALL_BYTES);
  const [wrote, flushed] = ["wrote", "flushed"].map((word) =>
    events.lastIndexOf(`${word} ${LOG_NAME}`),
  );
  expect(flushed).toBeGreaterThan(wrote ?? 0);
});

it.skipIf(process.platform !== "linux")(
  "compacts small files while those before them are flushed, and replaces and reports them in order",
  async () => {
    const names = Array.from({ length: 12 }, (_, k) => `${String.fromCharCode(97 + k)}.jsonl`);
    const files = Object.fromEntries(names.map((name, k) => [name, sessionLines(12 + k)]));
    const folder = folderWith({ ...files, "c.jsonl": "no transcript\n", "e.jsonl": "" });
    const paths = names.map((name) => join(folder, name));
    const argv = ["-i", "--window", "2", "--report", "ndjson", "--archive", join(folder, "kept")];
    const { stderr, exitCode } = await elision([...argv, ...paths]);
    expect(exitCode).toBe(2);
    const named = [...stderr.matchAll(/([a-l]\.jsonl)/g)].map(([, name]) => name);
    expect(named).toEqual(named.toSorted());
    expect(new Set(named)).toEqual(new Set(names));
    const replaced = names.filter((name) => !["c.jsonl", "e.jsonl"].includes(name));
    const renamed = events.filter((event) => /^renamed [a-l]\.jsonl/.test(event));
    expect(renamed).toEqual(replaced.map((name) => `renamed ${name}`));
    expect(events.indexOf("wrote b.jsonl")).toBeLessThan(events.indexOf("renamed a.jsonl"));
  },
);
