/**
 * Builds if dist/ is not up to date with the sources: `npm test` starts with it, and an install has just
 * built. `--keep`, the last step of `npm run build`, records what was built from which sources.
 */
import { execSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const SOURCES = ["bin", "src", "scripts"];
const SETTINGS = ["package.json", "package-lock.json", "tsconfig.json", "tsconfig.build.json"];
const FOLDER = join("node_modules", ".cache", "elision");
const NOTE = join(FOLDER, "built.json");

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
if (process.argv.includes("--keep")) {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(NOTE, state());
} else if (existsSync(NOTE) && existsSync("dist") && readFileSync(NOTE, "utf8") === state()) {
  console.log("dist/ is up to date");
} else {
  execSync("npm run build", { stdio: "inherit" });
}

/** The contents of the sources, the metadata of the built files, and the Node that made the code cache. */
function state() {
  const hash = createHash("sha256");
  for (const file of [...SOURCES.flatMap(filesBelow), ...SETTINGS])
    hash.update(`${file}\0`).update(readFileSync(file)).update("\0");
  const built = filesBelow("dist").map((file) => {
    const { size, mtimeMs } = statSync(file);
    return [file, size, mtimeMs];
  });
  return JSON.stringify([process.version, process.arch, hash.digest("hex"), built]);
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}
