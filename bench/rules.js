#!/usr/bin/env node
/**
 * Times each rule of the masking stage on rows of 10, 100 and 1000 turns, as many turns in all, and
 * prints microseconds a turn, so that what is not linear is seen at once:
 *
 *   npm run build && node bench/rules.js
 *
 * Scanning, reading, pairing and writing are in every number: compare with the first row.
 */
import { compact } from "../dist/index.js";

const TURNS = [10, 100, 1000];

/** Turns of an input in all, and how often each is measured. */
const ALL_TURNS = 10_000;
const RUNS = 5;

/** The window, and nothing beside it. */
const BARE = { preserveRecentRawTurns: 5, keepErrors: "none", keepExempt: false };

const RULES = {
  "window alone": {},
  "window in observations": { windowUnit: "observations" },
  "window in messages": { windowUnit: "messages" },
  "window in events": { windowUnit: "events" },
  "window in tokens": { windowUnit: "tokens", preserveRecentRawTurns: 2000 },
  "window, every 10": { every: 10 },
  "keep errors": { keepErrors: "all" },
  "keep errors, last 3": { keepErrors: { last: 3 } },
  "keep errors, excerpts": { keepErrors: { excerpt: 200 } },
  "keep last per tool": { keepLastPerTool: 2 },
  "keep tool": { keepTools: ["read*"] },
  "only tool": { onlyTools: ["bash"] },
  "keep path": { keepPaths: ["src/**/*.ts"] },
  "keep first": { keepFirst: 5 },
  exempt: { keepExempt: true },
  "minimum savings": { minSavings: 5000 },
  "trigger and target": { trigger: 20_000, target: 10_000 },
  explain: { explain: true },
  dedupe: { dedupe: true },
  "stale reads": { staleReads: true },
  redundant: { redundant: true },
  "collapse failures": { collapseFailures: true },
  clamp: { clamp: 200 },
  "shrink inputs": { shrinkInputs: 60 },
  "passes under pressure": {
    ...{ dedupe: true, staleReads: true, collapseFailures: true, clamp: 200 },
    ...{ trigger: 20_000, target: 10_000 },
  },
  "trigger, in tokens": { trigger: 5000, target: 2500, sizeUnit: "tokens" },
  "{args} and {exit}": { placeholder: "[observed {toolName} {args}: {exit}]" },
};

/** On turns with an image and reasoning in each. */
const RICH_RULES = {
  "images and reasoning, window alone": {},
  "keep images": { keepImages: 2 },
  "keep thinking": { keepThinking: 2 },
};

console.log(
  `| µs a turn | ${TURNS.join(" turns | ")} turns |\n|---|${"---|".repeat(TURNS.length)}`,
);
print(rows, RULES);
print(richRows, RICH_RULES);

function print(rowsOf, rules) {
  const inputs = TURNS.map(rowsOf);
  for (let run = 0; run < RUNS; run++) for (const input of inputs) timeATurn(input, {}); // warms up
  for (const [name, options] of Object.entries(rules)) {
    const times = inputs.map((input) => medianOf(() => timeATurn(input, options)).toFixed(1));
    console.log(`| ${name} | ${times.join(" | ")} |`);
  }
}

function medianOf(measure) {
  const times = Array.from({ length: RUNS }, measure);
  return times.sort((a, b) => a - b)[times.length >> 1];
}

/** In time of this process, so that others on the machine do not count. */
function timeATurn(input, options) {
  const start = process.cpuUsage();
  compact(input, { ...BARE, ...options });
  return process.cpuUsage(start).user / ALL_TURNS;
}

/** Conversations of so many turns, one a row: calls of four tools, an eighth of them errors. */
function rows(turns) {
  const lines = [];
  for (let row = 0; row < ALL_TURNS / turns; row++) {
    const messages = [{ role: "user", content: "Make the tests pass." }];
    for (let k = 0; k < turns; k++) {
      const name = ["bash", "read_file", "search", "todo_write"][k % 4];
      const args = JSON.stringify({ path: `src/part${k % 7}/file.ts`, limit: k });
      const call = { id: `call_${k}`, type: "function", function: { name, arguments: args } };
      const exit = k % 8 === 3 ? "Exit code: 1\n" : "";
      const content = exit + `line ${k} of what was found\n`.repeat(40);
      messages.push({ role: "assistant", content: "On it.", tool_calls: [call] });
      messages.push({ role: "tool", tool_call_id: call.id, content });
    }
    lines.push(`${JSON.stringify({ messages })}\n`);
  }
  return Buffer.from(lines.join(""));
}

/** The same in Anthropic's shape: the model thinks before each call, and each result has an image. */
function richRows(turns) {
  const lines = [];
  const source = { type: "base64", media_type: "image/png", data: "iVBORw0KGgo".padEnd(400, "A") };
  for (let row = 0; row < ALL_TURNS / turns; row++) {
    const messages = [{ role: "user", content: "Make the tests pass." }];
    for (let k = 0; k < turns; k++) {
      const id = `toolu_${k}`;
      const thinking = `I should look at number ${k}. `.repeat(10);
      const call = { type: "tool_use", id, name: "screenshot", input: { number: k } };
      const text = `line ${k} of what was found\n`.repeat(20);
      const content = [
        { type: "text", text },
        { type: "image", source },
      ];
      messages.push({ role: "assistant", content: [{ type: "thinking", thinking }, call] });
      messages.push({ role: "user", content: [{ type: "tool_result", tool_use_id: id, content }] });
    }
    lines.push(`${JSON.stringify({ messages })}\n`);
  }
  return Buffer.from(lines.join(""));
}
