import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect } from "vitest";

const PROGRAM = new URL("../../bin/elision.js", import.meta.url).pathname;

/** Runs the program in an agent's home, and returns its output. */
export function elisionIn(home: string, ...argv: readonly string[]): string {
  const env = { PATH: process.env.PATH ?? "", HOME: home, XDG_DATA_HOME: join(home, "data") };
  const { stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...argv], { env });
  expect(stderr.toString()).not.toContain("Error");
  return stdout.toString();
}
