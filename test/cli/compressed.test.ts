import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import { folderWith } from "../support/folder.ts";
import { sessionLines, sessionRow } from "../support/sessions.ts";
import { elision } from "../support/shell.ts";

const LINES = sessionLines(30);
const SMALL = Buffer.from(compact(Buffer.from(LINES)).bytes).toString();

/** Compacts rows that expand to 200 MB, of which 50 MB come out, in little more memory than those. */
async function expectLittleMemory(rows: Buffer): Promise<void> {
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
}

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

  it("that is damaged is named for that alone, not for the lines that it tears", async () => {
    const lines = Buffer.from(LINES + LINES.replaceAll("{", "x").repeat(30));
    // As it is in the file, so that the damage is found at its end.
    const bytes = gzipSync(lines, { level: 0 });
    const torn = (gz: Buffer, more: readonly string[]) => elision([...more, "-q"], { stdin: gz });
    const whole = await torn(bytes, []);
    expect(whole.stderr).toMatch(/^elision: stdin:\d+:\d+: .*copied as it is\n/);
    expect(whole.stderr).toContain("stdin: … and ");
    bytes.fill(0, bytes.length - 8);
    const message = "elision: stdin: gzip data that is damaged\n";
    for (const command of [[], ["inspect"]])
      expect((await torn(bytes, command)).stderr).toBe(message);
  });

  it("that expands without end takes no more memory than other input", async () => {
    const rows = gzipSync(sessionRow(4, { chars: 1_000_000 }).repeat(50)); // 200 MB from 0.2 MB
    expect(rows.length).toBeLessThan(1_000_000);
    await expectLittleMemory(rows);
  });
});

describe("zstd", () => {
  it("is read by its content, from files, folders and stdin, and written plain to stdout", async () => {
    const folder = folderWith({ "run.jsonl": zstd(LINES) });
    for (const outcome of [
      await elision(["-q", join(folder, "run.jsonl")]),
      await elision(["-q", folder]),
      await elision(["-q"], { stdin: zstd(LINES) }),
    ])
      expect(outcome).toEqual({ stdout: SMALL, stderr: "", exitCode: 0 });
    const row = sessionRow(12);
    const piped = await elision(["pipe", "-q", "--format", "openai-chat"], { stdin: zstd(row) });
    expect(piped.stdout).toBe((await elision(["-q"], { stdin: row })).stdout);
    expect((await elision(["check", join(folder, "run.jsonl")])).exitCode).toBe(0);
  });

  it("is written back as zstd in place, and not at all if nothing changed", async () => {
    const folder = folderWith({ "run.jsonl.zst": zstd(LINES) });
    const file = join(folder, "run.jsonl.zst");
    expect((await elision(["-q", "-i", "--no-archive", file])).exitCode).toBe(0);
    const once = readFileSync(file);
    expect(unzstd(once)).toBe(SMALL);
    expect((await elision(["-q", "-i", "--no-archive", file])).exitCode).toBe(0);
    expect(readFileSync(file)).toEqual(once);
    expect(readdirSync(folder)).toEqual(["run.jsonl.zst"]);
  });

  it("is written where the name of the output asks for it", async () => {
    const folder = folderWith({
      "logs/a.jsonl.zst": zstd(LINES),
      "logs/b.jsonl.gz": gzipSync(LINES),
    });
    await elision(["-q", join(folder, "logs", "a.jsonl.zst"), "-o", join(folder, "out.zst")]);
    await elision(["-q", join(folder, "logs"), "--out-dir", join(folder, "small")]);
    for (const file of ["out.zst", "small/logs/a.jsonl.zst"])
      expect(unzstd(readFileSync(join(folder, file)))).toBe(SMALL);
    const gz = readFileSync(join(folder, "small/logs/b.jsonl.gz"));
    expect(gunzipSync(gz).toString()).toBe(SMALL);
  });

  it.each([
    ["several frames", () => [zstd(LINES.slice(0, 777)), zstd(""), zstd(LINES.slice(777))]],
    ["frames that carry no data", () => [SKIPPABLE, zstd(LINES), SKIPPABLE]],
    ["its size and no checksum", () => [zstd(LINES, ["--no-check"], "file")]],
    ["raw and repeated blocks", () => [rawFrame(LINES)]],
  ])("may have %s", async (_, pieces) => {
    const stdin = Buffer.concat(pieces());
    const { stdout, exitCode } = await elision(["-q"], { stdin });
    expect([`${stdout.trimEnd()}\n`, exitCode]).toEqual([SMALL, 0]);
  });

  it.each([
    ["stops short", (zst: Buffer) => zst.subarray(0, zst.length - 20), "that stops short"],
    ["stops in its head", (zst: Buffer) => zst.subarray(0, 5), "that stops short"],
    ["is damaged", (zst: Buffer) => Buffer.from(zst).fill(0xff, 60, 90), "that is damaged"],
    ["has a wrong checksum", (zst: Buffer) => flipped(zst, zst.length - 1), "that is damaged"],
    [
      "goes on as something else",
      (zst: Buffer) => Buffer.concat([zst, Buffer.from(LINES)]),
      "that is damaged: something else follows a frame",
    ],
    [
      "needs a large window",
      () => Buffer.from([...[0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xa8], ...[0x01, 0, 0]]),
      "with a window of more than 128 MB",
    ],
  ])("that %s is an error, and the file is as it was", async (_, damage, message) => {
    const bytes = damage(zstd(LINES));
    const folder = folderWith({ "run.jsonl.zst": bytes });
    const file = join(folder, "run.jsonl.zst");
    const { stderr, exitCode } = await elision(["-q", "-i", "--no-archive", file]);
    expect([stderr.split("\n")[0], exitCode]).toEqual([
      `elision: ${file}: zstd data ${message}`,
      2,
    ]);
    expect(readFileSync(file)).toEqual(bytes);
    expect(readdirSync(folder)).toEqual(["run.jsonl.zst"]);
  });

  it("that expands without end takes no more memory than other input", async () => {
    const rows = zstd(sessionRow(4, { chars: 1_000_000 }).repeat(50)); // 200 MB from 0.1 MB
    expect(rows.length).toBeLessThan(1_000_000);
    await expectLittleMemory(rows);
  });
});

const SKIPPABLE = Buffer.from([0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);

/** The program \`zstd\`, which reads and writes what others do. */
function zstd(text: string, options: readonly string[] = [], from = "pipe"): Buffer {
  const about = { maxBuffer: 1e9 };
  if (from === "pipe") return execFileSync("zstd", ["-qc", ...options], { ...about, input: text });
  const file = join(folderWith({ text }), "text");
  return execFileSync("zstd", ["-qc", ...options, file], about);
}

function unzstd(bytes: Buffer): string {
  return execFileSync("zstd", ["-qdc"], { input: bytes, maxBuffer: 1e9 }).toString();
}

/** A frame by hand: a block of the text as it is, and one of line breaks, of which only one is written. */
function rawFrame(text: string): Buffer {
  const bytes = Buffer.from(text);
  const header = (size: number, type: number, isLast: boolean) => {
    const block = Buffer.alloc(3);
    block.writeUIntLE(size * 8 + type * 2 + (isLast ? 1 : 0), 0, 3);
    return block;
  };
  const head = [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58]), header(bytes.length, 0, false)];
  return Buffer.concat([...head, bytes, header(100, 1, true), Buffer.from("\n")]);
}

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}
