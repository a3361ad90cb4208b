#!/usr/bin/env node
/**
 * Writes generated transcripts to stdout, always the same for the same arguments:
 *
 *   node bench/generate.js rows|lines MEGABYTES
 *
 * `rows` has conversations of 60 tool turns, one a line; `lines` one conversation with a message a
 * line. Observations are about 80 % of the chars: text that looks like tool output, with line breaks,
 * quotes and some characters beyond ASCII.
 */
import { writeSync } from "node:fs";

const [layout = "rows", megabytes = "100"] = process.argv.slice(2);
const target = Number(megabytes) * 1e6;
const TURNS = 60;

let seed = 20250829;
function random() {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32;
}
function pick(list) {
  return list[Math.floor(random() * list.length)];
}

const WORDS =
  "return value request handler config error path module index parse token buffer stream result test assert expected state update render cache session user file line column the of to and in is for with not from".split(
    " ",
  );
const ODD = ["—", "é", "“quoted”", "✓", "日本", "🙂", "naïve", "→"];

function sentence(words) {
  let text = "";
  for (let k = 0; k < words; k++) text += (k === 0 ? "" : " ") + pick(WORDS);
  return text;
}

function outputLine() {
  switch (Math.floor(random() * 6)) {
    case 0:
      return `    ${pick(WORDS)}_${pick(WORDS)} = self.${pick(WORDS)}("${sentence(2)}", ${Math.floor(random() * 9999)})`;
    case 1:
      return `src/${pick(WORDS)}/${pick(WORDS)}.py:${Math.floor(random() * 900)}: ${sentence(6)}`;
    case 2:
      return `  "${pick(WORDS)}": {"${pick(WORDS)}": "${sentence(3)}", "n": ${random().toFixed(4)}},`;
    case 3:
      return `${sentence(9)}${random() < 0.15 ? ` ${pick(ODD)} ${sentence(2)}` : ""}.`;
    case 4:
      return `-rw-r--r-- 1 dev dev ${Math.floor(random() * 99999)} Mar  4 09:12 ${pick(WORDS)}.ts`;
    default:
      return `\t${pick(WORDS)}(${pick(WORDS)}, '${pick(WORDS)}')  # ${sentence(5)}`;
  }
}

// A pool of observations: making each anew would take longer than anything that is measured.
const POOL = Array.from({ length: 400 }, () => {
  const lines = 10 + Math.floor(random() ** 2 * 90);
  return Array.from({ length: lines }, outputLine).join("\n");
});

function turn(n) {
  const id = `call_${n.toString(36).padStart(8, "0")}`;
  const args = JSON.stringify({
    command: `${pick(WORDS)} ${sentence(4)}`,
    path: `src/${pick(WORDS)}.ts`,
  });
  return [
    {
      role: "assistant",
      content: `${sentence(50 + Math.floor(random() * 60))}.`,
      tool_calls: [
        {
          id,
          type: "function",
          function: { name: pick(["bash", "read_file", "search"]), arguments: args },
        },
      ],
    },
    { role: "tool", tool_call_id: id, content: pick(POOL) },
  ];
}

const opening = () => [
  { role: "system", content: `You are a programmer. ${sentence(120)}.` },
  { role: "user", content: `Please ${sentence(60)}.` },
];

let written = 0;
let batch = "";
function put(text) {
  batch += text;
  if (batch.length < 1 << 22) return;
  flush();
}
function flush() {
  const bytes = Buffer.from(batch);
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      if (error.code === "EPIPE") process.exit(0);
      if (error.code !== "EAGAIN") throw error;
    }
  }
  written += bytes.length;
  batch = "";
}

let n = 0;
if (layout === "rows") {
  for (let row = 0; written + batch.length < target; row++) {
    const messages = opening();
    for (let k = 0; k < TURNS; k++) messages.push(...turn(n++));
    put(`${JSON.stringify({ id: `run-${row}`, reward: 1, messages })}\n`);
  }
} else {
  for (const message of opening()) put(`${JSON.stringify(message)}\n`);
  while (written + batch.length < target)
    for (const message of turn(n++)) put(`${JSON.stringify(message)}\n`);
}
flush();
