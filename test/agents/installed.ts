import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Agent } from "./agent.ts";

/** Packages of agents are kept here from run to run. */
const CACHE = process.env.ELISION_AGENTS ?? join(homedir(), ".cache/elision-test-agents");

/** The folder with an agent's packages, installed if they were not; undefined where they cannot be had. */
export function installed({ packages, setUp, from }: Agent): string | undefined {
  const folder = join(CACHE, packages.join("+").replaceAll("/", "+"));
  const mark = join(folder, "installed");
  if (existsSync(mark)) return folder;
  mkdirSync(folder, { recursive: true });
  const run: Run = (program, args) =>
    spawnSync(program, args, { cwd: folder, stdio: "ignore", timeout: 400_000 }).status === 0;
  if (from === "pypi" ? !hasFromPypi(packages, run) : !hasFromNpm(folder, packages, run))
    return undefined;
  if (setUp !== undefined && !run(process.execPath, [setUp])) return undefined;
  writeFileSync(mark, "");
  return folder;
}

type Run = (program: string, args: readonly string[]) => boolean;

function hasFromNpm(folder: string, packages: readonly string[], run: Run): boolean {
  writeFileSync(join(folder, "package.json"), "{}\n");
  return run("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...packages]);
}

/** Newest first; agents want 3.12 at least. */
const PYTHONS = [process.env.ELISION_PYTHON ?? "python3.14", "python3.13", "python3.12", "python3"];

function hasFromPypi(packages: readonly string[], run: Run): boolean {
  const made = PYTHONS.some((python) => run(python, ["-m", "venv", "--clear", "venv"]));
  return made && run("venv/bin/pip", ["install", "--quiet", ...packages]);
}
