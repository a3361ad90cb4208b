#!/usr/bin/env node
/**
 * Writes generated transcripts to stdout, always the same for the same arguments:
 *
 *   node bench/generate.js rows|short|long|unicode|anthropic|lines|document|claude-code|codex|swe-agent MEGABYTES
 *
 * `rows` has conversations of 60 tool turns, one a line; `short` ones as benchmarks of agents record them:
 * a long system prompt, short messages, results that are JSON in a string and thus full of escapes, a tenth
 * of them errors; `long` results of 100 to 400 kB; `unicode` results mostly beyond ASCII; `anthropic` rows of
 * Anthropic's blocks; `lines` one conversation with a message a line, `document` the same as one JSON document;
 * the others the same conversation as those agents save it. Observations are about 80 % of the chars: text that looks
 * like tool output, with line breaks, quotes and some characters beyond ASCII.
 */
import { writeSync } from "node:fs";

const [layout = "rows", megabytes = "100"] = process.argv.slice(2);
const target = Number(megabytes) * 1e6;
if (!(target > 0)) {
  console.error("usage: node bench/generate.js LAYOUT MEGABYTES");
  process.exit(2);
}
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

/** A turn as any format could have it: what the agent said, its call, and the observation. */
function turn(n) {
  return {
    said: `${sentence(50 + Math.floor(random() * 60))}.`,
    id: `call_${n.toString(36).padStart(8, "0")}`,
    name: pick(["bash", "read_file", "search"]),
    args: { command: `${pick(WORDS)} ${sentence(4)}`, path: `src/${pick(WORDS)}.ts` },
    observation: pick(POOL),
  };
}

const SYSTEM = `You are a programmer. ${sentence(120)}.`;
const TASK = `Please ${sentence(60)}.`;

const CHAT_OPENING = [
  { role: "system", content: SYSTEM },
  { role: "user", content: TASK },
];

function chat({ said, id, name, args, observation }) {
  const call = { id, type: "function", function: { name, arguments: JSON.stringify(args) } };
  return [
    { role: "assistant", content: said, tool_calls: [call] },
    { role: "tool", tool_call_id: id, content: observation },
  ];
}

function blocks({ said, id, name, args, observation }) {
  const call = { type: "tool_use", id, name, input: args };
  const result = { type: "tool_result", tool_use_id: id, content: observation };
  return [
    { role: "assistant", content: [{ type: "text", text: said }, call] },
    { role: "user", content: [result] },
  ];
}

