/** `elision evaluate` against a server with a language model of its own, whose likelihoods are known. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import type { EvaluatedStep, Evaluation } from "../../src/analyses/evaluate/result.ts";
import { answerOf, completionsServer, type Misbehaviour } from "../support/completions-server.ts";
import { folderWith } from "../support/folder.ts";
import { trainedOn } from "../support/ngram-model.ts";
import { plantedRow } from "../support/planted-uses.ts";
import { elision } from "../support/shell.ts";

const model = trainedOn([
  readFileSync(new URL("../../fixtures/recall/known-answer.jsonl", import.meta.url), "utf8"),
]);

/** Sessions of ten turns whose every third result is used five turns later, when a window of 2 has left it. */
const ROWS = ["north", "south", "east"].map((name) => plantedRow({ turns: 10, after: 5, name }));

/** A folder of sessions, and a file for replies. */
function world(rows: readonly string[] = ROWS) {
  const folder = folderWith(Object.fromEntries(rows.map((row, k) => [`${k}.jsonl`, row])));
  return { folder, cache: join(folderWith({}), "replies.ndjson") };
}

const WINDOW = ["--window", "2", "--placeholder", "seed"];

async function evaluate(url: string, folder: string, ...argv: readonly string[]) {
  const asked = ["--model", "openai:m", "--model-url", url, ...WINDOW, "--report", "json"];
  const outcome = await elision(["evaluate", folder, ...asked, ...argv]);
  const report = outcome.stdout === "" ? undefined : (JSON.parse(outcome.stdout) as Evaluation);
  return { ...outcome, report };
}

/** A run that only asks for likelihoods. */
const quickly = (url: string, folder: string, ...argv: readonly string[]) =>
  evaluate(url, folder, "--no-greedy", ...argv);

const sumOf = (all: readonly number[]) => all.reduce((sum, each) => sum + each, 0);

