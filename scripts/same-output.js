#!/usr/bin/env node
/**
 * Runs two builds of the program over the fixtures and over a folder, under many sets of options, and
 * compares stdout, stderr, exit code and every file that is there afterwards, byte for byte:
 *
 *   node scripts/same-output.js BUILD OTHER_BUILD [--large] [--only TEXT] [FOLDER...]
 *
 * A build is a folder with `bin` and `dist`. Each input is also tried torn, with a bad line, with a byte
 * order mark, with CRLF and gzipped. `--large` adds inputs that are not kept in memory. `--only` runs the
 * sets whose name contains TEXT. Exits with 1 if anything differs, and prints the first differences.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, extname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { large: { type: "boolean" }, only: { type: "string" } },
});
const [one, other, ...folders] = positionals.map((path) => resolve(path));
if (one === undefined || other === undefined) {
  console.error("usage: same-output.js BUILD OTHER_BUILD [--large] [--only TEXT] [FOLDER...]");
  process.exit(2);
}
const FIXTURES = fileURLToPath(new URL("../fixtures", import.meta.url));
const OUT = ["--out-dir", "out"];

/** Sets of options, each over the whole folder of inputs; those that write are followed by their undo. */
const SETS = {
  default: [["in", ...OUT]],
  observations: [["in", ...OUT, "--window", "1", "--window-unit", "observations"]],
  "messages in steps": [
    ["in", ...OUT, "--window", "2", "--window-unit", "messages", "--every", "3"],
  ],
  "tokens, json": [
    ["in", ...OUT, "--window", "300", "--window-unit", "tokens", "--report", "json"],
  ],
  "events, ndjson": [
    ["in", ...OUT, "--window", "4", "--window-unit", "events", "--report", "ndjson"],
  ],
  "budget, csv": [["in", ...OUT, "--window", "1", "--max-input-chars", "2k", "--report", "csv"]],
  "small budget": [
    ["in", ...OUT, "--window", "0", "--max-input-tokens", "100", "--tokenizer", "o200k"],
  ],
  "detailed summary": [
    ["in", ...OUT, "--window", "1", "--max-input-chars", "900", "--summary-style", "detailed"],
  ],
  "summarize after": [
    ["in", ...OUT, "--window", "1", "--summarize-after", "2", "--report", "json"],
  ],
  explain: [["in", ...OUT, "--window", "1", "--explain", "--report", "json", "--min-gain", "1"]],
  "dry run": [["in", "-n", "--window", "1"]],
  "preset openhands": [["in", ...OUT, "--preset", "openhands"]],
  "preset kimi": [["in", ...OUT, "--preset", "kimi", "--window", "1"]],
  "preset swe-agent": [["in", ...OUT, "--preset", "swe-agent"]],
  "preset aggressive": [["in", ...OUT, "--preset", "aggressive", "--report", "json"]],
  "preset hybrid": [
    ["in", ...OUT, "--preset", "hybrid", "--window", "1", "--summarize-after", "1"],
  ],
  archive: [
    ["in", ...OUT, "--window", "1", "--archive", "kept"],
    ["restore", "out", "--archive", "kept", "--out-dir", "again"],
    ["archive", "list", "kept"],
  ],
  "archive, budget, side copies": [
    [
      "in",
      ...OUT,
      "--window",
      "0",
      "--archive",
      "kept",
      "--max-input-chars",
      "900",
      "--side-copies",
      "mask",
    ],
    ["restore", "out", "--archive", "kept", "--out-dir", "again", "--report", "json"],
  ],
  "restore by refs": [
    ["in", ...OUT, "--window", "1", "--archive", "kept"],
    [
      "out",
      "--out-dir",
      "twice",
      "--window",
      "0",
      "--archive",
      "kept",
      "--placeholder",
      "{toolName} cleared {ref}",
    ],
    ["restore", "twice", "--archive", "kept", "--out-dir", "again"],
  ],
  "side copies": [["in", ...OUT, "--window", "0", "--side-copies", "mask"]],
  "in place": [
    ["in", "-i", "--window", "1"],
    ["restore", "-i", "in"],
  ],
  "in place, backup": [["in", "-i", "--backup", ".bak", "--window", "1", "--report", "none"]],
  placeholder: [
    ["in", ...OUT, "--window", "1", "--placeholder", "[{toolName} {args} masked, {lines} lines]"],
  ],
  "every pass": [
    [
      "in",
      ...OUT,
      "--window",
      "1",
      "--dedupe",
      "--stale-reads",
      "--redundant",
      "--collapse-failures",
    ],
    [
      "in",
      "--out-dir",
      "out2",
      "--clamp",
      "200",
      "--keep-images",
      "0",
      "--keep-thinking",
      "1",
      "--shrink-inputs",
      "60",
    ],
  ],
  "head kept": [
    [
      "in",
      ...OUT,
      "--window",
      "0",
      "--max-observation-chars",
      "60",
      "--keep-errors",
      "none",
      "--no-exempt",
    ],
  ],
  "jobs 2": [["in", ...OUT, "--window", "1", "--jobs", "2"]],
  "jobs 2, in place": [
    ["in", "-i", "--no-archive", "--window", "1", "-j", "2", "--report", "json"],
  ],
  strict: [["in", ...OUT, "--window", "1", "--strict"]],
  format: [["in", ...OUT, "--window", "1", "--format", "openai-chat"]],
  check: [["check", "in"]],
  inspect: [["inspect", "in", "--report", "json"]],
  compare: [["compare", "in", "--windows", "1,3", "--report", "json"]],
  replay: [["replay", "in", "--window", "1"]],
  objects: [["in", ...OUT, "--window", "1"], { ELISION_OBJECTS: "1" }],
};

