/** The sources as modules that tests import: see test/support/native-sources.ts. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const SOURCES = join(ROOT, "src/");
const FOLDER = join(ROOT, "node_modules/.cache/elision/tested");

/** Emitted trees to keep: another run may still read them. */
const MOST_KEPT = 4;

/** Files besides the sources that change the emitted modules, and the emitter. */
const SETTINGS = ["package.json", "tsconfig.json", "tsconfig.build.json"];
const TSC = "node_modules/typescript/bin/tsc";
const TO_MODULES = ["--emitDeclarationOnly", "false", "--inlineSourceMap"];

/** Writes the modules without type checks, unless they exist for the same sources. Returns their folder. */
export function testedModules() {
  const folder = join(FOLDER, stateOfSources());
  if (!existsSync(folder)) emitTo(folder, ["--declaration", "false", "--noCheck"]);
  return join(folder, "src");
}

/**
 * Checks the sources and writes their types to `types`, and their modules: half as much work as one after the
 * other.
 */
export function emitTypes(types) {
  emitTo(join(FOLDER, stateOfSources()), ["--declarationDir", types, "--singleThreaded"]);
}

function emitTo(folder, more) {
  mkdirSync(FOLDER, { recursive: true });
  const made = mkdtempSync(join(FOLDER, "new-"));
  try {
    const to = ["--outDir", join(made, "src"), ...more];
    const argv = [TSC, "-p", "tsconfig.build.json", ...TO_MODULES, ...to];
    execFileSync(process.execPath, argv, { cwd: ROOT, stdio: "inherit" });
    copyFileSync(join(ROOT, "package.json"), join(made, "package.json"));
    putInPlace(made, folder);
  } finally {
    rmSync(made, { recursive: true, force: true }); // It still exists if tsc failed, or another run was first.
  }
  removeOld();
}

function putInPlace(made, folder) {
  try {
    renameSync(made, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}

function removeOld() {
  const folders = readdirSync(FOLDER).map((name) => join(FOLDER, name));
  const old = folders.toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const folder of old.slice(MOST_KEPT)) rmSync(folder, { recursive: true, force: true });
}

/** A digest of everything that the modules are emitted from. */
function stateOfSources() {
  const hash = createHash("sha256");
  const names = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).sort();
  const files = names.filter((name) => name.endsWith(".ts")).map((name) => join("src", name));
  for (const file of [...files, ...SETTINGS]) {
    const { size, mtimeMs } = statSync(join(ROOT, file));
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest("hex").slice(0, 16);
}
