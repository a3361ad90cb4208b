import { readFileSync } from "node:fs";
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
}

/**
 * Loads a file of the bundled program, and what it requires, with the code of its functions that was kept
 * when it was built: compiling them is half of a short run. Another version of Node does not take that code.
 * Then Node loads the program, and from version 22 on keeps the code itself.
 */
export function loadProgram(
  folder: string,
  name: string,
  { require: outside, importModule }: Outside,
  onCompiled?: OnCompiled,
): unknown {
  const loaded = new Map<string, { exports: unknown }>();
  const load = (file: string): unknown => {
    const known = loaded.get(file);
    if (known !== undefined) return known.exports;
    const own = { exports: {} };
    loaded.set(file, own);
    const path = `${folder}/${file}`;
    const script = compiled(path);
    if (script.cachedDataRejected !== false && loaded.size === 1 && onCompiled === undefined) {
      const { enableCompileCache } = outside("node:module") as { enableCompileCache?: () => void };
      enableCompileCache?.();
      return outside(path);
    }
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

function compiled(path: string): Script {
  const code = readFileSync(path, "latin1");
  return new Script(`(function (exports, require, module, __filename, __dirname) {${code}\n})`, {
    filename: path,
    cachedData: cachedCode(path),
  });
}

function cachedCode(path: string): Buffer | undefined {
  try {
    return readFileSync(`${path}${CODE}`);
  } catch {
    return undefined;
  }
}
