import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PRICES } from "../../src/analyses/compare/billing/price-table.ts";
import { compare } from "../../src/api/compare.ts";
import { drawingLines } from "../support/comparison.ts";
import { folderWith } from "../support/folder.ts";
import { sessionLines, sessionRow } from "../support/sessions.ts";
import { elision } from "../support/shell.ts";

const FIXTURES = new URL("../../fixtures", import.meta.url).pathname;
const KNOWN = join(FIXTURES, "recall/known-answer.jsonl");
const ECHO = join(FIXTURES, "recall/echo-control.jsonl");

interface Totals {
  readonly recommendation: Record<string, unknown>;
  readonly outcomes: readonly Record<string, unknown>[];
  readonly alone: Record<string, unknown>;
  readonly [key: string]: unknown;
}

async function compared(
  argv: readonly string[],
  world: Parameters<typeof elision>[1] = {},
): Promise<{ readonly totals: Totals; readonly transcripts: readonly Record<string, unknown>[] }> {
  const { stdout, stderr } = await elision(["compare", "--report", "json", ...argv], world);
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}

describe("compare", () => {
  it("finds the known answer: what each window hides", async () => {
    const { totals } = await compared([KNOWN, "--windows", "3,4,5,6", "--every", "1"]);
    expect(
      totals.outcomes.slice(0, 4).map(({ setting, recall }) => [setting, recall]),
    ).toMatchObject([
      ["3", { references: 2, missed: 2, reAsks: 1 }],
      ["4", { references: 2, missed: 1, reAsks: 1 }],
      ["5", { references: 2, missed: 1, reAsks: 1 }],
      ["6", { references: 2, missed: 0, reAsks: 0 }],
    ]);
  });

  it("is not fooled by names that were known before the observations that have them", async () => {
    const { totals } = await compared([ECHO, "--windows", "0", "--every", "1"]);
    expect(totals.outcomes[0]?.recall).toMatchObject({ references: 0, missed: 0, reAsks: 4 });
  });

  it("lists what would have been missed, with the line and the windows that hide it", async () => {
    const { transcripts } = await compared([KNOWN, "--windows", "4,5", "--every", "1", "--misses"]);
    expect(transcripts[0]?.misses).toEqual([
      {
        step: 6,
        kind: "reference",
        token: "fireValve",
        line: 3,
        tool: "grep",
        age: 6,
        settings: ["4", "5"],
      },
      {
        step: 6,
        kind: "re-ask",
        token: "grep",
        line: 3,
        tool: "grep",
        age: 6,
        settings: ["4", "5"],
      },
    ]);
  });

  it("does not look at recall when told so", async () => {
    const { totals } = await compared([KNOWN, "--no-recall"]);
    expect(totals.outcomes[0]).not.toHaveProperty("recall");
  });

  it("has a setting for every window and step, and for presets", async () => {
    const { totals } = await compared([
      KNOWN,
      "--windows",
      "3,10,3",
      "--every",
      "1,5",
      "--preset",
      "swe-agent,opencode",
    ]);
    const others = ["first-sight", "provider", "swe-agent", "opencode"];
    const names = ["3", "3/5", "10", "10/5", ...others];
    expect(totals.outcomes.map(({ setting }) => setting)).toEqual(names);
    expect(totals.settings).toMatchObject([
      { name: "3", window: 3, windowUnit: "turns", every: 1 },
      { name: "3/5", window: 3, windowUnit: "turns", every: 5 },
      { name: "10" },
      { name: "10/5" },
      { name: "first-sight", preset: "first-sight" },
      { name: "provider", preset: "anthropic", windowUnit: "observations" },
      { name: "swe-agent", preset: "swe-agent", windowUnit: "observations" },
      { name: "opencode", preset: "opencode", windowUnit: "tokens" },
    ]);
  });

  it("compares no more than windows if told so", async () => {
    const { totals } = await compared([
      KNOWN,
      "--windows",
      "3",
      "--every",
      "1",
      "--settings",
      "none",
    ]);
    expect(totals.outcomes.map(({ setting }) => setting)).toEqual(["3"]);
  });

  it("leaves what compacting with that window leaves", async () => {
    const { totals } = await compared([KNOWN, "--windows", "2", "--every", "1"]);
    const { stderr } = await elision(["-n", "--window", "2", "--report", "json", KNOWN]);
    const { afterChars, maskedCount, maskedChars } = JSON.parse(stderr).transcripts[0];
    expect(totals.outcomes[0]).toMatchObject({ chars: afterChars, maskedCount, maskedChars });
  });

  it("bills by the price that is named, by one of a file, or by three figures", async () => {
    const one = ["--windows", "1", "--every", "1", KNOWN];
    const cost = async (argv: readonly string[]) =>
      (await compared([...argv, ...one])).totals.alone.uncachedCost as number;
    const sol = await cost(["--price", "gpt-6-sol"]);
    expect(await cost(["--price", "gpt-6-astra"])).toBeCloseTo(5 * sol, 9);
    const three = ["--input-price", "2", "--write-price", "2.5", "--read-price", ".2"];
    expect(await cost(three)).toBeCloseTo(sol, 9);
    const folder = folderWith({
      "prices.toml":
        '[mine]\ninput = 2\nwrite = 2.5\nread = 0.2\ndate = "2026-11"\n[other]\ninput = 4\nwrite = 4\nread = 4\n',
    });
    expect(await cost(["--price-file", join(folder, "prices.toml")])).toBeCloseTo(sol, 9);
    const other = ["--price-file", join(folder, "prices.toml"), "--price", "other"];
    expect(await cost(other)).toBeCloseTo(2 * sol, 9);
  });

  it("says what is wrong with a price", async () => {
    const folder = folderWith({
      "bad.toml": "[mine]\ninput = 2\nwrite = -1\nread = 0.2\n",
      "odd.toml": "[mine]\ninput = 2\nwrite = 1\nread = 0.2\ncolour = 1\n",
    });
    const said = async (argv: readonly string[]) => {
      const { stderr, stdout, exitCode } = await elision(["compare", KNOWN, ...argv]);
      expect([stdout, exitCode]).toEqual(["", 2]);
      return stderr;
    };
    expect(await said(["--price", "gpt-6-soll"])).toMatch(
      /no price for "gpt-6-soll" \(did you mean "gpt-6-sol"\?\)/,
    );
    expect(await said(["--input-price", "1"])).toContain("--write-price");
    expect(await said(["--price-file", join(folder, "bad.toml")])).toMatch(
      /bad\.toml:3:\d+: mine\.write: expected a number, 0 or more \(got -1\)/,
    );
    expect(await said(["--price-file", join(folder, "odd.toml")])).toContain("unknown key");
    expect(await said(["--windows", "1.5"])).toContain(
      'expected a whole number, 0 or more (got "1.5")',
    );
    expect(await said(["--every", "0"])).toContain("1 or more");
    expect(await said(["--min-recall", "95"])).toContain("0 to 1");
  });

  it("adds the overhead that it is told to every prompt", async () => {
    const one = ["--windows", "1", "--every", "1", KNOWN];
    const { totals } = await compared(one);
    const more = await compared([...one, "--overhead-tokens", "10k"]);
    const requests = totals.requests as number;
    expect(more.totals.alone.promptTokens).toBe(
      (totals.alone.promptTokens as number) + 10_000 * requests,
    );
    expect(more.totals.overheadTokens).toBe(10_000);
  });

  it("adds up transcripts of several formats, and gives quartiles across them", async () => {
    const folder = folderWith({
      "a.jsonl": sessionRow(4) + sessionRow(12),
      "b.jsonl": sessionLines(30),
    });
    writeFileSync(join(folder, "notes.txt"), "nothing");
    const { stdout } = await elision([
      "compare",
      "--report",
      "json",
      "--windows",
      "3",
      "--every",
      "1",
      folder,
      join(FIXTURES, "codex/rollout.jsonl"),
    ]);
    const { totals, transcripts } = JSON.parse(stdout);
    expect(totals).toMatchObject({ transcripts: 4, inputs: 3, skippedFiles: 1 });
    expect(totals.formats).toEqual({ "openai-chat": 3, codex: 1 });
    const sum = transcripts.reduce(
      (all: number, { outcomes: [first] }: { outcomes: { promptTokens: number }[] }) =>
        all + (first?.promptTokens ?? 0),
      0,
    );
    expect(totals.outcomes[0].promptTokens).toBe(sum);
    const { first, median, third } = totals.outcomes[0].quartiles.promptShare;
    expect(first).toBeLessThan(median);
    expect(median).toBeLessThanOrEqual(third);
  });

  it("has nothing to say of transcripts without tool turns", async () => {
    const stdin =
      '{"messages":[{"role":"user","content":"Hi."},{"role":"assistant","content":"Hello."}]}\n';
    const { totals } = await compared([], { stdin });
    expect(totals.recommendation).toEqual({ kind: "nothing-to-mask" });
    const one = await compared(["--windows", "10"], { stdin: sessionRow(1) });
    expect(one.totals.recommendation).toEqual({ kind: "nothing-to-mask" });
  });

  it("does not count the transcripts of an input that cannot be read to its end", async () => {
    const folder = folderWith({
      "good.jsonl": sessionRow(12),
      "bad.jsonl": `${sessionRow(12)}{\n`,
    });
    const { stdout, exitCode } = await elision([
      "compare",
      "--strict",
      "--report",
      "json",
      join(folder, "bad.jsonl"),
      join(folder, "good.jsonl"),
    ]);
    expect(exitCode).toBe(2);
    expect(JSON.parse(stdout).totals).toMatchObject({ transcripts: 1, inputs: 1, failedInputs: 1 });
  });

  it("is the library's, without its shell", async () => {
    const { stdout } = await elision(["compare", "--report", "json", "--misses", KNOWN]);
    const bytes = Buffer.from(await import("node:fs").then((fs) => fs.readFileSync(KNOWN)));
    const result = compare(bytes, { file: KNOWN });
    const told = JSON.parse(stdout);
    expect(JSON.parse(JSON.stringify(result.transcripts))).toEqual(told.transcripts);
    expect(JSON.parse(JSON.stringify(result.recommendation))).toEqual(told.totals.recommendation);
    expect(() => compare(bytes, { price: "none" })).toThrow(/price: expected/);
  });
});

