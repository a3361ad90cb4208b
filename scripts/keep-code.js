/**
 * Keeps the code that V8 makes of the program's functions next to its files: of those that the runs below use.
 * Node takes half the time of a short run to compile them. Run by `npm run build`, last of all.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import start from "../dist/program/start.js";

const program = fileURLToPath(new URL("../dist/program/", import.meta.url));
const fixture = (name) => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));

const RUNS = [
  [fixture("openai-chat/rows.jsonl")],
  [fixture("openai-chat/session.jsonl")],
  [fixture("anthropic/messages.jsonl")],
  [fixture("claude-code/session.jsonl")],
  [fixture("codex/rollout.jsonl")],
];

const scripts = [];
const { run } = start.loadProgram(program, "main.js", (file, script) =>
  scripts.push([file, script]),
);
for (const argv of RUNS) {
  const exitCode = await run(world(argv));
  if (exitCode !== 0) throw new Error(`elision ${argv.join(" ")} ended with ${exitCode}`);
}
for (const [file, script] of scripts)
  writeFileSync(`${program}${file}${start.CODE}`, script.createCachedData());

/** A world that nothing is read from and nothing said to. */
function world(argv) {
  const stream = { identity: undefined, isTerminal: false, columns: undefined };
  return {
    argv,
    env: {},
    stdin: { ...stream, read: async () => 0 },
    stdout: { ...stream, write: async () => {} },
    stderr: { ...stream, write() {} },
    cores: 1,
    now: () => 0,
  };
}
