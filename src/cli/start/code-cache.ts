import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { Script } from "node:vm";

/** Called with each file of the program that was compiled. */
export type OnCompiled = (file: string, script: Script) => void;

/** Ends the name of a file that holds the code of another file's functions. */
export const CODE = ".code";

/** How a file of this package loads others. To make these anew takes Node longer than to load this module. */
export interface Outside {
  readonly require: NodeJS.Require;
  /** Its `import()`. V8 forgets that of files that are loaded here, in functions that are not compiled again. */
  importModule(id: string): Promise<unknown>;
  /** Whether code may be kept that was not at the build. */
  readonly keepsCode?: boolean;
}

/**
 * Loads a file of the bundled program, and what it requires, with the code of its functions that was kept
 * when it was built: compiling them is half of a short run. Another version of Node does not take that code:
 * see `codeOfThisNode`.
 */
export function loadProgram(
  folder: string,
  name: string,
  { require: outside, importModule, keepsCode = false }: Outside,
  onCompiled?: OnCompiled,
): unknown {
  const loaded = new Map<string, { exports: unknown }>();
  let compile = (path: string) => compiled(path, bytesOf(`${path}${CODE}`));
  /** Compiles the first file as the others will be; undefined where no code is kept for this Node. */
  const compileFirst = (path: string): Script | undefined => {
    const script = V8 === process.versions.v8 ? compile(path) : undefined;
    if (script !== undefined && (!isNew(script) || onCompiled !== undefined)) return script;
    const compileHere = codeOfThisNode(outside, keepsCode);
    compile = compileHere ?? compile;
    return compileHere?.(path);
  };
  const load = (file: string): unknown => {
    const known = loaded.get(file);
    if (known !== undefined) return known.exports;
    // Without a prototype it is a hash table from the start, to which V8 adds hundreds of names faster.
    const own: { exports: unknown } = { exports: Object.create(null) };
    loaded.set(file, own);
    const path = `${folder}/${file}`;
    const script = loaded.size === 1 ? compileFirst(path) : compile(path);
    if (script === undefined) return outside(path);
    onCompiled?.(file, script);
    const requireFrom = (id: string) => (id.startsWith("./") ? load(id.slice(2)) : outside(id));
    requireFrom.importModule = importModule;
    const run = script.runInThisContext() as ModuleCode;
    run(own.exports, requireFrom, own, path, folder);
    return own.exports;
  };
  return load(name);
}

type ModuleCode = (
  exports: unknown,
  requireFrom: (id: string) => unknown,
  module: { exports: unknown },
  filename: string,
  dirname: string,
) => void;

/** Names the files of this build among others: set by scripts/bundle.js. */
const BUILD = "@build@";

/** The version of V8 whose code was kept at the build, set in the same way. */
const V8: string = "@v8@";

/** Runs that add the code of the functions they call, each other ones: the first. */
const KEEPING_RUNS = 4;

/**
 * Compiles files with the code that the first runs kept where Node, from version 22 on, keeps code itself: in a folder
 * for its version and flags below that of temporary files, or the one that NODE_COMPILE_CACHE names. Undefined where
 * it keeps none. Node's own way takes a third longer: it does not keep code for what is loaded here.
 */
function codeOfThisNode(
  outside: NodeJS.Require,
  keepsCode: boolean,
): ((path: string) => Script) | undefined {
  const { enableCompileCache, getCompileCacheDir } = outside("node:module") as {
    enableCompileCache?: () => unknown;
    getCompileCacheDir?: () => string | undefined;
  };
  enableCompileCache?.();
  // What enabling it returns is in newer versions the folder that all of them share.
  const folder = getCompileCacheDir?.();
  if (folder === undefined) return undefined;
  // Commands run other functions of the same files.
  const kind = /^[a-z]+$/.test(process.argv[2] ?? "") ? "command" : "main";
  const made: MadeCode[] = [];
  if (keepsCode)
    process.on("exit", () => {
      if (made.length > 0) keep(made);
    });
  return (path) => {
    const file = `${folder}/elision-${BUILD}-${kind}-${path.slice(path.lastIndexOf("/") + 1)}${CODE}`;
    const kept = bytesOf(file);
    // Another text than before: of one that V8 has compiled it does not say whether it took the code.
    const script = compiled(path, kept?.subarray(0, -1), ";");
    const runs = isNew(script) ? 0 : (kept?.at(-1) ?? 0);
    if (runs < KEEPING_RUNS) made.push({ file, script, runs: runs + 1 });
    return script;
  };
}

/** The code of a file, and the number of runs that made it: the last byte of what is kept. */
interface MadeCode {
  readonly file: string;
  readonly script: Script;
  readonly runs: number;
}

/** Keeps code for the next run, if it can be written. */
function keep(made: readonly MadeCode[]): void {
  try {
    for (const { file, script, runs } of made) {
      const kept = Buffer.concat([script.createCachedData(), Buffer.of(runs)]);
      writeFileSync(`${file}.${process.pid}`, kept, { mode: 0o600 });
      renameSync(`${file}.${process.pid}`, file);
    }
  } catch {
    // The next run compiles as this one did.
  }
}

/** Whether V8 had no code for it, or none that it takes. */
function isNew(script: Script): boolean {
  return script.cachedDataRejected !== false;
}

function compiled(path: string, cachedData: Buffer | undefined, end = ""): Script {
  const code = `${readFileSync(path, "latin1")}${end}`;
  return new Script(code, { filename: path, cachedData });
}

function bytesOf(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