describe("prices", () => {
  it("lists every price with its date and source, and marks the default", async () => {
    const { stdout } = await elision(["prices"]);
    for (const { name, date = "" } of PRICES)
      expect(stdout).toMatch(new RegExp(`^${name} .*${date}`, "m"));
    expect(stdout).toMatch(/^claude-sonnet-5\.5 .*the default/m);
    expect(stdout).toContain("no published price was found for claude-mythos-5.2");
    const narrow = await elision(["prices"], { stdoutTerminal: true, columns: 40 });
    expect(Math.max(...narrow.stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(
      40,
    );
    const { stdout: json } = await elision(["prices", "--report", "json"]);
    const tiers = PRICES.reduce((sum, { tiers: more = [] }) => sum + more.length, 0);
    expect(JSON.parse(json).prices).toHaveLength(PRICES.length + tiers);
  });

  it("has no price without a date and a source, and reads cost less than writes", () => {
    for (const { date, source, read, write, input } of PRICES) {
      expect(date).toMatch(/^20\d\d-\d\d/);
      expect(source).not.toBe("");
      expect(read).toBeLessThan(input);
      expect(write).toBeGreaterThanOrEqual(input);
    }
  });
});

describe("the evidence of a recall", () => {
  const compared = async (turns: number, ...argv: string[]) => {
    const stdin = drawingLines(turns);
    const { stdout } = await elision(["compare", "--windows", "3", "--every", "10", ...argv], {
      stdin,
    });
    return stdout;
  };

  it("stands beside it in the table, JSON and CSV", async () => {
    expect(await compared(80)).toMatch(/^3\/10 .* 1\.000 +0\.953–1\.000/m);
    const { totals } = JSON.parse(await compared(80, "--report", "json"));
    const [{ recallShare, recallInterval }] = totals.outcomes;
    expect(recallShare).toBe(1);
    expect(recallInterval.low).toBeCloseTo(0.953, 3);
    expect(totals.recommendation.recallInterval).toEqual(recallInterval);
    const [head = "", , row = ""] = (await compared(80, "--report", "csv")).split("\n");
    const at = head.split(",").indexOf("recallLow");
    expect(Number(row.split(",")[at])).toBeCloseTo(0.953, 3);
  });

  it("has a floor, below which nothing is recommended", async () => {
    const { totals } = JSON.parse(await compared(6, "--report", "json", "--windows", "1"));
    expect(totals.recommendation.kind).not.toBe("window");
    const few = JSON.parse(await compared(60, "--report", "json"));
    expect(few.totals.recommendation).toEqual({
      kind: "too-few-references",
      references: 58,
      needed: 73,
    });
  });

  it("counts calls that ask again for what is hidden as missed", async () => {
    const again = drawingLines(80).replaceAll(/"at\\":\d+/g, '"at\\":0');
    const argv = ["compare", "--windows", "1", "--every", "1", "--report", "json"];
    const { totals } = JSON.parse((await elision(argv, { stdin: again })).stdout);
    const [{ recall, recallShare }] = totals.outcomes;
    const { references, missed, reAsks } = recall;
    expect(recallShare).toBeCloseTo((references - missed) / (references + reAsks), 12);
  });
});

describe("costs a month", () => {
  const lines = sessionRow(30);

  it("are those of as many sessions as were given", async () => {
    const { stdout } = await elision(["compare", "--per-month", "40"], { stdin: lines });
    const [, cost, month] =
      /left alone: \$([\d.]+), \$([\d.]+) a month \(40 sessions\)/.exec(stdout) ?? [];
    expect(Number(month) / Number(cost)).toBeCloseTo(40, 0);
    const { totals } = await compared(["--per-month", "40"], { stdin: lines });
    expect(totals.sessionsPerMonth).toBe(40);
    expect((await compared([], { stdin: lines })).totals).not.toHaveProperty("sessionsPerMonth");
  });

  it("are of as many as lie on this machine, if those are asked for", async () => {
    const home = folderWith({
      ".claude/projects/p/one.jsonl": sessionLines(3),
      ".claude/projects/p/two.jsonl": sessionLines(3),
      ".claude/projects/p/old.jsonl": sessionLines(3),
    });
    utimesSync(join(home, ".claude/projects/p/old.jsonl"), 1000, 1000);
    const world = { stdin: lines, env: { HOME: home } };
    const { totals } = await compared(["--per-month", "mine"], world);
    expect(totals.sessionsPerMonth).toBe(2);
    const none = await elision(["compare", "--per-month", "mine"], {
      stdin: lines,
      env: { HOME: folderWith({}) },
    });
    expect(none).toMatchObject({ exitCode: 2, stdout: "" });
    expect(none.stderr).toContain("--per-month 40");
  });

  it("are refused for what is no number of sessions", async () => {
    const { exitCode, stderr } = await elision(["compare", "--per-month", "0"], { stdin: lines });
    expect(exitCode).toBe(2);
    expect(stderr).toContain("a number of sessions, or mine");
  });
});
