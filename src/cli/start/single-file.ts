/** The entry of the program in a single executable file. The other files of the program are assets in it. */
import module from "node:module";
import { basename, dirname, join } from "node:path";
import { getAsset, getRawAsset } from "node:sea";
import { constants, Script } from "node:vm";
import worker from "node:worker_threads";
import { CODE } from "./code-cache.ts";

/** The asset that holds this file: worker threads begin with it as well. */
const OWN = "single-file.js";
/** The assets, a line each: asking for one that is not there throws. */
const names = new Set(getAsset("names", "utf8").split("\n"));
const folder = dirname(process.execPath);
const outside = module.createRequire(join(folder, "elision.js"));
const loaded = new Map<string, { exports: unknown }>();

/** A worker that is started from text: in a single executable there is no file to start it from. */
class SingleFileWorker extends worker.Worker {
  constructor(file: URL, options: worker.WorkerOptions) {
    super(getAsset(OWN, "utf8"), { ...options, eval: true, argv: [basename(file.pathname)] });
  }
}
worker.Worker = SingleFileWorker;

/** Imports a module of the user's from its file. Node would warn of the only way that it has here. */
async function importFile(id: string): Promise<unknown> {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    const script = new Script("(id) => import(id)", {
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
    const importing = (script.runInThisContext() as (id: string) => Promise<unknown>)(id);
    process.emitWarning = emitWarning;
    return await importing;
  } finally {
    process.emitWarning = emitWarning;
  }
}

async function importModule(id: string): Promise<unknown> {
  return id.startsWith("node:") ? outside(id) : importFile(id);
}

function load(file: string): unknown {
  const known = loaded.get(file);
  if (known !== undefined) return known.exports;
  const own = { exports: {} };
  loaded.set(file, own);
  const path = join(folder, file);
  const script = new Script(getAsset(file, "utf8"), {
    filename: path,
    ...(names.has(file + CODE) && { cachedData: codeOf(file) }),
  });
  const requireFrom = (id: string): unknown => {
    const name = id.startsWith("./") ? id.slice(2) : `${id}.js`;
    return names.has(name) ? load(name) : outside(id);
  };
  requireFrom.importModule = importModule;
  script.runInThisContext()(own.exports, requireFrom, own, path, folder);
  return own.exports;
}

function codeOf(file: string): Buffer {
  return Buffer.from(getRawAsset(file + CODE) as ArrayBuffer);
}

if (worker.isMainThread) void (load("main.js") as { main(): Promise<void> }).main();
else {
  const entry = process.argv.at(-1) ?? "";
  // The file that a thread of the installed program begins with loads this one.
  load(entry === "worker.js" ? "tasks.js" : entry);
}
