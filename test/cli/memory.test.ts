/** What is kept in memory of each message of a transcript that is too large to be held. */
import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folderWith } from "../support/folder.ts";
import { peakKb } from "../support/peak-memory.ts";

/** What is no longer held is soon gone: what is left to measure is what is kept. */
const COLLECT_OFTEN = ["--max-semi-space-size=1", "--max-old-space-size=40", "--expose-gc"];

/** More than the 100 bytes that are to be kept of a message, for what V8 has not collected yet. */
const MOST_BYTES = 150;

/** Writes a file a megabyte at a time: millions of small writes would take longer than what is measured. */
function fileOf(name: string, pieces: Iterable<string>): string {
  const file = join(folderWith({}), name);
  const descriptor = openSync(file, "w");
  let held = "";
  for (const piece of pieces) {
    held += piece;
    if (held.length < WRITE_CHARS) continue;
    writeSync(descriptor, held);
    held = "";
  }
  writeSync(descriptor, held);
  closeSync(descriptor);
  return file;
}

const WRITE_CHARS = 1_000_000;

const OUTPUT = "the output of a tool, which is not long. ".repeat(4);

/** Long enough that a document of not so many messages is too large to be held. */
const LONGER = OUTPUT.repeat(8);

function* chat(count: number): Iterable<string> {
  yield `{"messages":[{"role":"user","content":"Mend it."}`;
  for (let n = 0; n < count; n += 2) {
    const call = `{"id":"call_${n}","type":"function","function":{"name":"bash","arguments":"{}"}}`;
    yield `,\n{"role":"assistant","content":null,"tool_calls":[${call}]}`;
    yield `,\n{"role":"tool","tool_call_id":"call_${n}","content":"${LONGER}"}`;
  }
  yield "]}";
}

/** Lines of Claude Code's; each `length` of them, but for the first, are a sidechain. */
function* claudeCode(count: number, length = count): Iterable<string> {
  const uuid = (n: number) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, "0")}`;
  for (let n = 0; n < count; n++) {
    const parent = n % length === 0 ? "null" : `"${uuid(n - 1)}"`;
    const side = n < length ? "false" : `true,"agentId":"a${Math.floor(n / length)}"`;
    const head = `"parentUuid":${parent},"uuid":"${uuid(n)}","sessionId":"s","isSidechain":${side}`;
    const message =
      n % 2 === 0
        ? `{"role":"assistant","id":"msg_${n}","content":[{"type":"tool_use","id":"toolu_${n}","name":"Bash","input":{}}]}`
        : `{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_${n - 1}","content":"${OUTPUT}"}]}`;
    yield `{"type":"${n % 2 === 0 ? "assistant" : "user"}",${head},"message":${message}}\n`;
  }
}

const measured = new Map<string, number>();

/** The most memory that a file of so many messages takes, which is measured once. */
function peakOf(name: string, count: number, write: (count: number) => Iterable<string>): number {
  const of = `${name} ${count}`;
  const kb = measured.get(of) ?? peakKb(COLLECT_OFTEN, [fileOf(name, write(count))]);
  measured.set(of, kb);
  return kb;
}

// Even the fewer are so many that the input is not held, all is compiled, and every buffer is there.
it.each([
  ["a document", "run.json", chat, { few: 100_000, many: 200_000 }],
  ["lines whose order is found by ids", "run.jsonl", claudeCode, { few: 120_000, many: 240_000 }],
] as const)("is little of %s", (_, name, write, { few, many }) => {
  const before = peakOf(name, few, write);
  const after = peakOf(name, many, write);
  expect(((after - before) * 1024) / (many - few)).toBeLessThan(MOST_BYTES);
});

it("grows with how many lines there are, not with how many sidechains they are in", () => {
  const one = peakOf("run.jsonl", 40_000, claudeCode);
  const many = peakKb(COLLECT_OFTEN, [fileOf("many.jsonl", claudeCode(40_000, 20))]);
  expect(many - one).toBeLessThan(50_000);
});
