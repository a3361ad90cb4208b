/** Pipes, devices and descriptors as shells hand them to the program. */
import { execFileSync, spawn } from "node:child_process";
import { closeSync, constants, existsSync, openSync, readFileSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import { folderWith } from "../support/folder.ts";
import { CLEAN_ENV, shell, start } from "../support/process.ts";
import { sessionLines, sessionRow } from "../support/sessions.ts";

const LINES = sessionLines(30);
const ROWS = sessionRow(20, { chars: 4000 }).repeat(400); // 33 MB: more than any pipe holds

function compacted(text: string): string {
  return Buffer.from(compact(Buffer.from(text)).bytes).toString();
}

describe("stdin", () => {
  it("is read where no file is named, and where one is named -", async () => {
    const folder = folderWith({ "run.jsonl": LINES });
    for (const line of ["elision -q < run.jsonl", "cat run.jsonl | elision -q -"]) {
      const { stdout, stderr, code } = await shell(line, folder);
      expect({ stdout, stderr, code }).toEqual({ stdout: compacted(LINES), stderr: "", code: 0 });
    }
  });

  it("may come slowly, in pieces that end anywhere", async () => {
    const { child, ended } = start(["-q"]);
    const bytes = Buffer.from(LINES);
    for (let at = 0; at < bytes.length; at += 997) {
      child.stdin?.write(bytes.subarray(at, at + 997));
      if (at % 5 === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    }
    child.stdin?.end();
    expect((await ended).stdout).toBe(compacted(LINES));
  });

  it("may be non-blocking", async () => {
    const folder = folderWith();
    const fifo = join(folder, "fifo");
    execFileSync("mkfifo", [fifo]);
    const reading = openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK);
    const writing = await open(fifo, "w");
    const { ended } = start(["-q"], { stdio: [reading, "pipe", "pipe"] });
    for (let at = 0; at < LINES.length; at += 5000) {
      await writing.write(LINES.slice(at, at + 5000));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await writing.close();
    closeSync(reading);
    const { stdout, stderr, code } = await ended;
    expect({ stdout, stderr, code }).toEqual({ stdout: compacted(LINES), stderr: "", code: 0 });
  });
});

describe.each(["1", "2"])("stdout, written by %s threads", (jobs) => {
  it("may be closed early: nothing is said, and the exit code is 0", async () => {
    const folder = folderWith({ "rows.jsonl": ROWS });
    const line = 'elision rows.jsonl -j JOBS | head -1 | wc -l; echo "code $' + '{PIPESTATUS[0]}"';
    const { stdout, stderr } = await shell(line.replace("JOBS", jobs), folder);
    expect(stdout.replace(/\s+/g, " ").trim()).toBe("1 code 0");
    expect(stderr).toBe("");
  });

  it("may be read slowly", async () => {
    const folder = folderWith({ "rows.jsonl": ROWS });
    const { child, ended } = start(["-q", "rows.jsonl", "-j", jobs], { cwd: folder });
    child.stdout?.pause();
    const timer = setInterval(() => {
      child.stdout?.resume();
      setTimeout(() => child.stdout?.pause(), 5);
    }, 20);
    const { stdout } = await ended;
    clearInterval(timer);
    expect(stdout).toBe(compacted(ROWS));
  });

  it("may be non-blocking", async () => {
    const folder = folderWith({ "rows.jsonl": ROWS });
    const fifo = join(folder, "fifo");
    execFileSync("mkfifo", [fifo]);
    const reading = openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK);
    const writing = openSync(fifo, constants.O_WRONLY | constants.O_NONBLOCK);
    const { ended } = start(["-q", "rows.jsonl", "-j", jobs], {
      cwd: folder,
      stdio: ["ignore", writing, "pipe"],
    });
    closeSync(writing);
    const pieces: Buffer[] = [];
    const cat = spawn("cat", [fifo]);
    cat.stdout.on("data", (piece: Buffer) => pieces.push(piece));
    const copied = new Promise((resolve) => cat.on("close", resolve));
    const { code, stderr } = await ended;
    closeSync(reading);
    await copied;
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(Buffer.concat(pieces).toString()).toBe(compacted(ROWS));
  });

  it("is named if it is full", async () => {
    const folder = folderWith({ "rows.jsonl": ROWS });
    const { stderr, code } = await shell(`elision -q rows.jsonl -j ${jobs} > /dev/full`, folder);
    expect({ stderr, code }).toEqual({
      stderr: "elision: stdout: no space left on the device\n",
      code: 2,
    });
  });
});

describe("stdout", () => {
  it("that is full is an error that names it", async () => {
    const folder = folderWith({ "run.jsonl": LINES });
    const { stderr, code } = await shell("elision -q run.jsonl > /dev/full", folder);
    expect({ stderr, code }).toEqual({
      stderr: "elision: stdout: no space left on the device\n",
      code: 2,
    });
  });

  it.each(["inspect", "compare", "diff", "check", "replay", "--help"])(
    "that is full is named whatever is written: %s",
    async (command) => {
      const folder = folderWith({ "run.jsonl": LINES });
      const { stderr, code } = await shell(`elision ${command} run.jsonl > /dev/full`, folder);
      expect({ stderr, code }).toEqual({
        stderr: "elision: stdout: no space left on the device\n",
        code: 2,
      });
    },
  );

  it("that is the input is refused, and the input is as it was", async () => {
    const folder = folderWith({ "run.jsonl": LINES });
    const { stderr, code } = await shell("elision -q run.jsonl >> run.jsonl", folder);
    expect(code).toBe(2);
    expect(stderr).toContain("run.jsonl is both input and output");
    expect(readFileSync(join(folder, "run.jsonl"), "utf8")).toBe(LINES);
  });
});

describe("stderr", () => {
  const MISSING = Array.from({ length: 4000 }, (_, k) => `missing-${k}.jsonl`);
  const SAID = MISSING.map((name) => `elision: ${name}: no such file or folder`);
  /** Has pipes never wait. */
  const NON_BLOCKING =
    "new (require('node:net').Socket)({ fd: 2, readable: false, writable: true }).unref();";

  it.each([
    ["may be read slowly", ""],
    ["may be non-blocking", NON_BLOCKING],
  ])("%s", async (_, before) => {
    const folder = folderWith({ "before.cjs": before });
    const { child, ended } = start(MISSING, {
      cwd: folder,
      env: { ...CLEAN_ENV, NODE_OPTIONS: `--require ${join(folder, "before.cjs")}` },
    });
    child.stderr?.pause();
    const timer = setInterval(() => {
      child.stderr?.resume();
      setTimeout(() => child.stderr?.pause(), 1);
    }, 10);
    const { stderr, code } = await ended;
    clearInterval(timer);
    expect(code).toBe(2);
    expect(stderr.split("\n").filter((line) => line.startsWith("elision: missing"))).toEqual(SAID);
  });

  it("may be closed early: the run goes on", async () => {
    const folder = folderWith({ "run.jsonl": LINES });
    const { child, ended } = start(["run.jsonl"], { cwd: folder });
    child.stderr?.destroy();
    const { stdout, code } = await ended;
    expect({ stdout, code }).toEqual({ stdout: compacted(LINES), code: 0 });
  });
});

describe("-o", () => {
  it("writes to a device or a pipe without replacing it", async () => {
    const folder = folderWith({ "run.jsonl": LINES });
    const before = statSync("/dev/null").ino;
    const line =
      "elision -q run.jsonl -o /dev/null; elision -q run.jsonl -o >(cat > copy; touch copied)";
    const { stderr, code } = await shell(line, folder);
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
    expect(statSync("/dev/null").ino).toBe(before);
    while (!existsSync(join(folder, "copied"))) await new Promise((next) => setTimeout(next, 10));
    expect(readFileSync(join(folder, "copy"), "utf8")).toBe(compacted(LINES));
  });

  it("names a full device", async () => {
    const folder = folderWith({ "run.jsonl": LINES });
    const { stderr, code } = await shell("elision -q run.jsonl -o /dev/full", folder);
    expect({ stderr, code }).toEqual({
      stderr: "elision: /dev/full: no space left on the device\n",
      code: 2,
    });
  });
});

it("reads process substitutions", async () => {
  const folder = folderWith({ "run.jsonl": LINES });
  const { stdout, code } = await shell("elision -q <(cat run.jsonl)", folder);
  expect({ stdout, code }).toEqual({ stdout: compacted(LINES), code: 0 });
});

it("says so where it is not built", async () => {
  const folder = folderWith({
    "bin/elision.js": readFileSync(new URL("../../bin/elision.js", import.meta.url)),
  });
  const { stderr, code } = await shell(
    `"${process.execPath}" --input-type=module -e 'await import("./bin/elision.js")'`,
    folder,
  );
  expect({ stderr, code }).toEqual({ stderr: "elision: not built: npm run build\n", code: 2 });
});

describe("stderr", () => {
  it("that is full is told by the exit code: the account is lost", async () => {
    const folder = folderWith({ "run.jsonl": LINES });
    const lines = [
      "elision -n run.jsonl 2> /dev/full; echo $?",
      "elision --report json run.jsonl 2> /dev/full > small.jsonl; echo $?",
      "elision -q run.jsonl 2> /dev/full > small.jsonl; echo $?",
      "elision -n run.jsonl 2>&-; echo $?",
    ];
    const { stdout } = await shell(lines.join("\n"), folder);
    expect(stdout).toBe("2\n2\n0\n0\n");
    expect(readFileSync(join(folder, "small.jsonl"), "utf8")).toBe(compacted(LINES));
  });
});
