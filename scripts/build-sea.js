/**
 * Builds the program as a single executable file that includes the Node that runs this:
 * `npm run build:sea -- [FILE]`. The file needs nothing installed, and runs only on this operating system and
 * processor.
 */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import postject from "postject";
import { rolldown } from "rolldown";
import { asFunction } from "./as-function.js";

const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";
const isMac = process.platform === "darwin";
const fromHere = (path) => fileURLToPath(new URL(path, import.meta.url));
const suffix = process.platform === "win32" ? ".exe" : "";
const target = resolve(process.argv[2] ?? fromHere(`../sea/elision${suffix}`));

const node = realpathSync(process.execPath);
if (!readFileSync(node).includes(FUSE))
  throw new Error(`${node} cannot carry a program: use a Node of nodejs.org`);

const folder = mkdtempSync(join(tmpdir(), "elision-sea-"));
try {
  await build();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(target);

async function build() {
  const program = fromHere("../dist/program");
  const files = readdirSync(program).filter((name) => name !== "start.js" && name !== "worker.js");
  const assets = Object.fromEntries(files.map((name) => [name, join(program, name)]));
  await bundle(fromHere("../src/cli/start/single-file.ts"), "single-file.js");
  // The only library that is not bundled into the program's own files.
  await bundle(createPathOf("ndjson"), "ndjson.js");
  asFunction(join(folder, "ndjson.js"));
  for (const name of ["single-file.js", "ndjson.js"]) assets[name] = join(folder, name);
  assets.names = join(folder, "names");
  writeFileSync(assets.names, Object.keys(assets).join("\n"));
  writeFileSync(
    join(folder, "config.json"),
    JSON.stringify({
      main: join(folder, "single-file.js"),
      output: join(folder, "blob"),
      disableExperimentalSEAWarning: true,
      assets,
    }),
  );
  execFileSync(node, ["--experimental-sea-config", join(folder, "config.json")], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  mkdirSync(dirname(target), { recursive: true });
  rmSync(target, { force: true });
  copyFileSync(node, target);
  chmodSync(target, 0o755);
  if (isMac) execFileSync("codesign", ["--remove-signature", target]);
  await postject.inject(target, "NODE_SEA_BLOB", readFileSync(join(folder, "blob")), {
    sentinelFuse: FUSE,
    ...(isMac && { machoSegmentName: "NODE_SEA" }),
  });
  if (isMac) execFileSync("codesign", ["--sign", "-", target]);
}

function createPathOf(name) {
  return fileURLToPath(import.meta.resolve(name));
}

/** Makes one CommonJS file with everything except Node's own modules. */
async function bundle(input, name) {
  const bundled = await rolldown({ input, platform: "node", logLevel: "warn" });
  await bundled.write({ file: join(folder, name), format: "cjs", codeSplitting: false });
}
