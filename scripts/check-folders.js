/** Fails where folders next to each other import one another in a circle. Biome knows circles of files only. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const PARENTS = ["src/engine/plain", "src/json/kernel/assembly"];

let isFine = true;
for (const parent of PARENTS) {
  const left = importsBetween(parent);
  for (let isLess = true; isLess; ) {
    const size = left.size;
    for (const [folder, imported] of left)
      if (![...imported].some((each) => left.has(each))) left.delete(folder);
    isLess = left.size < size;
  }
  if (left.size === 0) continue;
  isFine = false;
  console.error(`${parent}: a circle of imports among ${[...left.keys()].join(", ")}`);
}
if (!isFine) {
  console.error("expected each folder to import only those before it: move what they share");
  process.exit(1);
}

/** By folder in `parent`, the others there that its files import. */
function importsBetween(parent) {
  const folders = new Map();
  for (const name of readdirSync(parent, { recursive: true })) {
    if (!name.endsWith(".ts")) continue;
    const file = join(parent, name);
    const folder = folderIn(parent, file);
    const imported = folders.get(folder) ?? new Set();
    folders.set(folder, imported);
    for (const [, path] of readFileSync(file, "utf8").matchAll(/\bfrom "(\.[^"]+)"/g)) {
      const to = join(dirname(file), path);
      const other = to.startsWith(`${parent}/`) ? folderIn(parent, to) : folder;
      if (other !== folder) imported.add(other);
    }
  }
  return folders;
}

function folderIn(parent, file) {
  const [first = "", ...rest] = file.slice(parent.length + 1).split("/");
  return rest.length === 0 ? "." : first;
}
