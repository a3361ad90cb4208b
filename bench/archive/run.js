#!/usr/bin/env node
/**
 * Times the index of the archive beside lmdb on the same records, in one run, and prints medians:
 *
 *   node bench/archive/run.js                a million records, 3 runs of each
 *   node bench/archive/run.js 100000 5       a hundred thousand, 5 runs of each
 *
 * lmdb is installed into a folder for temporary files, without running its scripts (it comes built);
 * where that cannot be, it is left out, and it is said.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const [count = "1000000", runs = "3"] = process.argv.slice(2);
const COLD_GETS = 15;

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "elision-bench-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const peers = join(tmpdir(), "elision-bench-peers");
process.env.BENCH_PEERS = peers;

const linearHash = await bundled("linear-hash.js");
const { check } = await import(linearHash);
const entrants = { "linear hash": linearHash };
if (hasLmdb()) entrants.lmdb = here("lmdb.js");
else console.log("lmdb is left out: npm could not install it");

const rows = Object.fromEntries(Object.keys(entrants).map((name) => [name, []]));
for (let run = 0; run < Number(runs); run++)
  for (const [name, entrant] of Object.entries(entrants)) rows[name].push(measure(entrant));

console.log(
  `\n${Number(count).toLocaleString("en-US")} records of 32 bytes, medians of ${runs} runs\n`,
);
console.log(
  `| | ${Object.keys(rows).join(" | ")} |\n|---|${"---|".repeat(Object.keys(rows).length)}`,
);
const line = (what, value) =>
  console.log(
    `| ${what} | ${Object.values(rows)
      .map((of) => value(of))
      .join(" | ")} |`,
  );
const figure = (key, digits) => (of) => median(of.map((each) => each[key])).toFixed(digits);
line("insert all at once, s", figure("onceSeconds", 2));
line("of it processor time, s", figure("onceCpuSeconds", 2));
line("insert in 100 runs, s", figure("runsSeconds", 2));
line("of it processor time, s", figure("runsCpuSeconds", 2));
line("cold get, ms", figure("coldMs", 1));
line("its process, of `node -e 0`", figure("processRatio", 2));
line("warm get, µs of processor time", figure("warmMicros", 1));
line("bytes on disk, MB", figure("megabytes", 1));
const { faults, ...table } = rows["linear hash"][0].table;
if (faults.length > 0) throw new Error(`the table: ${faults[0]}`);
console.log(`\nthe table: ${JSON.stringify(table)}`);

/** One run of an entrant. */
function measure(entrant) {
  const once = mkdtempSync(join(folder, "once-"));
  const inRuns = mkdtempSync(join(folder, "runs-"));
  const atOnce = json([here("measure.js"), entrant, once, count, count]);
  const batch = String(Math.ceil(Number(count) / 100));
  const bits = json([here("measure.js"), entrant, inRuns, count, batch]);
  const colds = Array.from({ length: COLD_GETS }, (_, index) => coldGet(entrant, inRuns, index));
  const result = {
    onceSeconds: atOnce.insertMs / 1000,
    onceCpuSeconds: atOnce.insertCpuMs / 1000,
    runsCpuSeconds: bits.insertCpuMs / 1000,
    runsSeconds: bits.insertMs / 1000,
    warmMicros: bits.warmMicros,
    coldMs: median(colds.map(({ ms }) => ms)),
    processRatio: median(colds.map(({ processRatio }) => processRatio)),
    megabytes: bytesBelow(inRuns) / 1e6,
    table: entrant === linearHash ? check(inRuns) : undefined,
  };
  rmSync(once, { recursive: true });
  rmSync(inRuns, { recursive: true });
  return result;
}

/** A get in a new process, of files that are in no cache. */
function coldGet(entrant, dir, index) {
  for (const file of filesBelow(dir))
    spawnSync("dd", [`of=${file}`, "oflag=nocache", "conv=notrunc,fdatasync", "count=0"]);
  const number = String((index * 104_729) % Number(count));
  const start = performance.now();
  const ms = json([here("one-get.js"), entrant, dir, number]);
  return { ms, processRatio: (performance.now() - start) / timed(["-e", "0"]) };
}

function json(args) {
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${args.join(" ")} failed: ${stderr}`);
  return JSON.parse(stdout);
}

function timed(args) {
  const start = performance.now();
  spawnSync(process.execPath, args);
  return performance.now() - start;
}

/** A module with what it takes of `src`, as Node can load it. */
async function bundled(name) {
  const file = join(folder, name.replace(/js$/, "mjs"));
  const bundle = await rolldown({ input: here(name), platform: "node", logLevel: "warn" });
  await bundle.write({ file, format: "esm" });
  return file;
}

function hasLmdb() {
  if (existsSync(join(peers, "node_modules/lmdb"))) return true;
  mkdirSync(peers, { recursive: true });
  const install = ["install", "--prefix", peers, "--ignore-scripts", "--no-audit", "lmdb@3"];
  return spawnSync("npm", install).status === 0;
}

function filesBelow(dir) {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ path, name }) => join(path, name));
}

function bytesBelow(dir) {
  return filesBelow(dir).reduce((sum, file) => sum + statSync(file).size, 0);
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