describe("a model that copies from its prompt", () => {
  it("finds a reply less likely only where what it uses is hidden", async () => {
    const { folder } = world();
    const { url } = await completionsServer(model);
    const { report, exitCode, stderr } = await quickly(url, folder);
    expect(exitCode).toBe(0);
    expect(stderr).toContain("prompts and replies of transcripts are sent to openai:m at");
    const { steps, totals } = report as Evaluation;
    const { policy, usesHidden, usesNothingHidden, controls, byAge } = totals;
    // Two of the ten results are used, both when they are outside the window.
    expect(totals).toMatchObject({ replies: 30, unchanged: 9, sampled: 21, measured: 21 });
    expect(totals.unmeasured).toEqual({});
    expect([policy.steps, usesHidden.steps, usesNothingHidden.steps]).toEqual([21, 6, 15]);
    expect(policy.transcripts).toBe(3);
    expect(usesHidden.difference).toBeLessThan(-20);
    expect(usesHidden.interval?.high).toBeLessThan(-20);
    expect(Math.abs(usesNothingHidden.difference)).toBeLessThan(2);
    expect(controls.used).toMatchObject({ steps: 6, verdict: "as expected" });
    expect(controls.used.difference).toBeLessThan(-20);
    expect(controls.unused).toMatchObject({ steps: 6, verdict: "as expected" });
    expect(Math.abs(controls.unused.difference)).toBeLessThan(-controls.used.difference / 10);
    expect(sumOf(byAge.map((each) => each.steps))).toBe(21);
    for (const { used } of steps)
      if (used !== undefined) expect(used).toMatchObject({ hidden: 1, age: 5 });
    expect(policy.difference * 21).toBeCloseTo(
      sumOf(steps.map((step) => step.policy?.difference ?? 0)),
    );
  });

  it("gives its true likelihoods: those of the reply alone, whatever is before it", async () => {
    const { folder } = world(ROWS.slice(0, 1));
    const { url, asked } = await completionsServer(model);
    const { report } = await quickly(url, folder);
    const known = asked.map(({ prompt, ...how }) => {
      expect(how).toEqual({ model: "m", echo: true, logprobs: 1, max_tokens: 1, temperature: 0 });
      const at = prompt.lastIndexOf("<|im_start|>assistant\n") + "<|im_start|>assistant\n".length;
      const logprobs = model.logprobs(prompt).slice([...prompt.slice(0, at)].length);
      return { logprob: sumOf(logprobs), tokens: logprobs.length, reply: prompt.slice(at) };
    });
    expect(known[0]?.reply).toMatch(
      /^<tool_call>\n\{"name": "\w+", "arguments": \{.*\}\}\n<\/tool_call>$/,
    );
    const measured = report?.steps.flatMap(({ raw, policy, unused, used }) => [
      raw,
      policy,
      unused,
      used,
    ]);
    for (const each of measured ?? []) {
      if (each === undefined) continue;
      expect(known.some(({ logprob }) => Math.abs(logprob - each.logprob) < 1e-6)).toBe(true);
    }
    for (const { raw } of report?.steps ?? [])
      expect(known).toContainEqual(
        expect.objectContaining({ tokens: raw.tokens, logprob: expect.closeTo(raw.logprob, 6) }),
      );
  });

  it("is not asked about prompts that the policy leaves as they are: their difference is 0", async () => {
    const rows = ["north", "south"].map((name) => plantedRow({ turns: 4, after: 9, name }));
    const { folder } = world(rows);
    const { url, asked } = await completionsServer(model);
    const { report, exitCode } = await quickly(url, folder, "--window", "50");
    expect(exitCode).toBe(0);
    expect(asked).toEqual([]);
    expect(report?.totals).toMatchObject({ replies: 8, unchanged: 8, measured: 0 });
    expect(report?.totals.policy).toEqual({ steps: 0, transcripts: 0, difference: 0, perToken: 0 });
  });

  it("says how prompts go on: whether another tool is called, or another path named", async () => {
    const { folder } = world();
    // It reads the first path that it sees and has not read; without one it runs the tests.
    const { url } = await completionsServer(model, (asked, _, response) => {
      if (asked.echo === true) return false;
      expect(asked).toMatchObject({ max_tokens: 200, temperature: 0, stop: ["<|im_end|>"] });
      const [path] = [...asked.prompt.matchAll(/^src\/\S+$/gm)]
        .map(([each]) => each)
        .filter((each) => !asked.prompt.includes(`"${each}"`));
      const call =
        path === undefined
          ? '{"name": "test", "arguments": {"all": true}}'
          : `{"name": "read", "arguments": {"path": "${path}"}}`;
      const text = `<tool_call>\n${call}\n</tool_call>`;
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ choices: [{ text }], usage: { prompt_tokens: 9 } }));
      return true;
    });
    const { report } = await evaluate(url, folder);
    const { controls, usesHidden } = (report as Evaluation).totals;
    const none = { steps: 6, tool: 0, path: 0, either: 0, interval: { low: 0, high: 0 } };
    expect(controls.unused.flips).toEqual(none);
    // A path that was found later is still there.
    const all = { ...none, path: 1, either: 1, interval: { low: 1, high: 1 } };
    expect(controls.used.flips).toEqual(all);
    expect(usesHidden.flips?.path).toBe(1);
  });
});

describe("the result of an evaluation", () => {
  it("is the same for the same seed, whatever the order of inputs, and fits its schema", async () => {
    const { folder } = world();
    const { url } = await completionsServer(model);
    const first = await quickly(url, folder, "--steps", "2");
    const again = await quickly(url, folder, "--steps", "2", "--model-jobs", "1");
    expect(again.stdout).toBe(first.stdout);
    const { url: other } = await completionsServer(model);
    const seeded = await quickly(other, folder, "--steps", "2", "--seed", "2");
    const drawn = (report: Evaluation | undefined) =>
      report?.steps.map(({ file, step }) => `${file.slice(-7)} ${step}`);
    expect(drawn(seeded.report)).not.toEqual(drawn(first.report));
    const validate = new Ajv({ strict: false }).compile(
      JSON.parse(
        readFileSync(new URL("../../docs/schemas/evaluation.schema.json", import.meta.url), "utf8"),
      ),
    );
    for (const { report } of [first, seeded, await evaluate(url, folder, "--steps", "1")]) {
      validate(report);
      expect(validate.errors).toBe(null);
    }
    const [one, ...others] = first.report?.steps ?? [];
    expect(validate({ ...first.report, steps: [{ ...one, more: 1 }, ...others] })).toBe(false);
  });

  it("has smaller samples in larger ones", async () => {
    const { folder } = world();
    const { url } = await completionsServer(model);
    const [few, many] = [
      (await quickly(url, folder, "--steps", "1")).report?.steps ?? [],
      (await quickly(url, folder, "--steps", "3")).report?.steps ?? [],
    ];
    const names = many.map(({ file, step }: EvaluatedStep) => `${file} ${step}`);
    expect(few.length).toBeLessThan(many.length);
    for (const { file, step } of few) expect(names).toContain(`${file} ${step}`);
  });

  it("is a table that begins with the answer", async () => {
    const { folder } = world();
    const { url } = await completionsServer(model);
    const asked = ["--model", "openai:m", "--model-url", url, "--steps", "2", ...WINDOW];
    const { stdout } = await elision(["evaluate", folder, ...asked, "--no-greedy"]);
    expect(stdout).toMatch(/^(?:What is hidden makes|No change of) the recorded replies/);
    expect(stdout).toMatch(/^control, used {4,}\d+ {2,}-\d+\.\d\d {2,}-\d+\.\d\d to -\d+\.\d\d/m);
    expect(stdout).toContain("results that the reply uses: less likely is expected: as expected");
    expect(stdout).toContain("with fewer than 10 they say little");
    for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
  });
});

