/**
 * Bundles the compiled program into few files: a module graph of a hundred takes Node longer to load
 * than a small transcript takes to compact. What is loaded on demand stays apart, but what the main
 * command needs is one file, and comments are left out: Node reads them at every start. Run by `npm run
 * build`, after `tsc` has written the types.
 */
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const source = (name) => fileURLToPath(new URL(`../src/${name}`, import.meta.url));

/** What each module imports before it runs. */
const imports = new Map();

const bundle = await rolldown({
  input: {
    index: source("index.ts"),
    main: source("cli/main.ts"),
    worker: source("engine/workers/worker.ts"),
    man: source("cli/docs/man-page.ts"),
  },
  platform: "node",
  preserveEntrySignatures: "allow-extension",
  // A small library inside costs less than the search for its files.
  external: [/^node:/, /^(?!get-east-asian-width)@?[a-z][\w-]*(\/|$)/],
  logLevel: "warn",
  plugins: [
    {
      // Importing all names of it, also those that load more, takes Node ten times as long as requiring it.
      name: "require-fs",
      renderChunk: (code) =>
        code.replace(
          /^import \{([^}]*)\} from "node:fs";$/m,
          (_, names) =>
            `import { createRequire as requireFrom } from "node:module";
const {${names.replaceAll(" as ", ": ")}} = requireFrom(import.meta.url)("node:fs");`,
        ),
    },
    {
      name: "imports",
      buildEnd() {
        for (const id of this.getModuleIds()) imports.set(id, this.getModuleInfo(id).importedIds);
      },
    },
  ],
});
/** All modules that are loaded with this one. */
function loadedWith(name, loaded = new Set()) {
  const left = [source(name)];
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (!imports.has(id) || loaded.has(id)) continue;
    loaded.add(id);
    left.push(...imports.get(id));
  }
  return loaded;
}

/** Tells whether a module is loaded with one of these; the graph is known when the first is asked for. */
function among(...names) {
  let loaded;
  return (id) => {
    loaded ??= names.reduce((all, name) => loadedWith(name, all), new Set());
    return loaded.has(id);
  };
}

const isStart = among("cli/main.ts");
const isCore = among("cli/program.ts", "cli/commands/compact/run.ts");
/** What looking something up in an archive takes: it is to be as quick as the start. */
const isLookup = among("cli/commands/show/show-quickly.ts");

await bundle.write({
  dir: fileURLToPath(new URL("../dist", import.meta.url)),
  format: "esm",
  entryFileNames: "[name].js",
  // Beside the entries, so that files find each other by the same relative names.
  chunkFileNames: "[name]-[hash].js",
  // Names that a stack shows stay.
  minify: { compress: false, mangle: { toplevel: false }, codegen: true },
  codeSplitting: {
    includeDependenciesRecursively: false,
    groups: [
      { name: "start", test: (id) => isStart(id) || (isCore(id) && isLookup(id)), priority: 3 },
      { name: "lookup", test: isLookup, priority: 2 },
      { name: "core", test: isCore, priority: 1 },
    ],
  },
});
