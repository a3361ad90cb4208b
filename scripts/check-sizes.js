/** Fails if more than a few source files are too long to be read at a sitting. */
import { statSync } from "node:fs";
import { listedFiles } from "./listed-files.js";

const MOST_BYTES = 12_000;
const MOST_FILES = 2;
/** Nobody reads generated files. */
const LEFT_OUT = /\.generated\.ts$/;

const long = listedFiles("src/*.ts")
  .filter((name) => !LEFT_OUT.test(name))
  .map((name) => ({ name, bytes: statSync(name).size }))
  .filter(({ bytes }) => bytes > MOST_BYTES);

if (long.length > MOST_FILES) {
  for (const { name, bytes } of long) console.error(`${name}: ${bytes} bytes`);
  console.error(`expected at most ${MOST_FILES} files over ${MOST_BYTES} bytes: part the others`);
  process.exitCode = 1;
}