describe("a run that was stopped", () => {
  it("goes on where it was: only what is missing is asked", async () => {
    const { folder, cache } = world();
    const whole = await completionsServer(model);
    const { stdout } = await quickly(whole.url, folder);
    const { url, asked } = await completionsServer(model);
    const kept = ["--model-cache", cache, "--model-jobs", "1"];
    const first = await quickly(url, folder, ...kept, "--max-model-calls", "20");
    expect(first.exitCode).toBe(1);
    expect(asked).toHaveLength(20);
    expect(first.report?.totals.unmeasured).toEqual({
      "the cap of 20 calls is reached": 21 - (first.report?.steps.length ?? 0),
    });
    // A run that is killed may leave half a line.
    writeFileSync(cache, readFileSync(cache, "utf8").slice(0, -9));
    const second = await quickly(url, folder, ...kept);
    expect(second.exitCode).toBe(0);
    expect(asked).toHaveLength(whole.asked.length + 1);
    expect(second.stdout).toBe(stdout);
    const third = await quickly("http://127.0.0.1:9/v1", folder, "--model-jobs", "1");
    expect(third.exitCode).toBe(2);
    expect((await quickly(url, folder, ...kept)).stdout).toBe(stdout);
    expect(asked).toHaveLength(whole.asked.length + 1);
  });

  it("by a cap on tokens has spent no more than that", async () => {
    const { folder, cache } = world();
    let spent = 0;
    const { url } = await completionsServer(model, (asked, _, response) => {
      const answer = answerOf(model, asked);
      const { usage } = answer as { usage: Record<string, number> };
      spent += (usage.prompt_tokens ?? 0) + (usage.completion_tokens ?? 0);
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(answer));
      return true;
    });
    // Its tokens are characters: four times what is estimated, until its first count is known.
    const capped = ["--max-model-tokens", "40k", "--model-jobs", "1", "--model-cache", cache];
    const { report, exitCode } = await quickly(url, folder, ...capped);
    expect(exitCode).toBe(1);
    expect(spent).toBeLessThanOrEqual(40_000);
    expect(spent).toBeGreaterThan(20_000);
    expect(report?.steps.length).toBeGreaterThan(0);
    expect(Object.keys(report?.totals.unmeasured ?? {})).toEqual([
      "the cap of 40000 tokens is reached",
    ]);
  });

  it("by --max-prompt-tokens leaves out the largest prompts, and says so", async () => {
    const { folder } = world();
    const { url } = await completionsServer(model);
    const { report, exitCode } = await quickly(url, folder, "--max-prompt-tokens", "500");
    expect(exitCode).toBe(1);
    expect(Object.keys(report?.totals.unmeasured ?? {})).toEqual([
      "the prompt is larger than --max-prompt-tokens 500",
    ]);
    expect(report?.totals.measured).toBeGreaterThan(0);
  });
});

