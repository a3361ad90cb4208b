import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { dataHome } from "./data-home.ts";

export const PROGRAM = fileURLToPath(new URL("../../bin/elision.js", import.meta.url));

const NO_HOME = join(tmpdir(), "elision-test-no-home");

/** A clean environment: nothing of the machine's that the program would read. */
export const CLEAN_ENV = {
  PATH: process.env.PATH ?? "",
  HOME: NO_HOME,
  XDG_CONFIG_HOME: join(NO_HOME, "config"),
  /** Looked up each time: a process takes many test files, and each has a folder of its own. */
  get XDG_DATA_HOME(): string {
    return dataHome();
  },
};

/** Keeps bash from reading the user's files: with a socket as stdin it takes itself for a remote shell. */
export const PLAIN_BASH = ["--norc", "--noprofile", "-c"];

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the built program as a process of its own. */
export function start(argv: readonly string[], options: SpawnOptions = {}) {
  return started(spawn(process.execPath, [PROGRAM, ...argv], { env: CLEAN_ENV, ...options }));
}

/** The same where no file can hold more than a kilobyte: the write that gets there writes a part, as on a full disk. */
export function startWithSmallFiles(argv: readonly string[]) {
  const script = `trap "" XFSZ; ulimit -f 1; exec "$@"`;
  const command = ["bash", process.execPath, PROGRAM, ...argv];
  return started(spawn("bash", [...PLAIN_BASH, script, ...command], { env: CLEAN_ENV }));
}

function started(child: ChildProcess) {
  const stdout: Buffer[] = [];
  let stderr = "";
  child.stdout?.on("data", (chunk: Buffer) => stdout.push(chunk));
  child.stderr?.on("data", (chunk: Buffer) => {
    stderr += chunk;
  });
  const ended = new Promise<Ended>((resolve) => {
    child.on("close", (code, signal) =>
      resolve({ code, signal, stdout: Buffer.concat(stdout).toString(), stderr }),
    );
  });
  return { child, ended };
}

/** Runs a shell line in which `elision` is the built program. */
export function shell(line: string, cwd: string): Promise<Ended> {
  const script = `elision() { "${process.execPath}" "${PROGRAM}" "$@"; }\n${line}`;
  const child = spawn("bash", [...PLAIN_BASH, script], { cwd, env: CLEAN_ENV });
  const stdout: Buffer[] = [];
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk;
  });
  child.stdin.end();
  return new Promise((resolve) => {
    child.on("close", (code, signal) =>
      resolve({ code, signal, stdout: Buffer.concat(stdout).toString(), stderr }),
    );
  });
}

/** Whether there is a process of this id that has not ended, though nobody may have asked how. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return !/\) [ZX] /.test(stat);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" && process.platform !== "linux";
  }
}
