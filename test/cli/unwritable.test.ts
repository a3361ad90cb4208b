/** A report or a cache of replies that cannot be written: named, and nothing is left half done. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.ts";
import { type ModelServer, modelServer } from "../support/model-server.ts";
import { elision } from "../support/shell.ts";
import { FOLDER } from "../support/snapshots.ts";
import { talkativeRow } from "../support/talkative.ts";

const PROGRAM = fileURLToPath(new URL("../../bin/elision.js", import.meta.url));
const ROWS = Array.from({ length: 40 }, (_, k) => talkativeRow(12 + k)).join("");
const BUDGET = ["--max-input-chars", "5k", "--window", "3"];

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** Runs the program where no file may have more than so many kilobytes: the disk is full then. */
function withLimit(kilobytes: number, argv: readonly string[], stdin: string) {
  const words = [process.execPath, PROGRAM, ...argv].map((word) => `'${word}'`).join(" ");
  const script = `trap '' XFSZ; ulimit -f ${kilobytes}; exec ${words}`;
  const home = folderWith();
  const ended = spawnSync("bash", ["--norc", "--noprofile", "-c", script], {
    input: stdin,
    env: { PATH: process.env.PATH, HOME: home, XDG_DATA_HOME: home },
    maxBuffer: 1e8,
  });
  return { stdout: `${ended.stdout}`, stderr: `${ended.stderr}`, exitCode: ended.status };
}

describe.skipIf(process.platform === "win32")("a disk that is full", () => {
  it.each(["json", "ndjson", "csv", "table"])(
    "under a report as %s leaves the one before, and the result is whole",
    (kind) => {
      const folder = folderWith({ "report.txt": "the one before\n" });
      const report = join(folder, "report.txt");
      const flags = ["--explain", "--report", kind === "csv" ? "json" : kind];
      // A table is short: none of it has room.
      const limit = kind === "table" ? 0 : 4;
      const { stdout, stderr, exitCode } = withLimit(
        limit,
        [...BUDGET, ...flags, "--report-file", report],
        ROWS,
      );
      expect(stderr).toContain(`${report}: the report is not written: file too large`);
      expect(stderr).not.toContain("internal error");
      expect(exitCode).toBe(2);
      expect(stdout.trimEnd().split("\n")).toHaveLength(40);
      expect(readFileSync(report, "utf8")).toBe("the one before\n");
      expect(readdirSync(folder)).toEqual(["report.txt"]);
    },
  );
});

describe("a report file", () => {
  it("is left as it was where the run does not begin, or fails", async () => {
    const folder = folderWith({ "report.txt": "before" });
    const report = join(folder, "report.txt");
    for (const argv of [
      ["--archive", join(report, "a")],
      ["--strict", "--window", "-1"],
      [...BUDGET, "--model", "command:true", "--model-cache", folder],
    ]) {
      const { exitCode } = await elision([...argv, "--report-file", report], {
        stdin: ROWS,
        env: { PATH: process.env.PATH },
      });
      expect(exitCode).toBe(2);
      expect(readFileSync(report, "utf8")).toBe("before");
      expect(readdirSync(folder)).toEqual(["report.txt"]);
    }
  });

  it.skipIf(!existsSync("/dev/full"))("that is a full device is named", async () => {
    const { stdout, stderr, exitCode } = await elision(["--report-file", "/dev/full"], {
      stdin: ROWS,
    });
    expect(stderr).toBe(
      "elision: /dev/full: the report is not written: no space left on the device\n",
    );
    expect([stdout.split("\n").length, exitCode]).toEqual([41, 2]);
  });
});

describe("a stdout that cannot be written", () => {
  it.each(["replay", "diff", "inspect", "check", "compare"])(
    "ends %s, and is named once",
    async (command) => {
      const folder = folderWith({ "a.jsonl": ROWS, "b.jsonl": ROWS, "c.jsonl": ROWS });
      const files = ["a.jsonl", "b.jsonl", "c.jsonl"].map((name) => join(folder, name));
      const { stderr, exitCode } = await elision([command, ...files], {
        onWrite: () => {
          throw Object.assign(new Error("ENOSPC: no space left on device, write"), {
            code: "ENOSPC",
          });
        },
      });
      expect([stderr, exitCode]).toEqual(["elision: stdout: no space left on the device\n", 2]);
    },
  );
});

describe("a cache of replies", () => {
  const env = { PATH: process.env.PATH, OPENAI_API_KEY: "sk-1" };
  const model = () => ["--model", "openai:m", "--model-url", server?.url ?? ""];

  it.skipIf(!existsSync("/dev/full"))("that cannot be written ends the run", async () => {
    server = await modelServer("openai", ["Done: feather_1"]);
    const argv = [...BUDGET, ...model(), "--model-cache", "/dev/full", "--model-jobs", "1"];
    const { stdout, stderr, exitCode } = await elision(argv, { stdin: ROWS, env });
    expect(stderr).toContain("/dev/full: the model cache cannot be used: no space left");
    expect(stderr).toContain("another file with --model-cache");
    expect([stdout, exitCode]).toEqual(["", 2]);
    expect(server.asked.length).toBeLessThan(4);
  });

  it.skipIf(!existsSync("/dev/full"))("ends a snapshot as well, before it is written", async () => {
    server = await modelServer("openai", ["{}"]);
    const state = folderWith();
    const memory = join(FOLDER, "iteration-3/memory.ndjson");
    const tasks = join(FOLDER, "iteration-3/tasks.json");
    const argv = ["snapshot", state, "--memory", memory, "--tasks", tasks, ...model()];
    const { stderr, exitCode } = await elision([...argv, "--model-cache", "/dev/full"], { env });
    expect(stderr).toContain("/dev/full: the model cache cannot be used: no space left");
    expect([exitCode, readdirSync(state)]).toEqual([2, []]);
  });

  it("that is a folder is named", async () => {
    server = await modelServer("openai", ["Done: feather_1"]);
    const folder = folderWith();
    mkdirSync(join(folder, "cache"));
    writeFileSync(join(folder, "rows.jsonl"), ROWS);
    const argv = [...BUDGET, ...model(), "--model-cache", join(folder, "cache")];
    const { stderr, exitCode } = await elision([...argv, join(folder, "rows.jsonl")], { env });
    expect(stderr).toContain("--model-cache: expected a file (got");
    expect([exitCode, server.asked.length]).toEqual([2, 0]);
  });
});
