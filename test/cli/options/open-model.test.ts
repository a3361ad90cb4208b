/** What a model does to a run of the program, and what it cannot do. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { folderWith } from "../../support/folder.ts";
import { type Answer, type ModelServer, modelServer, silence } from "../../support/model-server.ts";
import { isRunning, start } from "../../support/process.ts";
import { elision } from "../../support/shell.ts";
import { talkative, talkativeRow } from "../../support/talkative.ts";

const ROW = talkativeRow(12);
const BUDGET = ["--max-input-chars", "5k", "--window", "3"];
const env = { PATH: process.env.PATH, OPENAI_API_KEY: "sk-1", ANTHROPIC_API_KEY: "sk-2" };

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function withServer(
  answers: readonly Answer[],
  {
    protocol = "openai" as "openai" | "anthropic",
    argv = [] as readonly string[],
    stdin = ROW,
  } = {},
) {
  server ??= await modelServer(protocol, answers);
  const model = ["--model", `${protocol}:m`, "--model-url", server.url];
  const budget = argv.includes("--reflect") ? [] : BUDGET;
  return elision([...budget, ...model, "--report", "json", ...argv], { stdin, env });
}

function summaryIn(row: string): string {
  const { messages } = JSON.parse(row) as { messages: { content: string }[] };
  return messages.find(({ content }) => content.startsWith("Conversation summary"))?.content ?? "";
}

describe("a model's reply", () => {
  it("stands in the transcript, and in the report", async () => {
    const { stdout, stderr, exitCode } = await withServer(["Done: feather_1"]);
    expect(summaryIn(stdout)).toBe("Conversation summary:\nDone: feather_1");
    expect(stderr).toContain(`texts of transcripts are sent to openai:m at ${server?.url}`);
    expect(stderr).toContain('"modelAccepted": 1');
    expect(exitCode).toBe(0);
  });

  it("is what a second run has from the cache, without a server", async () => {
    const cache = join(folderWith(), "cache.ndjson");
    const first = await withServer(["Done: feather_1"], { argv: ["--model-cache", cache] });
    const again = await withServer([], {
      argv: ["--model-cache", cache, "--max-model-calls", "0"],
    });
    expect(again.stdout).toBe(first.stdout);
    expect(server?.asked).toHaveLength(1);
    expect(again.stderr).toContain("calls: 0; replies from the cache: 1");
  });
});

describe("a run with a model", () => {
  it("asks for each row, and gives the same bytes on threads and from a file", async () => {
    const rows = [12, 13, 14].map(talkativeRow).join("");
    const folder = folderWith({ "rows.jsonl": rows });
    const { stdout } = await withServer(["Done: feather_2"], { stdin: rows });
    expect(server?.asked).toHaveLength(3);
    const file = join(folder, "rows.jsonl");
    expect((await withServer([], { argv: [file] })).stdout).toBe(stdout);
    const model = ["--model", "openai:m", "--model-url", server?.url ?? ""];
    const onThreads = start([...BUDGET, ...model, "-j", "2", file]);
    expect((await onThreads.ended).stdout).toBe(stdout);
  });

  it("in place replaces the file only when every answer is in", async () => {
    const folder = folderWith({ "row.jsonl": ROW });
    const file = join(folder, "row.jsonl");
    await withServer(["Done: feather_3"], { argv: ["-i", "--no-archive", file] });
    expect(summaryIn(readFileSync(file, "utf8"))).toBe("Conversation summary:\nDone: feather_3");
  });

  it("only says what it would take when it is dry", async () => {
    const { stdout, stderr } = await withServer([], { argv: ["-n"] });
    expect(stdout).toBe("");
    expect(stderr).toMatch(
      /would call openai:m once: about [\d,]+ tokens sent, at most 753 received/,
    );
    expect(server?.asked).toEqual([]);
  });

  it("says which replies it would have from the cache when it is dry, and needs no key", async () => {
    const rows = [12, 13, 14].map(talkativeRow);
    const cache = join(folderWith(), "cache.ndjson");
    await withServer(["Done: feather_1"], {
      stdin: rows.slice(1).join(""),
      argv: ["--model-cache", cache],
    });
    const kept = readFileSync(cache, "utf8");
    const model = ["--model", "openai:m", "--model-url", server?.url ?? "", "--model-cache", cache];
    const dry = await elision([...BUDGET, ...model, "-n"], { stdin: rows.join("") });
    expect(dry.stderr).toMatch(
      /would call openai:m once, with 2 more replies in the cache: about \d,\d+ tokens sent, at most 753 received/,
    );
    const { stderr } = await elision([...BUDGET, ...model, "-n"], { stdin: rows[2] ?? "" });
    expect(stderr).toContain(
      "openai:m 0 times, with 1 more replies in the cache: about 0 tokens sent",
    );
    expect(server?.asked).toHaveLength(2);
    expect(readFileSync(cache, "utf8")).toBe(kept);
    const other = [...BUDGET, "-n", "--model", "openai:m", "--model-cache", `${cache}.none`];
    expect((await elision(other, { stdin: rows.join("") })).stderr).toContain(
      "openai:m 3 times: about",
    );
    expect(existsSync(`${cache}.none`)).toBe(false);
  });

  it("that was killed pays for no reply twice", async () => {
    const rows = [12, 13, 14, 15].map(talkativeRow).join("");
    const folder = folderWith({ "rows.jsonl": rows });
    const [file, cache] = [join(folder, "rows.jsonl"), join(folder, "cache.ndjson")];
    let isSlow = true;
    let stall = () => {};
    const stalled = new Promise<void>((resolve) => {
      stall = resolve;
    });
    server = await modelServer("openai", ({ prompt }) => {
      if (!isSlow || !prompt.includes("wing_10")) return "Done: feather_2";
      stall();
      return silence;
    });
    const model = ["--model", "openai:m", "--model-url", server.url, "--model-jobs", "1"];
    const argv = [...BUDGET, ...model, "--model-cache", cache, file];
    const { child, ended } = start([...argv, "-o", join(folder, "out.jsonl")]);
    await stalled;
    child.kill("SIGKILL");
    await ended;
    const paid = readFileSync(cache, "utf8").split("\n").length - 1;
    const askedBefore = server.asked.length;
    isSlow = false;
    const { stdout } = await elision([...argv, "-q"], { env });
    expect(server.asked.length - askedBefore).toBe(4 - paid);
    expect(
      stdout
        .split("\n")
        .filter((row) => row !== "")
        .map(summaryIn),
    ).toEqual(Array(4).fill("Conversation summary:\nDone: feather_2"));
    expect(readFileSync(file, "utf8")).toBe(rows);
  });

  it.skipIf(process.platform === "win32")(
    "that is ended ends the command it waits for",
    async () => {
      const folder = folderWith({ "row.jsonl": ROW });
      const pid = join(folder, "pid");
      const model = ["--model", `command:sleep 60 & echo $! > '${pid}'; wait`];
      const { child, ended } = start([...BUDGET, ...model, join(folder, "row.jsonl")]);
      const isWritten = () => expect(readFileSync(pid, "utf8")).toMatch(/^\d+\n/);
      await vi.waitFor(isWritten, { timeout: 30_000 });
      const started = Number(readFileSync(pid, "utf8"));
      expect(isRunning(started)).toBe(true);
      child.kill("SIGINT");
      expect((await ended).signal).toBe("SIGINT");
      await vi.waitFor(() => expect(isRunning(started)).toBe(false), { timeout: 30_000 });
    },
  );

  it("asks nothing where nothing is to be summarized", async () => {
    const { stderr } = await withServer([], { argv: ["--max-input-chars", "1M"] });
    expect(server?.asked).toEqual([]);
    expect(stderr).not.toContain("sent");
  });

  it("keeps to the caps", async () => {
    const rows = [12, 13].map(talkativeRow).join("");
    const { stderr } = await withServer(["Done: feather_2"], {
      stdin: rows,
      argv: ["--max-model-calls", "1"],
    });
    expect(server?.asked).toHaveLength(1);
    expect(stderr).toContain("summary the cap of 1 calls is reached");
  });

  it("is refused by the name of what is wrong, before anything is written", async () => {
    const { stdout, stderr, exitCode } = await elision([...BUDGET, "--model", "gpt"], {
      stdin: ROW,
    });
    expect([stdout, exitCode]).toEqual(["", 2]);
    expect(stderr).toContain("--model: expected anthropic, anthropic:NAME");
  });
});

describe("--summarize-after", () => {
  const argv = ["--summarize-after", "4", "--window", "3"];
  const row = (turns: number) => `${JSON.stringify({ messages: talkative(turns).slice(0, -1) })}\n`;
  const turnsIn = (prompt = "") =>
    [...prompt.matchAll(/Turn (\d+):/g)].map(([, turn]) => Number(turn));

  async function summarized(stdin: string): Promise<string> {
    const model = ["--model", "openai:m", "--model-url", server?.url ?? "", "-q"];
    return (await elision([...argv, ...model], { stdin, env })).stdout;
  }

  it("asks about the next turns and the summary before, where a session is compacted as it grows", async () => {
    server = await modelServer("openai", ["Done: feather_1", "Done: feather_1, feather_6"]);
    const first = await summarized(row(8));
    expect(turnsIn(server.asked[0]?.prompt)).toEqual([1, 2, 3, 4]);
    const { messages } = JSON.parse(first);
    const grown = [...messages, ...talkative(12).slice(2 + 16, -1)];
    const second = await summarized(`${JSON.stringify({ messages: grown })}\n`);
    expect(turnsIn(server.asked[1]?.prompt)).toEqual([5, 6, 7, 8]);
    expect(server.asked[1]?.prompt).toContain("Conversation summary:\nDone: feather_1\n");
    expect(second.match(/Conversation summary:/g)).toHaveLength(1);
    expect(summaryIn(second)).toBe("Conversation summary:\nDone: feather_1, feather_6");
  });

  it("asks once about all of them, where one is compacted that is over", async () => {
    server = await modelServer("openai", ["Done: feather_1"]);
    await summarized(row(12));
    expect(server.asked.map(({ prompt }) => turnsIn(prompt))).toEqual([[1, 2, 3, 4, 5, 6, 7, 8]]);
  });
});

describe("--reflect", () => {
  const long = "feather_1 lies here\n".repeat(200);
  const messages = [{ role: "user", content: "count" }] as object[];
  for (const turn of [1, 2, 3]) {
    const call = { id: `${turn}`, type: "function", function: { name: "ls", arguments: "{}" } };
    messages.push(
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", tool_call_id: `${turn}`, content: turn === 1 ? long : "none" },
    );
  }
  const stdin = `${JSON.stringify({ messages })}\n`;

  it("puts what a model makes of a result in its place, and nothing else", async () => {
    const reply = '<result id="1">\nfeather_1 ...(200 times)\n</result>';
    const { stdout, stderr } = await withServer([reply], { stdin, argv: ["--reflect"] });
    const text = `[condensed — ${long.length} chars]\nfeather_1 ...(200 times)`;
    const condensed = JSON.stringify(text).replace("—", "\\u2014");
    expect(stdout).toBe(stdin.replace(JSON.stringify(long), () => condensed));
    expect(stderr).toContain('"modelAccepted": 1');
  });

  it("leaves the transcript as it was where the reply is none", async () => {
    const { stdout, stderr } = await withServer(["sorry"], { stdin, argv: ["--reflect"] });
    expect(stdout).toBe(stdin);
    expect(stderr).toContain("reflection is not the results asked for");
  });

  it("pays for no step twice when what it wrote is compacted again with the same cache", async () => {
    const other = "wing_2 lies there\n".repeat(200);
    const text = stdin.replace('"none"', () => JSON.stringify(other));
    const two = text.replace(/(?=\]\}\n$)/, ',{"role":"assistant","content":"and so on"}');
    server = await modelServer("openai", ({ prompt }) =>
      prompt.includes("Rewrite the results of step 1")
        ? '<result id="1">\nfeather_1\n</result>'
        : "I would rather not",
    );
    const argv = ["--reflect", "--model-cache", join(folderWith(), "cache.ndjson")];
    const once = await withServer([], { stdin: two, argv });
    expect(server.asked).toHaveLength(2);
    expect(once.stderr).toMatch(/"modelAccepted": 1[\s\S]*is not the results asked for/);
    const twice = await withServer([], { stdin: once.stdout, argv });
    expect(twice.stdout).toBe(once.stdout);
    expect(server.asked).toHaveLength(2);
    expect(twice.stderr).toContain("calls: 0; replies from the cache: 1");
    const dry = await withServer([], { stdin: once.stdout, argv: [...argv, "-n"] });
    expect(dry.stderr).toContain("openai:m 0 times, with 1 more replies in the cache");
    await withServer([], { stdin: once.stdout, argv: ["--reflect"] });
    expect(server.asked).toHaveLength(3);
  });

  it("says that it does nothing without a model", async () => {
    const { stdout, stderr } = await elision(["--reflect"], { stdin });
    expect(stdout).toBe(stdin);
    expect(stderr).toContain("--reflect does nothing without --model");
  });

  it.each(["--model-cache", "--max-model-calls", "--model-timeout"])(
    "says so of %s",
    async (flag) => {
      const value = flag === "--model-timeout" ? "30s" : "7";
      const { exitCode, stderr } = await elision([flag, value], { stdin });
      expect(exitCode).toBe(0);
      expect(stderr).toContain(`${flag} does nothing without --model`);
      expect(stderr).not.toContain("--reflect");
    },
  );
});

it("a project's file cannot name a model", async () => {
  const folder = folderWith({ "elision.toml": 'model = "command:cat"\n' });
  const at = process.cwd();
  try {
    process.chdir(folder);
    writeFileSync(join(folder, "row.jsonl"), ROW);
    const { stderr, exitCode } = await elision(["row.jsonl"], { env });
    expect(exitCode).toBe(2);
    expect(stderr).toContain("a project file may not set model");
  } finally {
    process.chdir(at);
  }
});
