/** What is kept in memory of each message of a transcript that is too large to be held. */
import { spawnSync } from "node:child_process";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { expect, it } from "vitest";
import { folderWith } from "../support/folder.ts";
import { PROGRAM } from "../support/process.ts";

/** Prints the most memory that a process had resident, in kB. */
const TELL = "process.on('exit', () => console.error(process.resourceUsage().maxRSS))";

const MESSAGES = 400_000;

/** More than what is kept of a message (some hundred bytes, and what V8 has not collected yet). */
const MOST_BYTES = 300;

function peakKb(file: string): number {
  const args = ["--import", `data:text/javascript,${TELL}`, PROGRAM, "-q", file];
  const { stderr, status } = spawnSync("node", args, {
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
  });
  expect(status).toBe(0);
  return Number(stderr.trim());
}

async function fileOf(name: string, pieces: Iterable<string>): Promise<string> {
  const file = join(folderWith({}), name);
  await pipeline(Readable.from(pieces), createWriteStream(file));
  return file;
}

const OUTPUT = "the output of a tool, which is not long. ".repeat(4);

function* chat(count: number): Iterable<string> {
  yield `{"messages":[{"role":"user","content":"Mend it."}`;
  for (let n = 0; n < count; n += 2) {
    const call = `{"id":"call_${n}","type":"function","function":{"name":"bash","arguments":"{}"}}`;
    yield `,\n{"role":"assistant","content":null,"tool_calls":[${call}]}`;
    yield `,\n{"role":"tool","tool_call_id":"call_${n}","content":"${OUTPUT}"}`;
  }
  yield "]}";
}

function* claudeCode(count: number): Iterable<string> {
  const uuid = (n: number) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, "0")}`;
  for (let n = 0; n < count; n++) {
    const parent = n === 0 ? "null" : `"${uuid(n - 1)}"`;
    const head = `"parentUuid":${parent},"uuid":"${uuid(n)}","sessionId":"s","isSidechain":false`;
    const message =
      n % 2 === 0
        ? `{"role":"assistant","id":"msg_${n}","content":[{"type":"tool_use","id":"toolu_${n}","name":"Bash","input":{}}]}`
        : `{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_${n - 1}","content":"${OUTPUT}"}]}`;
    yield `{"type":"${n % 2 === 0 ? "assistant" : "user"}",${head},"message":${message}}\n`;
  }
}

it.each([
  ["a document", "run.json", chat],
  ["lines whose order is found by their ids", "run.jsonl", claudeCode],
] as const)("is little of %s", async (_, name, write) => {
  const small = peakKb(await fileOf(name, write(1000)));
  const large = peakKb(await fileOf(name, write(MESSAGES)));
  console.log(name, small, large, ((large - small) * 1024) / MESSAGES);
  expect(((large - small) * 1024) / MESSAGES).toBeLessThan(MOST_BYTES);
});
