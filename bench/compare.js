#!/usr/bin/env node
/**
 * Times a comparison of 8 windows beside one compaction of the same transcript, in this process, and
 * recall by itself, at 100, 1000 and 10,000 turns:
 *
 *   npm run build && node bench/compare.js
 *
 * Times are of this process alone, so that others on the machine do not count; medians of 5 runs.
 */
import { compact, compare } from "../dist/index.js";

const TURNS = [100, 1000, 10_000];
const RUNS = 5;
const WINDOWS = { windows: [1, 2, 3, 5, 8, 10, 16, 32], every: [1] };

console.log(
  "| turns | MB | compaction | compare, 8 windows | ratio | with recall | recall alone |",
);
console.log("|---|---|---|---|---|---|---|");
for (const turns of TURNS) {
  const input = transcript(turns);
  const one = timeOf(() => compact(input));
  const all = timeOf(() => compare(input, { ...WINDOWS, recall: false }));
  const whole = timeOf(() => compare(input, WINDOWS));
  const recall = whole - all;
  const row = [
    turns,
    (input.length / 1e6).toFixed(1),
    `${one.toFixed(1)} ms`,
    `${all.toFixed(1)} ms`,
    `${(all / one).toFixed(1)}x`,
    `${whole.toFixed(1)} ms`,
    recall > 1 ? `${(input.length / 1e3 / recall).toFixed(0)} MB/s` : "too short to tell",
  ];
  console.log(`| ${row.join(" | ")} |`);
}

function timeOf(work) {
  work(); // warms up
  const times = Array.from({ length: RUNS }, () => {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  return times.sort((a, b) => a - b)[RUNS >> 1];
}

/** One conversation in a row: calls of four tools, and text like that of listings and sources. */
function transcript(turns) {
  const messages = [{ role: "user", content: "Make the tests pass." }];
  for (let k = 0; k < turns; k++) {
    const name = ["bash", "read_file", "search", "list"][k % 4];
    const args = JSON.stringify({ path: `src/part_${k % 97}/file_${k % 31}.ts`, limit: k });
    const call = { id: `call_${k}`, type: "function", function: { name, arguments: args } };
    const lines = Array.from(
      { length: 40 },
      (_, line) =>
        `src/part_${(k + line) % 97}/file_${line % 31}.ts:${k + line}: the value of item${(k * 7 + line) % 1009} is used here and there\n`,
    );
    messages.push({ role: "assistant", content: `Now item${(k * 7) % 1009}.`, tool_calls: [call] });
    messages.push({ role: "tool", tool_call_id: call.id, content: lines.join("") });
  }
  return Buffer.from(`${JSON.stringify({ messages })}\n`);
}
