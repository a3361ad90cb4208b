import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vitest/config";
import { testedModules } from "../../scripts/tested-modules.js";

const SOURCES = fileURLToPath(new URL("../../src/", import.meta.url));

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
      if (isNative) emittedTo = testedModules();
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

/** The modules that Node imports in place of the runner. */
export const NATIVE = /\/\.cache\/elision\/tested\/\w+\/src\//;