let uuids = 0;
function claudeCodeLine(type, message, rest = {}) {
  const id = (n) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, "0")}`;
  const parentUuid = uuids === 0 ? null : id(uuids);
  const common = { isSidechain: false, userType: "external", cwd: "/home/dev/project" };
  const session = { sessionId: id(0), version: "2.1.0", gitBranch: "main" };
  const head = { parentUuid, ...common, ...session, type, message, ...rest };
  return { ...head, uuid: id(++uuids), timestamp: "2026-01-01T00:00:00.000Z" };
}

function claudeCode({ said, id, name, args, observation }) {
  const reply = (block) => ({
    ...{ id: `msg_${id}`, type: "message", role: "assistant", model: "claude-sonnet-4-5" },
    content: [block],
    usage: { input_tokens: 12, cache_read_input_tokens: 40_000, output_tokens: 300 },
  });
  const result = { tool_use_id: id, type: "tool_result", content: observation };
  return [
    claudeCodeLine("assistant", reply({ type: "text", text: said })),
    claudeCodeLine("assistant", reply({ type: "tool_use", id, name, input: args })),
    claudeCodeLine(
      "user",
      { role: "user", content: [result] },
      { toolUseResult: { stdout: observation, stderr: "", interrupted: false, isImage: false } },
    ),
  ];
}

const codexLine = (type, payload) => ({ timestamp: "2026-01-01T00:00:00.000Z", type, payload });

function codex({ said, id, name, args, observation }) {
  const output = `Exit code: 0\nWall time: 0.1 seconds\nOutput:\n${observation}`;
  const text = { type: "output_text", text: said };
  return [
    codexLine("response_item", { type: "message", role: "assistant", content: [text] }),
    codexLine("response_item", {
      ...{ type: "function_call", name, arguments: JSON.stringify(args), call_id: id },
    }),
    codexLine("response_item", { type: "function_call_output", call_id: id, output }),
  ];
}

function sweAgent({ said, id, name, args, observation }) {
  const tool_calls = [
    { id, type: "function", function: { name, arguments: JSON.stringify(args) } },
  ];
  const action = `${name} ${args.command}`;
  return [
    {
      ...{ role: "assistant", content: said, thought: said, action, agent: "main" },
      ...{ tool_calls, message_type: "action" },
    },
    {
      role: "tool",
      content: [{ type: "text", text: observation }],
      ...{ agent: "main", message_type: "observation", tool_call_ids: [id] },
    },
  ];
}

/** A record as a tool gives it, as JSON in the result; or one time in ten an error. */
function shortResult() {
  if (random() < 0.1) return `Error: ${sentence(5)} not available`;
  const entry = () => ({
    number: `${pick(WORDS).toUpperCase()}${Math.floor(random() * 999)}`,
    status: pick(["available", "delayed", "on time"]),
    prices: { basic: Math.floor(random() * 900), business: Math.floor(random() * 900) },
    from: sentence(2),
  });
  return JSON.stringify({
    id: pick(WORDS),
    list: Array.from({ length: 2 + random() * 12 }, entry),
  });
}

const RULES = `${sentence(900)}.`;

function shortRow() {
  const messages = [
    { role: "system", content: RULES },
    { role: "user", content: sentence(20) },
  ];
  const turns = 4 + Math.floor(random() * 20);
  for (let k = 0; k < turns; k++) {
    const asks = random() < 0.3;
    const made = turn(n++);
    if (asks)
      messages.push(
        { role: "assistant", content: sentence(30) },
        { role: "user", content: sentence(9) },
      );
    const call = { name: made.name, arguments: JSON.stringify(made.args) };
    messages.push(
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: made.id, function: call, type: "function" }],
      },
      { role: "tool", tool_call_id: made.id, name: made.name, content: shortResult() },
    );
  }
  return { task_id: n, reward: 1.0, messages };
}

const SCRIPTS = [
  "日本語の長い文章です。",
  "Вывод команды и журнал. ",
  "نتيجة الأمر ",
  "출력 결과 로그 ",
];

function rowOf(turns, observation) {
  const messages = [...CHAT_OPENING];
  for (let k = 0; k < turns; k++)
    messages.push(...chat({ ...turn(n++), observation: observation() }));
  return { id: `run-${n}`, messages };
}

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
const isFull = () => written + batch.length >= target;

/** Lines of one transcript, until there are enough. */
function lines(opening, write) {
  for (const record of opening) put(`${JSON.stringify(record)}\n`);
  while (!isFull()) for (const record of write(turn(n++))) put(`${JSON.stringify(record)}\n`);
}

const LAYOUTS = {
  rows() {
    for (let row = 0; !isFull(); row++) {
      const messages = [...CHAT_OPENING];
      for (let k = 0; k < TURNS; k++) messages.push(...chat(turn(n++)));
      put(`${JSON.stringify({ id: `run-${row}`, reward: 1, messages })}\n`);
    }
  },
  short() {
    while (!isFull()) put(`${JSON.stringify(shortRow())}\n`);
  },
  long() {
    const one = () => pick(POOL).repeat(30 + random() * 60);
    while (!isFull()) put(`${JSON.stringify(rowOf(14, one))}\n`);
  },
  unicode() {
    const one = () => `${pick(SCRIPTS).repeat(20 + random() * 200)}\n${sentence(9)}`;
    while (!isFull()) put(`${JSON.stringify(rowOf(30, one))}\n`);
  },
  anthropic() {
    while (!isFull()) {
      const messages = [{ role: "user", content: TASK }];
      for (let k = 0; k < TURNS / 3; k++) messages.push(...blocks(turn(n++)));
      put(`${JSON.stringify({ system: SYSTEM, messages })}\n`);
    }
  },
  lines: () => lines(CHAT_OPENING, chat),
  document() {
    put(`{"messages":${JSON.stringify(CHAT_OPENING).slice(0, -1)}`);
    while (!isFull()) for (const message of chat(turn(n++))) put(`,${JSON.stringify(message)}`);
    put(`]}\n`);
  },
  "claude-code": () => lines([claudeCodeLine("user", { role: "user", content: TASK })], claudeCode),
  codex() {
    const content = [{ type: "input_text", text: TASK }];
    const meta = codexLine("session_meta", { id: "t", base_instructions: { text: SYSTEM } });
    lines([meta, codexLine("response_item", { type: "message", role: "user", content })], codex);
  },
  "swe-agent"() {
    const opening = CHAT_OPENING.map((message) => ({ ...message, agent: "main" }));
    put(`{"environment":"main","trajectory":[],"history":${JSON.stringify(opening).slice(0, -1)}`);
    while (!isFull()) for (const message of sweAgent(turn(n++))) put(`,${JSON.stringify(message)}`);
    put(`],"info":{"exit_status":"submitted"}}\n`);
  },
};

LAYOUTS[layout]();
flush();
