import { spawnSync } from "node:child_process";
import { expect } from "vitest";
import { PROGRAM } from "./process.ts";

/**
 * Prints the most memory that a process had resident, in kB. Where the system says it for the program alone, it is
 * that: the other figure begins with what the process had that started it, which hides how much the program's own grew.
 * Where `gc` is there, buffers that nothing holds any more are collected every 20 ms.
 */
const TELL = `
import { existsSync, readFileSync } from "node:fs";
if (globalThis.gc) setInterval(globalThis.gc, 20).unref();
process.on("exit", () => {
  const status = existsSync("/proc/self/status") ? readFileSync("/proc/self/status", "utf8") : "";
  console.error(/VmHWM:\\s*(\\d+)/.exec(status)?.[1] ?? process.resourceUsage().maxRSS);
});`;

/** The most memory that a quiet run of the program takes, in kB, and with these flags of Node. */
export function peakKb(flags: readonly string[], argv: readonly string[]): number {
  const tell = `data:text/javascript,${encodeURIComponent(TELL)}`;
  const args = [...flags, "--import", tell, PROGRAM, "-q", ...argv];
  const { stderr, status } = spawnSync("node", args, {
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
  });
  expect({ status, stderr }).toMatchObject({ status: 0, stderr: expect.stringMatching(/^\d+\n$/) });
  return Number(stderr);
}
