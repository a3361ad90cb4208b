import { readFileSync, writeFileSync } from "node:fs";

const CALL = "(f=>typeof arguments==='undefined'?f:f(...arguments))";
// The second brackets have V8 compile the function at once.
const START = "((function(exports,require,module,__filename,__dirname){";

/**
 * Makes the text of a CommonJS file one function, which Node's `require` calls and code-cache.ts gets as the value of
 * the script: if that had to put more text around the file's, V8 would copy all of it.
 */
export function asFunction(path) {
  writeFileSync(path, `${CALL}${START}${readFileSync(path, "utf8")}\n}))`);
}
