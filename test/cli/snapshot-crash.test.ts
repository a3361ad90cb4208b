/** A process that dies between two files: no retirement is lost, and none is put down twice. */
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folderWith } from "../support/folder.ts";
import { CLEAN_ENV, start } from "../support/process.ts";
import { FOLDER, NOW } from "../support/snapshots.ts";

/** Kills the process before the n-th file takes its place, as a crash would. */
const CRASH = `const fs = require("node:fs");
const { syncBuiltinESMExports } = require("node:module");
const rename = fs.renameSync;
let left = Number(process.env.CRASH_BEFORE);
fs.renameSync = (...names) => {
  if (--left === 0) process.kill(process.pid, "SIGKILL");
  rename(...names);
};
syncBuiltinESMExports();`;

/** A folder that serves all iterations, with the second's snapshot in it. */
function stateFolder(): string {
  const folder = folderWith({ "crash.cjs": CRASH });
  cpSync(join(FOLDER, "iteration-3"), join(folder, "state"), { recursive: true });
  cpSync(join(FOLDER, "iteration-2"), join(folder, "state"), { recursive: true });
  return folder;
}

function run(folder: string, env: Readonly<Record<string, string>> = {}) {
  const argv = ["snapshot", "state", "--iteration", "3", "--now", NOW];
  return start(argv, { cwd: folder, env: { ...CLEAN_ENV, ...env } }).ended;
}

function filesIn(folder: string): Record<string, string> {
  const names = readdirSync(join(folder, "state")).filter((name) => !name.startsWith("."));
  return Object.fromEntries(
    names.map((name) => [name, readFileSync(join(folder, "state", name), "utf8")]),
  );
}

it("loses no retirement, wherever it dies", async () => {
  const whole = stateFolder();
  expect((await run(whole)).code).toBe(0);
  const expected = filesIn(whole);
  expect(expected["retired-trajectory.jsonl"]?.match(/\n/g)).toHaveLength(2);
  for (const before of [1, 2, 3]) {
    const folder = stateFolder();
    const old = filesIn(folder)["active-context.json"];
    const { signal } = await run(folder, {
      CRASH_BEFORE: String(before),
      NODE_OPTIONS: `--require=${join(folder, "crash.cjs")}`,
    });
    expect(signal).toBe("SIGKILL");
    // The old snapshot, of which it is known what retires, goes last.
    expect(filesIn(folder)["active-context.json"]).toBe(old);
    const retired = filesIn(folder)["retired-trajectory.jsonl"] ?? "";
    expect(retired.match(/\n/g) ?? []).toHaveLength(before > 1 ? 2 : 0);
    expect((await run(folder)).code).toBe(0);
    expect(filesIn(folder)).toEqual(expected);
  }
});

it("loses none to another that writes at the same time", async () => {
  const folder = stateFolder();
  const ended = await Promise.all(Array.from({ length: 4 }, () => run(folder)));
  const lines = filesIn(folder)["retired-trajectory.jsonl"]?.trimEnd().split("\n") ?? [];
  expect(new Set(lines.map((line) => JSON.parse(line).value)).size).toBe(2);
  for (const { code, stderr } of ended)
    if (code !== 0) expect(stderr).toContain("the file changed while it was read");
  expect(ended.some(({ code }) => code === 0)).toBe(true);
});