describe("a server that", () => {
  const failing = async (misbehaves: Misbehaviour, ...argv: readonly string[]) => {
    const { folder } = world(ROWS.slice(0, 2));
    const { url, asked } = await completionsServer(model, misbehaves);
    return { ...(await quickly(url, folder, "--steps", "1", ...argv)), asked };
  };
  const sends =
    (body: unknown, status = 200): Misbehaviour =>
    (_asked, _count, response) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
      return true;
    };
  const made = { tokens: ["x"], token_logprobs: [-1], text_offset: [0] };

  it.each([
    ["has no log-probabilities", sends({ choices: [{ text: "x", logprobs: null }] })],
    ["has those of generated tokens alone", sends({ choices: [{ text: "x", logprobs: made }] })],
    ["refuses to echo", sends({ error: { message: "Only no echo is supported" } }, 400)],
  ])("%s is named, with one that has them", async (_, misbehaves) => {
    const { exitCode, stdout, stderr } = await failing(misbehaves);
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("the server sends no log-probabilities of the prompt");
    expect(stderr).toContain("vllm serve MODEL");
  });

  it("fails at first is asked again", async () => {
    const { exitCode, report } = await failing((asked, count, response) =>
      count > 2 ? false : sends({ error: { message: "busy" } }, 500)(asked, count, response),
    );
    expect(exitCode).toBe(0);
    expect(report?.totals.unmeasured).toEqual({});
  });

  it.each([
    [
      "only fails",
      sends({ error: { message: "out of memory" } }, 500),
      "out of memory (4 attempts)",
    ],
    ["has no such model", sends({ message: "no model m" }, 404), "no model m"],
    ["answers no JSON", sends("<html>"), "the server's answer is no JSON"],
    [
      "answers nothing of the protocol",
      sends("null"),
      "the server's answer is none of its protocol",
    ],
    ["never answers", () => true, "no reply within 0.02 s", "--model-timeout", "0.02s"],
  ] as const)(
    "%s leaves nothing measured, which is said",
    async (_, misbehaves, reason, ...argv: readonly string[]) => {
      const { exitCode, stdout, stderr } = await failing(misbehaves, ...argv);
      expect([exitCode, stdout]).toEqual([2, ""]);
      expect(stderr).toContain(`no reply could be measured: ${reason}`);
    },
  );

  it("fails for some prompts leaves these out", async () => {
    const { exitCode, report } = await failing(
      (asked, count, response) =>
        asked.prompt.includes("north") &&
        sends({ error: { message: "maximum context length" } }, 400)(asked, count, response),
    );
    expect(exitCode).toBe(1);
    expect(Object.keys(report?.totals.unmeasured ?? {})).toEqual(["maximum context length"]);
    expect(report?.steps.length).toBeGreaterThan(0);
    expect(report?.steps.every(({ file }) => file.endsWith("1.jsonl"))).toBe(true);
  });
});

describe("elision evaluate", () => {
  it.each([
    [[], "expected --model openai:NAME and --model-url URL"],
    [["--model", "anthropic"], "--model: expected openai:NAME"],
    [["--model", "openai:m"], "--model-url: expected the address of a server"],
    [["-n", "--report", "json"], "-n has no report"],
    [["--steps", "0", "-n"], "--steps"],
    [["--template", "alpaca", "-n"], "--template"],
  ])("refuses %j", async (argv, message) => {
    const { folder } = world(ROWS.slice(0, 1));
    const { exitCode, stdout, stderr } = await elision(["evaluate", folder, ...argv]);
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
  });

  it("says with -n how much it would ask, and asks nothing", async () => {
    const { folder } = world();
    const { url, asked } = await completionsServer(model);
    const { stdout, exitCode } = await elision(["evaluate", folder, "-n", ...WINDOW]);
    expect(exitCode).toBe(0);
    await evaluate(url, folder);
    expect(stdout).toMatch(
      /^replies: 30; nothing is hidden before 9 of them\ndrawn: 21\ncalls: (\d+), about [\d,]+ tokens/,
    );
    expect(Number(/calls: (\d+)/.exec(stdout)?.[1])).toBe(asked.length);
  });

  it("reads stdin and other formats, and says when there is nothing in an input", async () => {
    const { url } = await completionsServer(model);
    const flags = ["--model", "openai:m", "--model-url", url, "--no-greedy", "--report", "json"];
    const stdin = ROWS[0] ?? "";
    const { stdout } = await elision(["evaluate", "-", ...flags, ...WINDOW], { stdin });
    expect(JSON.parse(stdout).totals).toMatchObject({ replies: 10, measured: 7 });
    const other = "fixtures/anthropic/messages.jsonl";
    const read = await elision(["evaluate", other, ...flags, "--window", "1", "--steps", "1"]);
    expect(JSON.parse(read.stdout).totals.replies).toBeGreaterThan(0);
    const empty = await elision(["evaluate", "-", ...flags], { stdin: "" });
    expect(empty.exitCode).toBe(0);
    expect(empty.stderr).toContain("is empty");
  });
});
