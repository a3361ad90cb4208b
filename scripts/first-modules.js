/**
 * Finds out which modules of the program a run needs: it is bundled with each module in a file of its own that loads
 * another when something of it is first asked for, and run.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { deferred } from "./deferred-requires.js";

/**
 * For each list of runs, given as arguments of the program, the modules that these need and none before did.
 * `options` bundle the program with the entry `main`.
 */
export async function firstModules(options, lists) {
  const folder = mkdtempSync(join(tmpdir(), "elision-modules-"));
  try {
    const bundle = await rolldown({ ...options, plugins: [...options.plugins, DEFER_ALL] });
    const { output } = await bundle.write({ dir: folder, format: "cjs", preserveModules: true });
    writeFileSync(join(folder, "package.json"), '{ "type": "commonjs" }\n');
    writeFileSync(join(folder, "run.js"), RUN);
    const left = new Map(output.map(({ fileName, facadeModuleId }) => [fileName, facadeModuleId]));
    return lists.map((runs) => {
      const files = new Set(runs.flatMap((argv) => filesLoaded(folder, argv)));
      const loaded = [...left].filter(([file]) => files.has(join(folder, file)));
      for (const [file] of loaded) left.delete(file);
      return new Set(loaded.map(([, id]) => id));
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const DEFER_ALL = {
  name: "defer-all",
  renderChunk: (code) => deferred(code, (file) => !file.includes("_virtual/")),
};

/** Runs the program as a process, and writes down what was loaded. */
const RUN = `process.on("exit", () =>
  require("node:fs").writeFileSync(__dirname + "/loaded.json", JSON.stringify(Object.keys(require.cache))),
);
require("./main.js").main();
`;

function filesLoaded(folder, argv) {
  const { status, stderr } = spawnSync(process.execPath, [join(folder, "run.js"), ...argv], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  if (status !== 0) throw new Error(`elision ${argv.join(" ")} ended with ${status}: ${stderr}`);
  return JSON.parse(readFileSync(join(folder, "loaded.json"), "utf8"));
}
