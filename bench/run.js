#!/usr/bin/env node
/**
 * Times elision beside its peers on generated input, in one run, and prints medians and ratios:
 *
 *   npm run bench                  500 MB, 3 runs of each
 *   npm run bench -- 100 5         100 MB, 5 runs of each
 *
 * A peer that is not installed is left out, and it is said. orjson is installed into a virtual environment
 * in the temporary folder, and the programs in Rust are built there, where Python and cargo are.
 */
import { spawnSync } from "node:child_process";
import { cpSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { generatedFiles } from "./generated-files.js";
import { timeInTurn } from "./time-in-turn.js";

const [megabytes = "500", runs = "3"] = process.argv.slice(2);
if (!(Number(megabytes) > 0 && Number(runs) > 0)) {
  console.error("usage: npm run bench -- [MEGABYTES] [RUNS]");
  process.exit(2);
}
// Node 20 reads these certificates at each start, which takes longer than the rest of its start.
delete process.env.NODE_EXTRA_CA_CERTS;
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const { folder, generate } = generatedFiles();

const orjson = orjsonPython();
const rust = rustPeers();
const rows = generate("rows", megabytes);
const lines = generate("lines", megabytes);
const claudeCode = generate("claude-code", megabytes);
const codex = generate("codex", megabytes);
const sweAgent = generate("swe-agent", megabytes);
const defaults = [
  process.execPath,
  here("../bin/elision.js"),
  "--report",
  "none",
  "--window",
  "10",
];
// The peers' job, which is to mask whatever it is.
const program = [...defaults, "--keep-errors", "none", "--no-exempt"];

/** The peers that people use for this, for one input. */
function peers(input) {
  return {
    "Python json": ["python3", here("peers/mask.py"), input],
    ...(orjson && { "Python orjson": [orjson, here("peers/mask_orjson.py"), input] }),
    ...(rust && {
      "Rust simd-json": [join(rust, "mask-rows"), input],
      "Rust sonic-rs, lazy": [join(rust, "mask-sonic"), input],
    }),
  };
}

/** The same job on other shapes and sizes, so that nobody tunes for one. */
function otherShapes() {
  const shapes = [
    ["short", 1],
    ["short", 36],
    ["rows", 36],
    ["long", 36],
    ["unicode", 36],
    ["short", Number(megabytes)],
    ["unicode", Number(megabytes)],
  ];
  const isFirst = ([shape, size], at) =>
    at === shapes.findIndex(([other, its]) => shape === other && size === its);
  return shapes.filter(isFirst).map(([shape, size]) => {
    const input = generate(shape, size);
    return {
      title: `${shape}, ${size} MB`,
      input,
      entrants: {
        elision: [...program, "-j", "1", input],
        "elision, errors kept": [...defaults, "-j", "1", input],
        ...peers(input),
      },
    };
  });
}

const contests = [
  {
    title: `rows, ${megabytes} MB`,
    input: rows,
    entrants: {
      elision: [...program, "-j", "1", rows],
      "elision -j 2": [...program, "-j", "2", rows],
      "elision, errors kept": [...defaults, "-j", "1", rows],
      ...peers(rows),
      "jq -c": ["jq", "-c", "-f", here("peers/mask.jq"), rows],
      "ndjson + JSON.stringify": [process.execPath, here("peers/mask-ndjson.js"), rows],
      "read, look for newlines": [process.execPath, here("peers/newlines.js"), rows],
    },
  },
  {
    title: `lines, ${megabytes} MB`,
    input: lines,
    entrants: {
      elision: [...program, lines],
      "elision, claude-code": [...program, claudeCode],
      "elision, codex": [...program, codex],
      "elision, swe-agent": [...program, sweAgent],
      "read, look for newlines": [process.execPath, here("peers/newlines.js"), lines],
    },
  },
  ...otherShapes(),
];

for (const { title, input, entrants } of contests) {
  const size = statSync(input).size / 1e6;
  const times = timeInTurn(entrants, Number(runs));
  const ours = times.elision;
  console.log(`\n${title}\n\n| | seconds | MB/s | elision is |\n|---|---|---|---|`);
  for (const [name, seconds] of Object.entries(times)) {
    const ratio = name.startsWith("elision") ? "" : `${(seconds / ours).toFixed(1)} times as fast`;
    console.log(`| ${name} | ${seconds.toFixed(3)} | ${(size / seconds).toFixed(0)} | ${ratio} |`);
  }
}

console.log(`\na small file, end to end\n\n| | ms | of node -e 0 |\n|---|---|---|`);
const small = here("../fixtures/openai-chat/session.jsonl");
const starts = timeInTurn(
  {
    "node -e 0": [process.execPath, "-e", "0"],
    "elision --version": [program[0], program[1], "--version"],
    "elision session.jsonl": [...program.slice(0, 2), "--report", "none", small],
    "the same with its table": [program[0], program[1], small],
  },
  15,
);
for (const [name, seconds] of Object.entries(starts)) {
  const ratio = (seconds / starts["node -e 0"]).toFixed(2);
  console.log(`| ${name} | ${(seconds * 1000).toFixed(0)} | ${ratio} |`);
}

/** A Python that has orjson; undefined where there is none to be had. */
function orjsonPython() {
  const venv = join(folder, "venv");
  const python = join(venv, "bin", "python");
  const isMade =
    quietly("python3", ["-m", "venv", venv]) &&
    quietly(python, ["-m", "pip", "install", "--quiet", "orjson"]);
  if (!isMade) console.error("orjson could not be installed: left out");
  return isMade ? python : undefined;
}

/** The folder of the peers in Rust, built; undefined where there is no cargo. */
function rustPeers() {
  const crate = join(folder, "rust");
  cpSync(here("peers/rust"), crate, { recursive: true }); // cargo writes beside its sources
  const manifest = join(crate, "Cargo.toml");
  const isBuilt = quietly("cargo", ["build", "--quiet", "--release", "--manifest-path", manifest]);
  if (!isBuilt) console.error("the peers in Rust could not be built: left out");
  return isBuilt ? join(crate, "target", "release") : undefined;
}

function quietly(command, args) {
  return spawnSync(command, args, { stdio: "ignore" }).status === 0;
}
