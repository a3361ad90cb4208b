import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Agent } from "./agent.ts";

/** Packages of agents are kept here from run to run. */
const CACHE = process.env.ELISION_AGENTS ?? join(homedir(), ".cache/elision-test-agents");

/** The folder with an agent's packages, installed if they were not; undefined where they cannot be had. */
export function installed({ packages, setUp }: Agent): string | undefined {
  const folder = join(CACHE, packages.join("+").replaceAll("/", "+"));
  const mark = join(folder, "installed");
  if (existsSync(mark)) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), "{}\n");
  const argv = ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...packages];
  const run = (program: string, args: readonly string[]) =>
    spawnSync(program, args, { cwd: folder, stdio: "ignore", timeout: 400_000 }).status === 0;
  if (!run("npm", argv)) return undefined;
  if (setUp !== undefined && !run(process.execPath, [setUp])) return undefined;
  writeFileSync(mark, "");
  return folder;
}
