/**
 * Fails if a function in the source has more than 60 lines, from the first of its signature to its closing brace, with
 * its comments and the functions in it.
 * Biome's own rule leaves out some of these lines, and cannot read the kernel.
 */
import { readFileSync } from "node:fs";
import { parseSync, Visitor } from "rolldown/utils";
import { listedFiles } from "./listed-files.js";

const MOST_LINES = 60;
/** Nobody reads generated files. */
const LEFT_OUT = /\.generated\.ts$/;
/** AssemblyScript has decorators on functions. */
const DECORATOR = /^@\w+/gm;

const files = listedFiles("src/*.ts").filter((name) => !LEFT_OUT.test(name));

for (const file of files) {
  const text = readFileSync(file, "utf8").replace(DECORATOR, (word) => " ".repeat(word.length));
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const lineOf = (offset) => text.slice(0, offset).split("\n").length;
  const check = ({ start, end }) => {
    const first = lineOf(start);
    const count = lineOf(end) - first + 1;
    if (count <= MOST_LINES) return;
    console.error(`${file}:${first}: a function of ${count} lines: part it`);
    process.exitCode = 1;
  };
  new Visitor({
    FunctionDeclaration: check,
    FunctionExpression: check,
    ArrowFunctionExpression: check,
  }).visit(program);
}
