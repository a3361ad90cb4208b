/** Signals that come at every place where the program works or waits. */
import { execFileSync } from "node:child_process";
import { closeSync, constants, existsSync, openSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import { hearSignals, onSignal, takeTurn } from "../../src/io/signals.ts";
import { folderWith } from "../support/folder.ts";
import { CLEAN_ENV, shell, start } from "../support/process.ts";
import { oneIn } from "../support/runs.ts";
import { sessionLines, sessionRow } from "../support/sessions.ts";

/** Does something at the n-th call of a function of `fs` whose first argument matches. */
const PRELOAD = `const fs = require("node:fs");
const { syncBuiltinESMExports } = require("node:module");
const { calls, first = "", least = 0, placed = false, times = 1, act, signal } = JSON.parse(process.env.TEST_AT);
let left = times;
for (const name of calls) {
  const original = fs[name];
  fs[name] = (...args) => {
    const isAsked = (args[3] ?? 0) >= least && (!placed || typeof args[4] === "number");
    const isIt = isAsked && RegExp(first).test(String(args[0])) && --left === 0;
    if (isIt && act === "say") fs.writeSync(2, "here");
    if (isIt && act === "kill before") process.kill(process.pid, signal);
    if (isIt && act === "kill and hang") {
      process.kill(process.pid, signal);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    }
    const result = original(...args);
    if (isIt && act === "kill after") process.kill(process.pid, signal);
    return result;
  };
}
syncBuiltinESMExports();`;

interface Moment {
  /** Names of functions of `fs`, whichever is called. */
  readonly calls: readonly string[];
  /** What the first argument matches. */
  readonly first?: string;
  /** Of reads: the least bytes that are asked for. */
  readonly least?: number;
  /** Of reads: whether only those that say from where count. */
  readonly placed?: boolean;
  readonly times?: number;
  readonly act: "say" | "kill before" | "kill after" | "kill and hang";
  readonly signal?: NodeJS.Signals;
}

function envAt(moment: Moment): Record<string, string> {
  // Not as a module: what loads those is as large as what is started.
  const preload = join(folderWith({ "preload.cjs": PRELOAD }), "preload.cjs");
  return {
    ...CLEAN_ENV,
    NODE_OPTIONS: `--require=${preload}`,
    TEST_AT: JSON.stringify({ signal: "SIGINT", ...moment }),
  };
}

function startAt(moment: Moment, argv: readonly string[], options: Parameters<typeof start>[1]) {
  return start(argv, { ...options, env: envAt(moment) });
}

/** Starts the program, sends a signal once it is there, and gives what it died of. */
async function diesThere(...about: Parameters<typeof startAt>) {
  const { child, ended } = startAt(...about);
  await new Promise<void>((resolve) => {
    child.stderr?.on("data", (text) => {
      if (String(text).includes("here")) resolve();
    });
  });
  child.kill("SIGINT");
  return (await ended).signal;
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const TEMPORARY = "\\.elision-[^/]*\\.tmp$";
const LINES = sessionLines(30);
const SMALL = Buffer.from(compact(Buffer.from(LINES)).bytes).toString();
const ROW = sessionRow(20, { chars: 4000 });

function withFifo(files: Parameters<typeof folderWith>[0] = {}): string {
  const folder = folderWith(files);
  execFileSync("mkfifo", [join(folder, "fifo")]);
  return folder;
}

describe("a signal ends it", () => {
  const commands = [[], ["check"], ["inspect"], ["compare"], ["replay"], ["-n"]];

  it.each(oneIn(2, commands))("while it waits to open a pipe: %s", async (...argv) => {
    const cwd = withFifo();
    const moment = { calls: ["open", "openSync"], first: "fifo$", act: "say" } as const;
    expect(await diesThere(moment, [...argv, "fifo"], { cwd })).toBe("SIGINT");
  });

  it("while it waits to open a pipe to write to, and to read with an output begun", async () => {
    const cwd = withFifo({ "run.jsonl": LINES, "rows.jsonl": ROW });
    const moment = { calls: ["open", "openSync"], first: "fifo$", act: "say" } as const;
    expect(await diesThere(moment, ["run.jsonl", "-o", "fifo"], { cwd })).toBe("SIGINT");
    const argv = ["rows.jsonl", "fifo", "-o", "out"];
    expect(await diesThere(moment, argv, { cwd })).toBe("SIGINT");
    expect(readdirSync(cwd).sort()).toEqual(["fifo", "rows.jsonl", "run.jsonl"]);
  });

  it.each(oneIn(2, commands, 1))("while stdin is silent: %s", async (...argv) => {
    const moment = { calls: ["read"], act: "say" } as const;
    expect(await diesThere(moment, [...argv, "-"], {})).toBe("SIGINT");
  });

  it("while nobody reads its output", async () => {
    const cwd = withFifo({ "rows.jsonl": ROW.repeat(100) });
    const pipe = openSync(join(cwd, "fifo"), constants.O_RDWR);
    const stdio = ["ignore", pipe, "pipe"] as const;
    // It writes more at once than the pipe has room for.
    const moment = { calls: ["write"], act: "say" } as const;
    const died = await diesThere(moment, ["rows.jsonl"], { cwd, stdio: [...stdio] });
    closeSync(pipe);
    expect(died).toBe("SIGINT");
  });

  it.each(commands)("while it reads and works: %s", async (...argv) => {
    const cwd = folderWith({ "rows.jsonl": ROW.repeat(30) });
    for (const signal of oneIn(3, SIGNALS, argv.join().length)) {
      const moment = { calls: ["readSync"], times: 3, act: "kill before", signal } as const;
      const { ended } = startAt(moment, [...argv, "rows.jsonl"], { cwd });
      expect((await ended).signal).toBe(signal);
    }
  });

  it("with the exit code that a shell has for it", async () => {
    const folder = folderWith({ "run.jsonl": LINES });
    const codes = [];
    for (const signal of SIGNALS) {
      const env = envAt({ calls: ["openSync"], first: TEMPORARY, act: "kill after", signal });
      const line = `export NODE_OPTIONS='${env.NODE_OPTIONS}' TEST_AT='${env.TEST_AT}'
        elision -q -i run.jsonl; echo $?`;
      codes.push((await shell(line, folder)).stdout.trim());
    }
    expect(codes).toEqual(["130", "143", "129"]);
    expect(readFileSync(join(folder, "run.jsonl"), "utf8")).toBe(LINES);
    expect(readdirSync(folder)).toEqual(["run.jsonl"]);
  });
});

describe("a signal among many files", () => {
  const names = Array.from({ length: 40 }, (_, k) => `${String(k).padStart(2, "0")}.jsonl`);
  const files = Object.fromEntries(names.map((name) => [name, LINES]));
  const newFiles = (folder: string) =>
    names.filter((name) => {
      const text = readFileSync(join(folder, name), "utf8");
      if (text !== LINES) expect(text.length).toBe(SMALL.length);
      return text !== LINES;
    });

  it.each(SIGNALS)("leaves each old or new, and no other is done: %s", async (signal) => {
    const renamed = { calls: ["renameSync"], first: TEMPORARY, times: 5, signal } as const;
    const opened = { calls: ["openSync"], first: TEMPORARY, times: 5, signal } as const;
    const moments = [
      // Files are written while those before them are flushed.
      [{ ...opened, act: "kill after" }, [0, 1, 2, 3, 4]],
      [{ ...renamed, act: "kill before" }, [5]],
      [{ ...renamed, act: "kill after" }, [5]],
    ] as const;
    for (const [moment, counts] of oneIn(3, moments, SIGNALS.indexOf(signal))) {
      const cwd = folderWith(files);
      expect((await startAt(moment, ["-q", "-i", "--no-archive", "."], { cwd }).ended).signal).toBe(
        signal,
      );
      expect(counts).toContain(newFiles(cwd).length);
      expect(readdirSync(cwd).sort()).toEqual(names);
    }
  });

  it.each([
    [[], "; elision restore -i brings the originals back"],
    [["--archive", "kept"], "; elision restore -i --archive kept brings the originals back"],
    [["--backup", ".orig"], "; the originals end with .orig"],
    [["--no-archive"], ""],
  ])("has it say how many were compacted: %s", async (options, restored) => {
    const cwd = folderWith(files);
    const moment = { calls: ["openSync"], first: "20.jsonl$", act: "kill after" } as const;
    const { stderr, signal } = await startAt(moment, ["-i", ...options, "."], { cwd }).ended;
    expect(signal).toBe("SIGINT");
    const count = names.filter((name) => readFileSync(join(cwd, name), "utf8") !== LINES).length;
    expect(count).toBeGreaterThan(0);
    const done = `interrupted: ${count} files were compacted, the others are as they were`;
    expect(stderr).toContain(`elision: ${done}${restored}\n`);
  });

  it("on several threads leaves each old or new", async () => {
    const cwd = folderWith(files);
    const moment = { calls: ["renameSync"], first: TEMPORARY, times: 3 } as const;
    const argv = ["-q", "-i", "--no-archive", "-j", "2", "."];
    const { ended } = startAt({ ...moment, act: "kill after" }, argv, { cwd });
    expect((await ended).signal).toBe("SIGINT");
    expect(newFiles(cwd)).toHaveLength(3);
    expect(readdirSync(cwd).sort()).toEqual(names);
  });

  it("leaves nothing half done in another folder, nor under -o", async () => {
    const opened = { calls: ["openSync"], first: TEMPORARY, act: "kill after" } as const;
    const cwd = folderWith({ "in/a.jsonl": LINES, "in/b.jsonl": LINES });
    const moment = { ...opened, times: 2 };
    const { ended } = startAt(moment, ["-q", "in", "--out-dir", "out"], { cwd });
    expect((await ended).signal).toBe("SIGINT");
    // It may still be flushed while the second is written; then no folder is left.
    const isDone = existsSync(join(cwd, "out"));
    if (isDone) expect(readdirSync(join(cwd, "out/in"))).toEqual(["a.jsonl"]);
    const one = startAt(opened, ["-q", "in/a.jsonl", "-o", "one"], { cwd });
    expect((await one.ended).signal).toBe("SIGINT");
    expect(readdirSync(cwd).sort()).toEqual(isDone ? ["in", "out"] : ["in"]);
  });

  it("leaves no folder that it made, and one that was there", async () => {
    const opened = { calls: ["openSync"], first: TEMPORARY, act: "kill after" } as const;
    const cwd = folderWith({ "in/a.jsonl": LINES, "in/rows.jsonl": ROW.repeat(40), "old/x": "" });
    for (const argv of [
      ["in/a.jsonl", "--out-dir", "new/small"],
      ["in", "--out-dir", "old"],
      ["in/rows.jsonl", "--out-dir", "new", "-j", "2"],
    ]) {
      const { ended } = startAt(opened, ["-q", ...argv], { cwd });
      expect((await ended).signal).toBe("SIGINT");
      expect(readdirSync(cwd)).toEqual(["in", "old"]);
      expect(readdirSync(join(cwd, "old"))).toEqual(["x"]);
    }
  });

  it("leaves nothing of rows that several threads write", async () => {
    const opened = { calls: ["openSync"], first: TEMPORARY, act: "kill after" } as const;
    const cwd = folderWith({ "rows.jsonl": ROW.repeat(40) });
    const { ended } = startAt(opened, ["-q", "rows.jsonl", "-o", "one", "-j", "2"], { cwd });
    expect((await ended).signal).toBe("SIGINT");
    expect(readdirSync(cwd)).toEqual(["rows.jsonl"]);
  });

  it("leaves a compressed file, a restored one and an archive as they were", async () => {
    const opened = { calls: ["openSync"], first: TEMPORARY, act: "kill after" } as const;
    const cwd = folderWith({ "run.jsonl.gz": gzipSync(LINES), "run.jsonl": LINES });
    const { ended } = startAt(opened, ["-q", "-i", "run.jsonl.gz"], { cwd });
    expect((await ended).signal).toBe("SIGINT");
    expect(gunzipSync(readFileSync(join(cwd, "run.jsonl.gz"))).toString()).toBe(LINES);
    const kept = ["-q", "-i", "--archive", "kept", "run.jsonl"];
    expect((await start(kept, { cwd }).ended).code).toBe(0);
    const small = readFileSync(join(cwd, "run.jsonl"), "utf8");
    const archived = readdirSync(join(cwd, "kept"));
    const restore = startAt(opened, ["restore", ...kept], { cwd });
    expect((await restore.ended).signal).toBe("SIGINT");
    expect(readFileSync(join(cwd, "run.jsonl"), "utf8")).toBe(small);
    const pruned = { ...opened, first: "log\\.ndjson\\.gz\\.tmp$" };
    const prune = startAt(pruned, ["archive", "prune", "kept", "--older-than", "0s"], { cwd });
    expect((await prune.ended).signal).toBe("SIGINT");
    expect(readdirSync(join(cwd, "kept"))).toEqual(archived);
    expect(readdirSync(cwd).sort()).toEqual(["kept", "run.jsonl", "run.jsonl.gz"]);
  });
});

describe("a signal ends long work on a row, and leaves nothing", () => {
  /** Made once the tests before are through: a process that has them takes longer to start others. */
  const texts = { long: "", rows: "", packed: Buffer.alloc(0) };
  beforeAll(() => {
    // More than is held, so that it is read again.
    texts.long = sessionRow(170, { chars: 400_000 });
    texts.rows = ROW.repeat(40) + texts.long;
    texts.packed = gzipSync(texts.rows, { level: 1 });
  });
  // The process never gets further than where it reads the row again.
  const moment = {
    calls: ["readSync"],
    least: 256 * 1024,
    placed: true,
    act: "kill and hang",
  } as const;

  it.each([
    ["in place", {}, "rows.jsonl", "rows", ["-i", "rows.jsonl"]],
    ["in place, compressed", {}, "rows.jsonl.gz", "packed", ["-i", "rows.jsonl.gz"]],
    ["to a new folder", {}, "rows.jsonl", "rows", ["rows.jsonl", "--out-dir", "new/small"]],
    [
      "after another input",
      { "a.jsonl": ROW },
      "b.jsonl",
      "rows",
      ["a.jsonl", "b.jsonl", "-o", "c"],
    ],
  ] as const)("%s", async (_name, others, file, text, argv) => {
    const files = { ...others, [file]: texts[text] };
    const cwd = folderWith(files);
    const { ended } = startAt(moment, ["-q", "--no-archive", ...argv], { cwd });
    expect((await ended).signal).toBe("SIGINT");
    expect(readdirSync(cwd).sort()).toEqual(Object.keys(files));
  });

  it.each([
    ["out", "long"],
    ["out", "rows"],
    ["out.gz", "rows"],
  ] as const)("from stdin to %s", async (out, text) => {
    const cwd = folderWith({ "rows.jsonl": texts[text] });
    const stdin = openSync(join(cwd, "rows.jsonl"), "r");
    const stdio = [stdin, "ignore", "ignore"] as const;
    const { ended } = startAt(moment, ["-q", "-o", out], { cwd, stdio: [...stdio] });
    expect((await ended).signal).toBe("SIGINT");
    closeSync(stdin);
    expect(readdirSync(cwd)).toEqual(["rows.jsonl"]);
  });

  it("which without one comes to the same bytes", async () => {
    const text = texts.rows + ROW;
    const cwd = folderWith({ "rows.jsonl": text });
    const expected = Buffer.from(compact(Buffer.from(text)).bytes);
    const lines = "cat rows.jsonl | elision -q -o out; elision -q rows.jsonl --out-dir new";
    expect((await shell(lines, cwd)).stderr).toBe("");
    for (const out of ["out", "new/rows.jsonl"])
      expect(readFileSync(join(cwd, out)).equals(expected)).toBe(true);
    expect(readdirSync(cwd).sort()).toEqual(["new", "out", "rows.jsonl"]);
  });
});

describe("listening for signals", () => {
  const listeners = () => SIGNALS.map((signal) => process.listenerCount(signal));

  it("goes on only while there is something to clean up", async () => {
    // What another file ran within this process may have ended without a turn.
    await hearSignals();
    const before = listeners();
    const more = before.map((count) => count + 1);
    const forgetQuietly = onSignal(() => {}, { listens: false });
    expect(listeners()).toEqual(before);
    const forget = onSignal(() => {});
    const forgetAlso = onSignal(() => {});
    expect(listeners()).toEqual(more);
    forget();
    await hearSignals();
    expect(listeners()).toEqual(more);
    forgetAlso();
    // What came until now must be heard.
    expect(listeners()).toEqual(more);
    await takeTurn();
    expect(listeners()).toEqual(before);
    forgetQuietly();
  });
});