/** Sets for each single input, from a file and from stdin. */
const EACH = {
  stdout: (file) => [["--window", "1", file]],
  stdin: (file) => [["<", file, "--window", "1"]],
  "rows in parts": (file) => [["--window", "1", "--jobs", "2", "-o", "out", file]],
  "two to stdout": (file) => [["--window", "1", file, "in/openai-chat/rows.jsonl"]],
  show: (file) => [["show", "--turn", "1", file]],
};

const clock = join(mkdtempSync(join(tmpdir(), "same-clock-")), "clock.cjs");
writeFileSync(clock, "Date.now = () => 1767225600000;\n");
const room = mkdtempSync(join(tmpdir(), "same-output-"));
const source = join(room, "source");
let differences = 0;
let compared = 0;
try {
  const files = writeInputs(source);
  for (const [name, [...steps]] of Object.entries(SETS)) {
    if (!name.includes(values.only ?? "")) continue;
    const env = Array.isArray(steps.at(-1)) ? {} : steps.pop();
    await compare(name, steps, env);
  }
  for (const [name, stepsFor] of Object.entries(EACH)) {
    if (!name.includes(values.only ?? "")) continue;
    await compare(name, files.flatMap(stepsFor));
  }
} finally {
  rmSync(room, { recursive: true, force: true });
  rmSync(dirname(clock), { recursive: true, force: true });
}
console.log(`${compared} runs and files compared, ${differences} differ`);
process.exitCode = differences === 0 ? 0 : 1;

async function compare(name, steps, env = {}) {
  const [left, right] = await Promise.all([
    resultsOf(one, "one", steps, env),
    resultsOf(other, "other", steps, env),
  ]);
  let differing = 0;
  for (const key of new Set([...left.keys(), ...right.keys()])) {
    compared++;
    if (left.get(key) === right.get(key)) continue;
    if (differing++ < 5) report(name, key, left.get(key), right.get(key));
  }
  differences += differing;
  console.log(`${differing === 0 ? "same" : `${differing} DIFFER`}: ${name} (${left.size})`);
}

function report(name, key, left = "(none)", right = "(none)") {
  const at = [...left].findIndex((char, index) => char !== right[index]);
  const from = Math.max(0, (at < 0 ? left.length : at) - 60);
  console.log(
    `  ${name}: ${key}\n    < ${left.slice(from, from + 200)}\n    > ${right.slice(from, from + 200)}`,
  );
}

/** The results of a build on a copy of the inputs: all output, and all files. */
async function resultsOf(build, side, steps, env) {
  const home = join(room, side, "room");
  mkdirSync(home, { recursive: true });
  cpSync(source, join(home, "in"), { recursive: true, preserveTimestamps: true });
  const results = new Map();
  for (const [k, step] of steps.entries()) {
    const said = await run(build, home, step, env);
    for (const [what, value] of Object.entries(said))
      results.set(`${k} ${step.join(" ")}: ${what}`, value);
  }
  for (const file of filesIn(home))
    if (!/index\.(primary|overflow)$/.test(file))
      // The archive's index has a random name.
      results.set(relative(home, file), readFileSync(file).toString("latin1"));
  rmSync(home, { recursive: true, force: true });
  return shortened(results, home);
}

/** Long values by their hash and their start, without the folder's name, which differs. */
function shortened(results, home) {
  for (const [key, value] of results) {
    const text = value.replaceAll(home, "HOME");
    const hash = createHash("sha256").update(text).digest("hex");
    results.set(key, text.length < 4000 ? text : `${text.slice(0, 4000)} ${hash}`);
  }
  return results;
}

