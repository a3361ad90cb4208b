import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as zlib from "node:zlib";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import { folderWith } from "../support/folder.ts";
import { sessionLines, sessionRow } from "../support/sessions.ts";
import { elision } from "../support/shell.ts";

const LINES = sessionLines(30);
const SMALL = Buffer.from(compact(Buffer.from(LINES)).bytes).toString();

describe("gzip", () => {
  it("is read by its content, from files and from stdin, and written plain to stdout", async () => {
    const folder = folderWith({ "run.jsonl": gzipSync(LINES) });
    for (const outcome of [
      await elision(["-q", join(folder, "run.jsonl")]),
      await elision(["-q"], { stdin: gzipSync(LINES) }),
    ])
      expect(outcome).toEqual({ stdout: SMALL, stderr: "", exitCode: 0 });
  });

  it("is written back as gzip in place, and not at all if nothing changed", async () => {
    const folder = folderWith({ "run.jsonl.gz": gzipSync(LINES) });
    const file = join(folder, "run.jsonl.gz");
    expect((await elision(["-q", "-i", "--no-archive", file])).exitCode).toBe(0);
    const once = readFileSync(file);
    expect(gunzipSync(once).toString()).toBe(SMALL);
    expect((await elision(["-q", "-i", "--no-archive", file])).exitCode).toBe(0);
    expect(readFileSync(file)).toEqual(once);
    expect(readdirSync(folder)).toEqual(["run.jsonl.gz"]);
  });

  it("is written where the name of the output asks for it", async () => {
    const folder = folderWith({ "logs/run.jsonl.gz": gzipSync(LINES), "plain.jsonl": LINES });
    await elision(["-q", join(folder, "plain.jsonl"), "-o", join(folder, "out.jsonl.gz")]);
    await elision(["-q", join(folder, "logs"), "--out-dir", join(folder, "small")]);
    const [made = ""] = readdirSync(join(folder, "small"), {
      recursive: true,
      encoding: "utf8",
    }).filter((name) => name.endsWith(".gz"));
    for (const file of ["out.jsonl.gz", join("small", made)])
      expect(gunzipSync(readFileSync(join(folder, file))).toString()).toBe(SMALL);
  });

  it("may have several members, cut anywhere", async () => {
    const bytes = Buffer.from(LINES);
    const members = Buffer.concat([
      gzipSync(bytes.subarray(0, 777)),
      gzipSync(bytes.subarray(777)),
    ]);
    expect((await elision(["-q"], { stdin: members })).stdout).toBe(SMALL);
  });

  it.each([
    ["stops short", (gz: Buffer) => gz.subarray(0, gz.length - 20), "gzip data that stops short"],
    ["is damaged", (gz: Buffer) => Buffer.from(gz).fill(0xff, 40, 80), "gzip data that is damaged"],
  ])("that %s is an error, and the file is as it was", async (_, damage, message) => {
    const bytes = damage(gzipSync(LINES));
    const folder = folderWith({ "run.jsonl.gz": bytes });
    const file = join(folder, "run.jsonl.gz");
    const { stderr, exitCode } = await elision(["-q", "-i", "--no-archive", file]);
    expect([stderr, exitCode]).toEqual([`elision: ${file}: ${message}\n`, 2]);
    expect(readFileSync(file)).toEqual(bytes);
    expect(readdirSync(folder)).toEqual(["run.jsonl.gz"]);
  });

  it("that expands without end takes no more memory than other input", async () => {
    const rows = gzipSync(sessionRow(4, { chars: 1_000_000 }).repeat(50)); // 200 MB from 0.2 MB
    expect(rows.length).toBeLessThan(1_000_000);
    let written = 0;
    const before = process.memoryUsage().rss;
    let peak = 0;
    const outcome = await elision(["-q", "--window", "1"], {
      stdin: rows,
      onWrite: (piece) => {
        written += piece.length;
        peak = Math.max(peak, process.memoryUsage().rss);
      },
    });
    expect(outcome.exitCode).toBe(0);
    expect(written).toBeGreaterThan(50_000_000);
    // The test itself keeps the 50 MB that come out.
    expect(peak - before).toBeLessThan(180_000_000);
  });
});

const hasZstd = "createZstdCompress" in zlib;

describe("zstd", () => {
  const compressed = () => execFileSync("zstd", ["-q", "-c"], { input: LINES });
  const hasTool = (() => {
    try {
      execFileSync("zstd", ["--version"]);
      return true;
    } catch {
      return false;
    }
  })();

  it.skipIf(!hasTool || !hasZstd)("is read where the runtime has it", async () => {
    expect((await elision(["-q"], { stdin: compressed() })).stdout).toBe(SMALL);
  });

  it.skipIf(hasZstd)("is named with what to do where it has not", async () => {
    const stdin = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0, 0, 0]);
    const { stderr, exitCode } = await elision(["-q"], { stdin });
    expect(exitCode).toBe(2);
    expect(stderr).toContain("zstd -dc FILE | elision");
    // A file of a folder is not skipped for it: a transcript may be in it.
    const folder = folderWith({ "run.jsonl.zst": stdin });
    const found = await elision(["-n", folder]);
    expect(found.exitCode).toBe(2);
    expect(found.stderr).toContain("run.jsonl.zst: zstd data");
  });
});
