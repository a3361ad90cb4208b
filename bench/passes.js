#!/usr/bin/env node
/**
 * Prints what each pass takes out of saved transcripts beyond a window of 10 turns, and by itself, in
 * shares of their chars, and what share of what later turns drew on each leaves in view:
 *
 *   npm run build && node bench/passes.js sessions-of-one-agent/ sessions-of-another/
 *
 * Each argument is a file or a folder of them, and a column.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { compact, compare } from "../dist/index.js";

const PASSES = {
  "--dedupe": { dedupe: true },
  "--stale-reads": { staleReads: true },
  "--redundant": { redundant: true },
  "--collapse-failures": { collapseFailures: true },
  "--clamp 8k": { clamp: 8000 },
  "--clamp 2k": { clamp: 2000 },
  "--shrink-inputs 400": { shrinkInputs: 400 },
};

const inputs = process.argv
  .slice(2)
  .map((path) => ({ name: basename(path), files: filesIn(path) }));
if (inputs.length === 0) throw new Error("expected files or folders of transcripts");

const RAW = { observationMasking: false };

const rows = [
  ["chars", (files) => sizeOf(files, RAW).toLocaleString("en-US")],
  ["a window of 10", (files) => share(files, RAW, {})],
  ...Object.entries(PASSES).map(([name, pass]) => [
    `\`${name}\``,
    (files) => `${share(files, {}, pass)} (${share(files, RAW, { ...RAW, ...pass })})`,
  ]),
  ["recall with a window of 10", (files) => recallOf(files, {})],
  ...Object.entries(PASSES).map(([name, pass]) => [
    `recall with \`${name}\` beside it`,
    (files) => recallOf(files, pass),
  ]),
];

console.log(`| | ${inputs.map(({ name }) => name).join(" | ")} |`);
console.log(`|---|${"---|".repeat(inputs.length)}`);
for (const [name, value] of rows)
  console.log(`| ${name} | ${inputs.map(({ files }) => value(files)).join(" | ")} |`);

/** The share of the chars that some options take out and others do not. */
function share(files, before, after) {
  const saved = sizeOf(files, before) - sizeOf(files, after);
  return `${((100 * saved) / sizeOf(files, RAW)).toFixed(1)} %`;
}

/** What later turns drew on and could still see, with a window of 10 and a pass. */
function recallOf(files, pass) {
  let references = 0;
  let missed = 0;
  for (const bytes of files) {
    try {
      const { totals } = compare(bytes, { windows: [10], every: [1], ...pass });
      const [{ recall }] = totals.outcomes;
      references += recall.references;
      missed += recall.missed;
    } catch (error) {
      if (error.code !== "unknown-format") throw error;
    }
  }
  return (1 - missed / references).toFixed(3);
}

function sizeOf(files, options) {
  let chars = 0;
  for (const bytes of files) {
    try {
      for (const { afterChars } of compact(bytes, options).transcripts) chars += afterChars;
    } catch (error) {
      if (error.code !== "unknown-format") throw error;
    }
  }
  return chars;
}

function filesIn(path) {
  const paths = statSync(path).isDirectory()
    ? readdirSync(path).map((name) => join(path, name))
    : [path];
  return paths.map((each) => readFileSync(each));
}