function run(build, home, step, more) {
  const isPiped = step[0] === "<";
  const args = isPiped ? step.slice(2) : step;
  const env = { PATH: process.env.PATH, HOME: home, XDG_DATA_HOME: join(home, "data"), ...more };
  const child = spawn(process.execPath, ["-r", clock, join(build, "bin/elision.js"), ...args], {
    cwd: home,
    env,
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.on("error", () => {});
  child.stdin.end(isPiped ? readFileSync(join(home, step[1])) : "");
  const out = [];
  const err = [];
  child.stdout.on("data", (chunk) => out.push(chunk));
  child.stderr.on("data", (chunk) => err.push(chunk));
  return new Promise((done, fail) => {
    child.on("error", fail);
    child.on("close", (code, signal) =>
      done({
        code: String(code ?? signal),
        stdout: Buffer.concat(out).toString("latin1"),
        stderr: Buffer.concat(err).toString("latin1"),
      }),
    );
  });
}

/** Writes the inputs and their odd variants; returns the names of those to try one by one. */
function writeInputs(into) {
  const files = [];
  for (const folder of [FIXTURES, ...folders]) {
    for (const file of filesIn(folder)) {
      if (extname(file) === ".md") continue;
      const name = join(folder === FIXTURES ? "." : "folder", relative(folder, file));
      const bytes = readFileSync(file);
      put(join(into, name), bytes);
      files.push(join("in", name));
      if (bytes.length > 1e6) continue;
      for (const [odd, changed] of Object.entries(oddlyWritten(bytes))) {
        const path = join(odd, name);
        put(join(into, path), changed);
        if (folder === FIXTURES && odd === "torn") files.push(join("in", path));
      }
    }
  }
  if (values.large) files.push(...writeLarge(into));
  return files;
}

function oddlyWritten(bytes) {
  const text = bytes.toString("latin1");
  const lines = text.split("\n");
  return {
    torn: bytes.subarray(0, Math.floor(bytes.length * 0.7)),
    "bad-line": Buffer.from([lines[0], '{"torn', ...lines.slice(1)].join("\n"), "latin1"),
    "bad-first": Buffer.from(`not json\n${text}`, "latin1"),
    mark: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
    crlf: Buffer.from(text.replaceAll("\n", "\r\n"), "latin1"),
    spread: spread(bytes),
    other: Buffer.from(`${text}\n{"other":1}\n\n`, "latin1"),
    gz: gzipSync(bytes),
  };
}

/** A document on several lines; lines are left as they are. */
function spread(bytes) {
  try {
    return Buffer.from(JSON.stringify(JSON.parse(bytes.toString()), null, 2));
  } catch {
    return bytes;
  }
}

/** Rows, lines and a document of more than 64 MB, in one record or in total. */
function writeLarge(into) {
  const turns = (count, chars) => {
    const messages = [{ role: "user", content: "count the birds" }];
    for (let k = 0; k < count; k++)
      messages.push(
        {
          role: "assistant",
          content: "",
          tool_calls: [
            { id: `c${k}`, type: "function", function: { name: "list", arguments: "{}" } },
          ],
        },
        { role: "tool", tool_call_id: `c${k}`, content: `${k} é "quoted"\n`.repeat(chars / 14) },
      );
    return messages;
  };
  const small = JSON.stringify({ messages: turns(4, 400) });
  const long = JSON.stringify({ messages: turns(40, 2e6) });
  const middling = JSON.stringify({ messages: turns(12, 1e6) });
  const other = JSON.stringify({ other: "x".repeat(68e6) });
  put(join(into, "large/rows.jsonl"), [small, long, other, "", middling, small].join("\n"));
  put(join(into, "large/document.json"), JSON.stringify({ messages: turns(40, 2e6) }, null, 1));
  put(
    join(into, "large/lines.jsonl"),
    turns(40, 2e6)
      .map((each) => JSON.stringify(each))
      .join("\n"),
  );
  const blank = `${" ".repeat(70e6)}\n`;
  const message = JSON.stringify({ role: "tool", tool_call_id: "c1", content: "y".repeat(70e6) });
  const lines = turns(4, 900).map((each) => JSON.stringify(each));
  put(
    join(into, "large/long-lines.jsonl"),
    `${[...lines.slice(0, 4), message, ...lines.slice(4)].join("\n")}\n${blank}`,
  );
  return ["rows.jsonl", "document.json", "lines.jsonl", "long-lines.jsonl"].map((name) =>
    join("in/large", name),
  );
}

function put(path, bytes) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => statSync(file).size >= 0)
    .sort();
}
