import { spawn } from "node:child_process";
import {
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { holderOf, takeLock } from "../../../src/archive/lock/lock.ts";
import { ownIdentity } from "../../../src/archive/lock/writer-identity.ts";
import { bundledScript } from "../../support/bundled.ts";
import { folderWith } from "../../support/folder.ts";

/** A process that has this one's number, but started at another time: so it has ended. */
const ended = () => JSON.stringify({ ...ownIdentity(), started: "1" });

describe("a lock", () => {
  it("is held by one until it is released", () => {
    const path = join(folderWith(), "lock");
    const lock = takeLock(path);
    expect(lock).toBeDefined();
    expect(takeLock(path)).toBeUndefined();
    expect(holderOf(path)?.pid).toBe(process.pid);
    lock?.release();
    expect(holderOf(path)).toBeUndefined();
    expect(takeLock(path)).toBeDefined();
  });

  it("is taken over from a process that has ended, with nothing left behind", () => {
    const dir = folderWith({ lock: ended() });
    const lock = takeLock(join(dir, "lock"));
    expect(lock).toBeDefined();
    expect(readdirSync(dir)).toEqual(["lock"]);
    lock?.release();
    expect(readdirSync(dir)).toEqual([]);
  });

  it("is taken over from one that ended while it took it over", () => {
    const first = { ...ownIdentity(), started: "1" };
    const second = { ...ownIdentity(), started: "1" };
    const dir = folderWith({
      lock: JSON.stringify(first),
      [`lock.${first.pid}-${first.nonce}`]: JSON.stringify(second),
    });
    expect(takeLock(join(dir, "lock"))).toBeDefined();
    expect(readdirSync(dir)).toEqual(["lock"]);
  });

  it("is taken over where a process ended before it said who it is", () => {
    const dir = folderWith({ lock: "" });
    expect(takeLock(join(dir, "lock"))).toBeDefined();
    expect(readFileSync(join(dir, "lock"), "utf8")).toContain(`"pid":${process.pid}`);
  });

  it("stays with a process of another machine", () => {
    const theirs = JSON.stringify({ ...ownIdentity(), host: "elsewhere", started: "1" });
    const dir = folderWith({ lock: theirs });
    expect(takeLock(join(dir, "lock"))).toBeUndefined();
    expect(readFileSync(join(dir, "lock"), "utf8")).toBe(theirs);
    expect(readdirSync(dir)).toEqual(["lock"]);
    // Until it is so old that no one can still be at work.
    const { mtimeMs } = statSync(join(dir, "lock"));
    const past = (minutes: number) => new Date(mtimeMs - minutes * 60_000);
    utimesSync(join(dir, "lock"), past(9), past(9));
    expect(takeLock(join(dir, "lock"))).toBeUndefined();
    utimesSync(join(dir, "lock"), past(11), past(11));
    expect(takeLock(join(dir, "lock"))).toBeDefined();
    expect(readdirSync(dir)).toEqual(["lock"]);
  });

  it("of a process that runs here is not taken over, however old", () => {
    const dir = folderWith({ lock: JSON.stringify(ownIdentity()) });
    utimesSync(join(dir, "lock"), new Date(0), new Date(0));
    expect(takeLock(join(dir, "lock"))).toBeUndefined();
  });

  it("is not removed by one that has lost it", () => {
    const path = join(folderWith(), "lock");
    const lock = takeLock(path);
    writeFileSync(path, ended());
    lock?.release();
    expect(existsSync(path)).toBe(true);
  });

  it("goes to one of many that find it left behind", async () => {
    const script = await bundledScript(
      folderWith(),
      `import { takeLock } from "elision/archive/lock/lock.ts";
       for (const path of process.argv.slice(2)) console.log(takeLock(path) ? "taken" : "not");`,
    );
    const names = Array.from({ length: 30 }, (_, index) => `lock${index}`);
    const dir = folderWith(Object.fromEntries(names.map((name) => [name, ended()])));
    const paths = names.map((name) => join(dir, name));
    // Those that have taken one stay until all have looked: their input is closed only then.
    const holding = `${script}`;
    const said = await Promise.all(
      Array.from({ length: 8 }, () => linesSaid(holding, paths, names.length)),
    );
    for (const each of said) each.end();
    for (const [index] of names.entries())
      expect(said.filter(({ lines }) => lines[index] === "taken")).toHaveLength(1);
  });
});

/** Starts a script that then waits; gives what it said once that is all. */
function linesSaid(script: string, args: readonly string[], count: number) {
  const child = spawn(
    process.execPath,
    ["--import", "data:text/javascript,process.stdin.resume()", script, ...args],
    {
      stdio: ["pipe", "pipe", "inherit"],
    },
  );
  let said = "";
  return new Promise<{ lines: readonly string[]; end(): void }>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      said += chunk;
      const lines = said.split("\n").slice(0, -1);
      if (lines.length === count) resolve({ lines, end: () => child.stdin.end() });
    });
  });
}
