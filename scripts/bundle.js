/**
 * Bundles the compiled library and program into few files: Node takes longer to load a graph of a hundred
 * modules than to compact a small transcript. In the program, what is loaded on demand stays separate, but
 * what the main command needs is one file, and comments are left out, because Node reads them at every start.
 * Run by `npm run build`, after `tsc` has written the types.
 */
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { asFunction } from "./as-function.js";
import { loadingLate } from "./deferred-requires.js";
import { firstModules } from "./first-modules.js";
import { lateFormats } from "./late-formats.js";
import {
  budgetRuns,
  documentRuns,
  formatRuns,
  inPlaceRuns,
  lookRuns,
  partRuns,
  plainRuns,
  rowBudgetRuns,
  sessionRuns,
} from "./usual-runs.js";

const source = (name) => fileURLToPath(new URL(`../src/${name}`, import.meta.url));
const dist = (name) => fileURLToPath(new URL(`../dist/${name}`, import.meta.url));

/** Leaves out all libraries but these. */
const external = (inside) => {
  const pattern = new RegExp(`^(?!(?:${inside})(?:$|/))@?[a-z][\\w-]*(/|$)`);
  return (id, importer) =>
    replacementOf(id, importer) < 0 && (id.startsWith("node:") || pattern.test(id));
};
const shared = { platform: "node", preserveEntrySignatures: "allow-extension", logLevel: "warn" };
// Names that appear in stack traces stay.
const minify = { compress: false, mangle: { toplevel: false }, codegen: true };

/** Modules that libraries load and never use here, with the library, and what replaces each. */
const REPLACED = [
  // To run programs; it takes longer to load than all the rest of commander.
  ["node:child_process", "commander", "module.exports = {};"],
  // To detect colours, which we decide ourselves; it loads Node's library for terminals.
  ["#supports-color", "chalk", "export default { stdout: false, stderr: false };"],
  // For ASCII texts, stand-ins of one column each, or bold: see table-columns.ts.
  [
    "string-width",
    "cli-table3",
    'module.exports = (text) => text.replace(/\\x1b\\[\\d+m/g, "").length;',
  ],
  ["@colors/colors/safe", "cli-table3", "module.exports = {};"],
];
const replacementOf = (id, importer) =>
  REPLACED.findIndex(([name, by]) => id === name && importer?.includes(`/${by}/`) === true);
const REPLACEMENT = "\0replacement-";
const WITHOUT_UNUSED = {
  name: "without-unused",
  resolveId(id, importer) {
    const at = replacementOf(id, importer);
    return at < 0 ? undefined : `${REPLACEMENT}${at}`;
  },
  load: (id) =>
    id.startsWith(REPLACEMENT) ? REPLACED[id.slice(REPLACEMENT.length)][2] : undefined,
};

/** Has each command loaded when it is asked for: most runs need none but their own. */
const LATE_COMMANDS = {
  name: "late-commands",
  transform: (code, id) =>
    id === source("cli/commands/index.ts")
      ? code.replace(MEMBER, (_, name, value = name) => `get ${name}() { return ${value}; },`)
      : undefined,
};
const MEMBER = /^\s+(\w+)(?:: (\w+))?,$/gm;

