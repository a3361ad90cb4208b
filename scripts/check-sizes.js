/** Fails if more than a few source files are too long to be read at a sitting. */
import { execFileSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";

const MOST_BYTES = 12_000;
const MOST_FILES = 2;
/** Nobody reads generated files. */
const LEFT_OUT = /\.generated\.ts$/;

const long = execFileSync(
  "git",
  ["ls-files", "--cached", "--others", "--exclude-standard", "src"],
  { encoding: "utf8" },
)
  .split("\n")
  .filter((name) => name.endsWith(".ts") && !LEFT_OUT.test(name) && existsSync(name))
  .map((name) => ({ name, bytes: statSync(name).size }))
  .filter(({ bytes }) => bytes > MOST_BYTES);

if (long.length > MOST_FILES) {
  for (const { name, bytes } of long) console.error(`${name}: ${bytes} bytes`);
  console.error(`expected at most ${MOST_FILES} files over ${MOST_BYTES} bytes: part the others`);
  process.exitCode = 1;
}
