import { spawn } from "node:child_process";

/** Milliseconds between the word to end and the end. */
const GRACE_MS = 2000;

/**
 * Runs the program with other arguments as a process of its own, and waits for its end, which comes within
 * `limitMs`: whatever happens to it, the one that started it goes on. What it says is on stderr.
 */
export async function runAgain(argv: readonly string[], limitMs: number): Promise<void> {
  const [program, script] = process.argv;
  // A single executable file is its own script.
  const own = script === undefined || script === program ? [] : [...process.execArgv, script];
  const child = spawn(process.execPath, [...own, ...argv], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ending = setTimeout(() => child.kill("SIGTERM"), limitMs);
  const killing = setTimeout(() => child.kill("SIGKILL"), limitMs + GRACE_MS);
  await new Promise<void>((resolve) => {
    child.on("close", () => resolve());
    child.on("error", () => resolve());
  });
  clearTimeout(ending);
  clearTimeout(killing);
}
