/**
 * Finds the modules of the program that a run needs: bundles it with each module in a file of its own, loaded
 * at first use, and runs it.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { deferred } from "./deferred-requires.js";

/**
 * For each list of runs, given as arguments of the program, the modules that these need and no earlier list
 * did. `options` bundle the program with the entry `main`.
 */
export async function firstModules(options, lists) {
  const folder = mkdtempSync(join(tmpdir(), "elision-modules-"));
  try {
    const bundle = await rolldown({ ...options, plugins: [...options.plugins, DEFER_ALL] });
    const { output } = await bundle.write({ dir: folder, format: "cjs", preserveModules: true });
    writeFileSync(join(folder, "package.json"), '{ "type": "commonjs" }\n');
    writeFileSync(join(folder, "run.js"), RUN);
    const left = new Map(output.map(({ fileName, facadeModuleId }) => [fileName, facadeModuleId]));
    return filesLoaded(folder, lists).map((files) => {
      const names = new Set(files);
      const loaded = [...left].filter(([file]) => names.has(join(folder, file)));
      for (const [file] of loaded) left.delete(file);
      return new Set(loaded.map(([, id]) => id));
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const DEFER_ALL = {
  name: "defer-all",
  renderChunk: (code) =>
    deferred(code, (file) => file.startsWith(".") && !file.includes("_virtual/")),
};

/** Does all runs in one process, and records the files loaded after each list of them. */
const RUN = `const { readFileSync, writeFileSync } = require("node:fs");
const { main } = require("./main.js");
(async () => {
  const loaded = [];
  for (const runs of JSON.parse(readFileSync(__dirname + "/lists.json", "utf8"))) {
    for (const argv of runs) {
      process.argv.splice(2, process.argv.length, ...argv);
      await main();
      if (process.exitCode !== 0) throw new Error("elision " + argv.join(" ") + " failed");
    }
    loaded.push(Object.keys(require.cache));
  }
  writeFileSync(__dirname + "/loaded.json", JSON.stringify(loaded));
})();
`;

/** For each list of runs, the files loaded by its end. */
function filesLoaded(folder, lists) {
  writeFileSync(join(folder, "lists.json"), JSON.stringify(lists));
  const { status, stderr } = spawnSync(process.execPath, [join(folder, "run.js")], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  if (status !== 0) throw new Error(`the program could not be run: ${stderr}`);
  return JSON.parse(readFileSync(join(folder, "loaded.json"), "utf8"));
}