/** See code-cache.ts. */
const IMPORTING = {
  name: "import-module",
  renderChunk: (code, { name }) =>
    name === "start"
      ? undefined
      : code.replace(/\bimport\(/g, "(require.importModule??(id=>import(id)))("),
};

/**
 * Exports as values instead of getters: the exports never change, and no file is used before it has run. See
 * deferred-requires.js.
 */
const PLAIN_EXPORTS = {
  name: "plain-exports",
  renderChunk(code) {
    return code.replace(GETTER, "exports.$1 = $2;");
  },
};
const GETTER =
  /Object\.defineProperty\(exports, ["']([\w$]+)["'], \{\s*enumerable: true,\s*get: function ?\(\) \{\s*return ([\w$]+);\s*\}\s*\}\);/g;

/** Has the bundler's own functions, of a kilobyte, in each file that calls them: to load a file takes longer. */
const RUNTIME_INSIDE = {
  name: "runtime-inside",
  generateBundle(_, bundle) {
    const runtime = Object.values(bundle).find(({ name }) => name === "rolldown-runtime");
    for (const chunk of Object.values(bundle))
      chunk.code = chunk.code.replace(
        RUNTIME,
        (_, name) => `const ${name}={};(exports=>{${runtime.code}})(${name});`,
      );
    delete bundle[runtime.fileName];
  },
};
const RUNTIME = /const (\w+)=require\("\.\/rolldown-runtime-[^"]+"\);/;

/** The subpaths that load no Node modules; those of adapters load their SDK. */
const SUBPATHS = {
  messages: source("api/messages.ts"),
  reduce: source("api/window/index.ts"),
  loop: source("api/loop/index.ts"),
  "ai-sdk": source("api/adapters/ai-sdk-adapter.ts"),
  anthropic: source("api/adapters/anthropic-adapter.ts"),
  langchain: source("api/adapters/langchain-adapter.ts"),
  openai: source("api/adapters/openai-adapter.ts"),
};

/** The readers for subpaths, each in a file of its own: a user's bundle has only those that it imports. */
const READERS = Object.fromEntries(
  [
    ...readFileSync(source("api/chat/named-readers.ts"), "utf8").matchAll(
      /from "(.*\/([\w-]+)\.ts)"/g,
    ),
  ].map(([, path, name]) => [`everywhere-${name}`, source(`api/chat/${path}`)]),
);

/** Files of the program beyond its start: each has the modules that these runs need, and no earlier ones. */
const FILES = [
  ["core", plainRuns],
  ["budgets", rowBudgetRuns],
  ["sessions", sessionRuns],
  ["documents", documentRuns],
  ["replacing", inPlaceRuns],
  ["dropping", budgetRuns],
  ["parts", partRuns],
  ["looking", lookRuns],
  ["commands", () => [["--help"]]],
  ["formats", formatRuns],
];

/** The modules of one format, by the name of its folder or file. */
const FORMAT = /\/src\/formats\/(?!shared\/|arrange\/|registry\/|unread\/)([\w-]+)/;

await bundleLibrary();
await bundleForRequire();
await bundleProgram();
await bundleSubpaths();

async function bundleLibrary() {
  const bundle = await rolldown({
    ...shared,
    input: { index: source("index.ts") },
    external: external("get-east-asian-width"),
  });
  await bundle.write({
    dir: dist(""),
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
    minify,
  });
}

async function bundleSubpaths() {
  const bundle = await rolldown({
    input: { ...SUBPATHS, ...READERS },
    platform: "neutral",
    external: [/^(?![./])/],
    logLevel: "warn",
  });
  await bundle.write({
    dir: dist(""),
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "everywhere-[hash].js",
    minify: { compress: false, mangle: false, codegen: true },
  });
}

/**
 * The same as CommonJS: Node before 20.19 cannot `require` anything else. One bundle, so that nothing is in
 * it twice.
 */
async function bundleForRequire() {
  const bundle = await rolldown({
    ...shared,
    input: { index: source("index.ts"), ...SUBPATHS },
    external: (id, importer) =>
      /^(?:ai|langchain|@langchain)(?:$|\/)/.test(id) ||
      external("get-east-asian-width")(id, importer),
  });
  await bundle.write({
    dir: dist(""),
    format: "cjs",
    entryFileNames: "[name].cjs",
    chunkFileNames: "common-[hash].cjs",
    minify,
  });
}

/** The program is CommonJS, because only for that does Node return the compiled code of a file. */
async function bundleProgram() {
  /** What each module imports statically. */
  const imports = new Map();
  // Bundling a library costs less than finding its files, and some are not CommonJS.
  const inside = [
    ...["get-east-asian-width", "commander", "chalk", "toml-eslint-parser"],
    ...["eslint-visitor-keys", "cli-table3"],
  ];
  const options = {
    ...shared,
    external: external(inside.join("|")),
    plugins: [lateFormats(source("formats/index.ts")), LATE_COMMANDS, WITHOUT_UNUSED],
  };
  const needed = await usualModules(options);
  const bundle = await rolldown({
    ...options,
    input: {
      start: source("cli/start/code-cache.ts"),
      main: source("cli/main.ts"),
      worker: source("cli/start/worker-thread.ts"),
      tasks: source("engine/workers/worker.ts"),
      editor: source("serve/editor/editor-worker.ts"),
      "comparing-thread": source("cli/commands/compare/comparing-thread.ts"),
      man: source("cli/docs/man-page.ts"),
    },
    plugins: [
      ...options.plugins,
      loadingLate(["main", ...FILES.map(([file]) => file), "more", "lookup"], { first: 2 }),
      IMPORTING,
      PLAIN_EXPORTS,
      RUNTIME_INSIDE,
      {
        name: "imports",
        buildEnd() {
          for (const id of this.getModuleIds()) imports.set(id, this.getModuleInfo(id).importedIds);
        },
      },
    ],
  });
  /** Modules that the main command may need. */
  const isMain = among(imports, "cli/main.ts", "cli/program.ts", "cli/commands/compact/run.ts");
  /** Modules for a look-up in an archive, which should be as quick as the start. */
  const isLookup = among(imports, "cli/commands/show/show-quickly.ts");
  await bundle.write({
    dir: dist("program"),
    format: "cjs",
    entryFileNames: "[name].js",
    // Next to the entries, so that files refer to each other by the same relative names.
    chunkFileNames: "[name]-[hash].js",
    minify,
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        {
          name: "start",
          test: (id) => isMain(id) && (needed.start(id) || (needed.core(id) && isLookup(id))),
          priority: 3,
        },
        { name: "lookup", test: isLookup, priority: 2 },
        {
          debugName: "format",
          name: (id) => `format-${FORMAT.exec(id)?.[1]}`,
          test: (id) => isMain(id) && needed.formats(id) && FORMAT.test(id),
          priority: 2,
        },
        ...FILES.map(([name]) => ({
          name,
          test: (id) => isMain(id) && needed[name](id),
          priority: 1,
        })),
        { name: "more", test: isMain, priority: 0 },
      ],
    },
  });
  writeFileSync(dist("program/package.json"), '{ "type": "commonjs" }\n');
  for (const name of readdirSync(dist("program"))) toAscii(dist(`program/${name}`));
  for (const name of readdirSync(dist("program")))
    if (/^(?!start\.).*\.js$/.test(name)) asFunction(dist(`program/${name}`));
  nameBuild(dist("program"));
}

/** Tells start.js which build it belongs to, and whose code that has, so that it does not use that of others. */
function nameBuild(folder) {
  const digest = createHash("sha256");
  for (const name of readdirSync(folder).sort()) digest.update(readFileSync(join(folder, name)));
  const start = join(folder, "start.js");
  const named = readFileSync(start, "latin1")
    .replace("@build@", digest.digest("hex").slice(0, 12))
    .replace("@v8@", process.versions.v8);
  writeFileSync(start, named);
}

/** By the name of a file, a test of modules: whether its runs need them, and no earlier ones. */
async function usualModules(options) {
  const folder = mkdtempSync(join(tmpdir(), "elision-usual-"));
  try {
    const program = {
      ...options,
      input: {
        main: source("cli/main.ts"),
        "src/engine/workers/worker": source("engine/workers/worker.ts"),
      },
    };
    const runs = FILES.map(([, runsIn]) => runsIn(folder));
    const [start, ...others] = await firstModules(program, [[["--version"]], ...runs]);
    const tests = FILES.map(([name], k) => [name, (id) => others[k].has(id)]);
    return { start: (id) => start.has(id), ...Object.fromEntries(tests) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Escapes characters beyond ASCII: Node then reads a file twice as fast, into half the memory. */
function toAscii(path) {
  const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  writeFileSync(path, readFileSync(path, "utf8").replace(/[^\0-\x7f]/g, escaped));
}

/** Tells whether a module is loaded with one of these; the graph must be complete at the first call. */
function among(imports, ...names) {
  let loaded;
  return (id) => {
    loaded ??= names.reduce((all, name) => loadedWith(imports, name, all), new Set());
    return loaded.has(id);
  };
}

/** All modules that are loaded with this one. */
function loadedWith(imports, name, loaded) {
  const left = [source(name)];
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (!imports.has(id) || loaded.has(id)) continue;
    loaded.add(id);
    left.push(...imports.get(id));
  }
  return loaded;
}
