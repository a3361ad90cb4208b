/**
 * Keeps the code that V8 makes of the program's functions next to its files: of those that the runs below use.
 * Node takes half the time of a short run to compile them. Run by `npm run build`, last of all.
 */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import start from "../dist/program/start.js";

const program = fileURLToPath(new URL("../dist/program/", import.meta.url));
const fixture = (name) => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));

const INPUTS = [
  "openai-chat/rows.jsonl",
  "openai-chat/session.jsonl",
  "anthropic/messages.jsonl",
  "claude-code/session.jsonl",
  "codex/rollout.jsonl",
].map(fixture);

const scripts = [];
const { run } = start.loadProgram(program, "main.js", (file, script) =>
  scripts.push([file, script]),
);
const folder = mkdtempSync(join(tmpdir(), "elision-code-"));
try {
  for (const [k, input] of INPUTS.entries()) {
    await keep([input]);
    const copy = join(folder, `${k}.jsonl`);
    copyFileSync(input, copy);
    const archive = join(folder, "archive");
    await keep(["--in-place", "--archive", archive, "--window", "1", "--min-gain", "1", copy]);
  }
} finally {
  rmSync(folder, { recursive: true });
}
for (const [file, script] of scripts)
  writeFileSync(`${program}${file}${start.CODE}`, script.createCachedData());

/** Runs the program, and with that its functions. */
async function keep(argv) {
  const exitCode = await run(world(argv));
  if (exitCode !== 0) throw new Error(`elision ${argv.join(" ")} ended with ${exitCode}`);
}

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
