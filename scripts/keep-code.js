/**
 * Stores the compiled code of the program's functions next to its files, as V8's code cache: of the functions
 * that the usual runs call. Node takes half the time of a short run to compile them. Run by `npm run build`,
 * as the last step.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import start from "../dist/program/start.js";
import {
  budgetRuns,
  documentRuns,
  formatRuns,
  inPlaceRuns,
  lookRuns,
  otherRuns,
  partRuns,
  plainRuns,
  rowBudgetRuns,
  sessionRuns,
} from "./usual-runs.js";

const WORKER = "tasks.js";
const QUIETLY = "--quietly";
const program = fileURLToPath(new URL("../dist/program/", import.meta.url));

if (process.argv[2] === QUIETLY) await keepCode();
else {
  // The program writes its output to stdout.
  const args = [fileURLToPath(import.meta.url), QUIETLY];
  const { status, stderr } = spawnSync(process.execPath, args, {
    stdio: ["ignore", "ignore", "pipe"],
  });
  if (status !== 0) throw new Error(`the program could not be run: ${stderr}`);
}

async function keepCode() {
  const folder = mkdtempSync(join(tmpdir(), "elision-code-"));
  process.env.HOME = folder;
  const scripts = new Map();
  const outside = { require: createRequire(import.meta.url), importModule: (id) => import(id) };
  const { main, restoreFlags } = start.loadProgram(program, "main.js", outside, (file, script) =>
    scripts.set(file, script),
  );
  try {
    const first = [plainRuns, sessionRuns, documentRuns, inPlaceRuns].flatMap((runs) =>
      runs(folder),
    );
    await run(main, [["--version"], ...first]);
    restoreFlags();
    keep(scripts);
    // Other runs have files of their own. Functions in the files above that only they need would be read by
    // every run.
    scripts.clear();
    // A worker has a file of its own, and takes the rest from the program's files.
    start.loadProgram(program, WORKER, outside, (file, script) => {
      if (file === WORKER) scripts.set(file, script);
    });
    const others = [rowBudgetRuns, budgetRuns, formatRuns, otherRuns, lookRuns, partRuns];
    await run(
      main,
      others.flatMap((runs) => runs(folder)),
    );
    restoreFlags();
    keep(scripts);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function run(main, runs) {
  // Code that V8 compiles further here would be compiled further elsewhere at its first call: too early in a
  // short run.
  setFlagsFromString("--no-sparkplug");
  // Nor does V8 forget here what it compiled for the first runs.
  setFlagsFromString("--no-flush-bytecode");
  for (const argv of runs) {
    process.argv.splice(2, process.argv.length, ...argv);
    await main();
    if (process.exitCode !== 0) throw new Error(`elision ${argv.join(" ")} failed`);
  }
  // A code cache is valid only for the same flags of V8.
  setFlagsFromString("--sparkplug");
  setFlagsFromString("--flush-bytecode");
}

function keep(scripts) {
  for (const [file, script] of scripts)
    writeFileSync(`${program}${file}${start.CODE}`, script.createCachedData());
}
