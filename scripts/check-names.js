/** Fails if a file name, or the name of a type, means two things in the source. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { listedFiles } from "./listed-files.js";

const DECLARED = /^(?:export )?(?:declare )?(?:abstract )?(?:interface|type|class|enum) (\w+)/gm;
/** File names that are in many folders by design: the list of a folder, a result, files of a command. */
const SHARED_FILE = /(?:^|\/)(?:index|result)\.ts$|^src\/cli\/commands\//;

const files = listedFiles("src/*.ts");

const placesOf = new Map();
const add = (name, file) => placesOf.set(name, (placesOf.get(name) ?? new Set()).add(file));
for (const file of files) {
  if (!SHARED_FILE.test(file)) add(basename(file), file);
  for (const [, name] of readFileSync(file, "utf8").matchAll(DECLARED)) add(`type ${name}`, file);
}

const shared = [...placesOf].filter(([, places]) => places.size > 1);
for (const [name, places] of shared) console.error(`${name}: ${[...places].join(", ")}`);
if (shared.length > 0) {
  console.error("expected one meaning for each name: rename all but one");
  process.exitCode = 1;
}
