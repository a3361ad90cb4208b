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
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vitest/config";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SOURCES = join(ROOT, "src/");
const FOLDER = join(ROOT, "node_modules/.cache/elision/tested");

/** Emitted trees that are kept: another run may still read them. */
const MOST_KEPT = 4;

/** What changes emitted modules besides the sources, and what emits them. */
const SETTINGS = ["package.json", "tsconfig.json", "tsconfig.build.json"];
const TSC = "node_modules/typescript/bin/tsc";
const TO_MODULES = [
  "--emitDeclarationOnly",
  "false",
  "--declaration",
  "false",
  "--inlineSourceMap",
  "--noCheck",
];

/**
 * Lets Node import the sources as modules, as `tsc` writes them. The runner would make an object with getters of each
 * module, through which all goes that one takes of another: a tenth of the time of tests. Only for `vitest run`: where
 * it watches, and for `--changed`, it has to know who imports what.
 */
export function nativeSources(): Plugin {
  const isNative = process.argv.includes("run") && !process.argv.some(asksWhatChanged);
  let emittedTo = "";
  return {
    name: "native-sources",
    enforce: "pre",
    configResolved() {
      if (isNative) emittedTo = emit();
    },
    resolveId(source, importer) {
      if (emittedTo === "" || importer === undefined) return undefined;
      if (!/^\.{1,2}\//.test(source)) return undefined;
      // A source that the runner imported itself, for a test that needs it anew, has its own of all others.
      if (importer.startsWith(SOURCES)) return undefined;
      const path = resolve(dirname(importer), source);
      if (!path.startsWith(SOURCES) || !path.endsWith(".ts")) return undefined;
      const emitted = join(emittedTo, `${path.slice(SOURCES.length, -"ts".length)}js`);
      return existsSync(emitted) ? { id: emitted, external: true } : undefined;
    },
  };
}

function asksWhatChanged(argument: string): boolean {
  return argument.startsWith("--changed");
}

/** What of the runner's modules Node imports. */
export const NATIVE = /\/\.cache\/elision\/tested\/\w+\/src\//;

/** Writes the modules, unless there are some of the same sources. Gives their folder. */
function emit(): string {
  const folder = join(FOLDER, stateOfSources());
  const modules = join(folder, "src");
  if (existsSync(folder)) return modules;
  mkdirSync(FOLDER, { recursive: true });
  const made = mkdtempSync(join(FOLDER, "new-"));
  const argv = [TSC, "-p", "tsconfig.build.json", ...TO_MODULES, "--outDir", join(made, "src")];
  execFileSync(process.execPath, argv, { cwd: ROOT, stdio: "inherit" });
  copyFileSync(join(ROOT, "package.json"), join(made, "package.json"));
  try {
    renameSync(made, folder);
  } catch {
    rmSync(made, { recursive: true, force: true }); // Another run was there first.
  }
  removeOld();
  return modules;
}

function removeOld(): void {
  const folders = readdirSync(FOLDER).map((name) => join(FOLDER, name));
  const old = folders.toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const folder of old.slice(MOST_KEPT)) rmSync(folder, { recursive: true, force: true });
}

/** A digest of what the modules are emitted from. */
function stateOfSources(): string {
  const hash = createHash("sha256");
  const names = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).sort();
  const files = names.filter((name) => name.endsWith(".ts")).map((name) => join("src", name));
  for (const file of [...files, ...SETTINGS]) {
    const { size, mtimeMs } = statSync(join(ROOT, file));
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest("hex").slice(0, 16);
}
