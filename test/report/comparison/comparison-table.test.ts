import { describe, expect, it } from "vitest";
import { comparisonTable } from "../../../src/report/comparison/comparison-table.ts";
import { comparisonOf, drawingLines } from "../../support/comparison.ts";
import { folderWith } from "../../support/folder.ts";
import { sessionLines, sessionRow } from "../../support/sessions.ts";
import { elision } from "../../support/shell.ts";

async function table(
  stdin: string,
  argv: readonly string[] = [],
  { columns = 80 } = {},
): Promise<string> {
  const { stdout, stderr } = await elision(["compare", ...argv], { stdin, columns });
  expect(stderr).toBe("");
  return stdout;
}

describe("the table of a comparison", () => {
  it("has the answer, a line for each setting, what the marks mean, a head, advice and notes", async () => {
    const text = await table(drawingLines(80), ["--windows", "1,3", "--every", "1,10"]);
    expect(text).toMatchInlineSnapshot(`
      "elision --window 3 --every 10
      Saves 36.1% of what input costs with a prompt cache: $0.0801 → $0.0512.
      With replies it is 33.2% less: $0.0872 → $0.0583.
      Hides none of 78 later uses of tool output.
      For an agent at work, in the place where it sends its history; in these saved
      files it masks 77 results (43,736 chars).

      window  chars kept       maskedCount prompts cached whole recall 95% interval
      alone  50,714 ██████████           – 500,772      –     –  1.000  0.953–1.000
      1       5,842 █▏                  79  63,270  0.47  1.61!  0.000  0.000–0.047
      1/10    5,842 █▏                  79 113,112  0.55  0.68   0.910  0.826–0.956
      3       6,978 █▍                  77  85,280  1.22! 1.20!  1.000  0.953–1.000
      3/10 ◀  6,978 █▍                  77 132,992  0.64  0.67   1.000  0.953–1.000
      window: the newest turns whose tool results are kept; 1/10 moves on by 10 at
      once
      cached: cost divided by that of the full history, with a prompt cache; ! costs
      more; ◀ recommended
      prompts: tokens sent in all; whole: the same with replies, and with the calls
      that fetch hidden results again when later turns need them

      stdin: openai-chat; 161 messages, 80 tool turns, 80 requests
      price claude-sonnet-5.5 (2026-10-07): $2 per M tokens, cache write $2.50, read
      $0.10
      left alone: $0.0872: input $0.0801 with a prompt cache ($1.00 without), replies
      $0.00710 (710 tokens)
      tokens are estimates: 4.00 chars each (chars/4), 0 before every prompt

      Recommended: --window 3 --every 10. With a prompt cache, input costs 0.64 of
      what it does left alone. 100.0% of later references to tool output would still
      have been visible (78 of 78). Recall is 1.000, 95% interval 0.953–1.000; its low
      end had to be 0.95. It is that of one transcript: others may differ. By cost
      alone --every 10 is the best by the closed form as well.

      These figures are for agents at work, whose prompts are masked as they are sent.
      For files at rest, elision -n shows what masking saves.
      System prompt and tools that are not in the file are not counted:
      --overhead-tokens adds them.
      A call made again for a result that would have been masked counts as a missed
      reference. The 95% interval is Wilson's: 1 transcript cannot show how others
      differ, so the true interval is wider.
      Recall is measured on what the agent did with everything in view: it cannot see
      an agent that would have looped, and says nothing of whether tasks succeed.
      "
    `);
  });

  it("names settings in the order of the grid, presets last, each on one line", async () => {
    const argv = ["--windows", "5,2", "--every", "1,4", "--preset", "swe-agent"];
    const lines = (await table(sessionLines(12), argv)).split("\n");
    const from = lines.findIndex((line) => line.startsWith("window "));
    const names = lines.slice(from + 1, from + 7).map((line) => line.split(" ")[0]);
    expect(names).toEqual(["alone", "5", "5/4", "2", "2/4", "swe-agent"]);
  });

  it("marks what costs more than leaving history alone, and nothing else", async () => {
    const argv = ["--windows", "10", "--every", "1,20"];
    const text = await table(sessionLines(60, { chars: 4000 }), argv, { columns: 200 });
    const { totals } = await comparisonOf(sessionLines(60, { chars: 4000 }), argv);
    const [rolling, polling] = totals.outcomes.map(({ cachedRatio }) => cachedRatio.toFixed(2));
    expect(text).toMatch(new RegExp(`^10 .* ${rolling}! `, "m"));
    expect(text).toMatch(new RegExp(`^10/20 .* ${polling}  `, "m"));
    expect(Number(rolling)).toBeGreaterThan(1);
    expect(Number(polling)).toBeLessThan(1);
    expect(text).toContain("! costs more");
  });

  it("shows what is left as it is as such, whatever was compared", async () => {
    const text = await table(sessionLines(3), ["--windows", "32"]);
    expect(text).toMatch(/^32 +\d[\d,]* █{10} +– /m);
    expect(text).toContain("Nothing to mask");
  });

  it("says how many transcripts reached a stage, and which are larger than their budget", async () => {
    const rows = sessionRow(12) + sessionRow(2);
    const argv = ["--windows", "3", "--every", "1", "--max-input-chars", "1000"];
    const text = await table(rows, argv, { columns: 200 });
    expect(text).toMatch(/^3 .* fallback 1 \*1 /m);
    expect(text).toMatch(/\* larger\s+than its budget/);
    const [single = ""] = sessionRow(12).split("\n");
    const one = await table(`${single}\n`, argv, { columns: 200 });
    expect(one).toMatch(/^3 .* fallback\* /m);
  });

  it("counts in tokens where a tokenizer is named", async () => {
    const argv = ["--windows", "3", "--every", "1", "--tokenizer", "o200k"];
    const text = await table(sessionLines(12), argv);
    expect(text).toMatch(/^window +tokens kept/m);
    expect(text).toMatch(/chars each \(o200k\)/);
  });

  it("shows quartiles across transcripts where there are several", async () => {
    const rows = [4, 12, 30].map((turns) => sessionRow(turns)).join("");
    const argv = ["--windows", "3", "--every", "1"];
    const { totals } = await comparisonOf(rows, argv);
    const { first, median, third } = totals.outcomes[0]?.quartiles.promptShare ?? {};
    const shown = [first, median, third].map((value) => value?.toFixed(2)).join("  ");
    const text = await table(rows, argv);
    expect(text).toContain("Across 3 transcripts");
    expect(text).toMatch(new RegExp(`^3 +${shown} `, "m"));
    expect(await table(sessionRow(4), argv)).not.toContain("Across");
  });

  it.each([36, 40, 60, 79, 80, 100, 140, 200])("stays within %i columns", async (columns) => {
    const texts = [
      await table(sessionRow(12) + sessionRow(40), [], { columns }),
      await table(drawingLines(30), ["--windows", "1", "--misses", "--chart"], { columns }),
    ];
    for (const line of texts.join("").split("\n")) expect(line.length).toBeLessThanOrEqual(columns);
  });

  it("drops columns, but never the window, its size, its cost and its recall", async () => {
    const text = await table(drawingLines(30), [], { columns: 40 });
    expect(text).toMatch(/^window +chars .*cached recall 95% interval$/m);
  });

  it("shows every figure where there is room, costs in money for the price that is named", async () => {
    const argv = ["--windows", "3", "--every", "1", "--price", "qwen3-coder"];
    const lines = (await table(drawingLines(30), argv, { columns: 250 })).split("\n");
    const from = lines.findIndex((line) => line.startsWith("window "));
    expect(lines[from]?.split(/ {2,}/)).toEqual([
      ...["window", "chars", "kept", "maskedCount", "maskedChars", "reductionStage", "prompts"],
      ...["peak", "cost", "cached", "whole cost", "whole", "uncached cost", "uncached"],
      ...["break-even", "recall", "95% interval", "re-asks", "shows"],
    ]);
    const { totals } = await comparisonOf(drawingLines(30), argv);
    const [outcome] = totals.outcomes;
    expect(lines[from + 2]).toContain(` $${outcome?.cachedCost.toFixed(4)} `);
    expect(lines[from + 2]).toContain(` $${outcome?.uncachedCost.toFixed(4)} `);
    expect(lines.join("\n")).toContain("price qwen3-coder (2025-08): $1 per M tokens");
  });

  it("shows no control character of a file, a tool or a token", async () => {
    const folder = folderWith({
      "a\u0007.jsonl": drawingLines(12).replaceAll('"read"', '"\\u001b[31mread"'),
    });
    const argv = ["compare", "--windows", "1", "--every", "1", "--misses", "--chart", folder];
    const { stdout } = await elision(argv, { columns: 200 });
    expect(stdout).toContain("a\\x07.jsonl");
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  });

  it("colours only where it is told to", async () => {
    expect(await table(sessionLines(12))).not.toContain("\u001b");
    const argv = ["--windows", "1,3", "--every", "1,10"];
    const plain = await table(drawingLines(80), argv);
    const colored = await table(drawingLines(80), [...argv, "--color"]);
    expect(colored).toMatch(/\u001b\[31m\d\.\d\d!\u001b/);
    expect(colored).toContain("\u001b[32m◀\u001b");
    expect(colored.replace(/\u001b\[\d+m/g, "")).toBe(plain);
  });

  it("says what was left out", async () => {
    const folder = folderWith({
      "a.jsonl": `${sessionRow(3)}torn\n${sessionRow(3)}`,
      "notes.txt": "hello",
    });
    const { stdout, exitCode } = await elision(["compare", folder], { columns: 80 });
    expect(stdout).toContain("Left out: 1 line that is not JSON\n");
    expect(stdout).toContain("Skipped, of no known format: 1\n");
    expect(exitCode).toBe(1);
    const nothing = await elision(["compare", folderWith({ "notes.txt": "hello" })]);
    expect(nothing.stdout).toBe("no transcripts; skipped, of no known format: 1\n");
  });

  it("leaves the columns of recall out where it was not looked for", async () => {
    const text = await table(drawingLines(12), ["--no-recall"]);
    expect(text).not.toMatch(/recall|re-asks/);
  });

  it("is named for the input that could be read", async () => {
    let text = "";
    const reporter = comparisonTable({
      write: (more) => {
        text += more;
      },
      columns: 80,
      color: false,
      all: true,
      fit: false,
    });
    const { transcripts, totals } = await comparisonOf(sessionLines(3));
    const [one] = transcripts;
    if (one === undefined) throw new Error("no transcript");
    const counts = { bytes: 1, otherRecords: 0, badLines: 0, invalidUtf8Records: 0 };
    const unread = {
      observations: 0,
      calls: 0,
      unreadResults: 0,
      missingParents: 0,
      unreadRecords: {},
    };
    reporter.transcript({ ...one, file: "torn.jsonl" });
    reporter.discard();
    reporter.transcript({ ...one, file: "whole.jsonl" });
    reporter.file({ file: "whole.jsonl", layout: "lines", transcripts: 1, ...counts, ...unread });
    await reporter.finish(totals);
    expect(text).toMatch(/^whole\.jsonl: openai-chat; 7 messages, 3 tool turns, 3 requests\n/m);
  });
});

describe("the misses", () => {
  it("say what a turn would not have seen, where it stood, and what hides it", async () => {
    const argv = ["--windows", "1,2,3", "--every", "1", "--misses"];
    const text = await table(drawingLines(6), argv);
    expect(text).toMatch(/^observation +tool +age +step +missed +hidden by$/m);
    expect(text).toMatch(/^stdin:3 +read +2 +2 +file_0\.ts +1$/m);
    expect(text).not.toContain("more;");
  });

  it("name thirty, and count the others", async () => {
    const argv = ["--windows", "1", "--every", "1", "--misses"];
    const text = await table(drawingLines(50), argv);
    expect(text.match(/file_\d+\.ts/g)).toHaveLength(30);
    expect(text).toContain("… and 18 more; --report json or ndjson has them all\n");
    const { transcripts } = await comparisonOf(drawingLines(50), argv);
    expect(transcripts[0]?.misses).toHaveLength(48);
  });

  it("name three settings that hide something, and count the others", async () => {
    const argv = ["--windows", "1,2,3,4,5", "--every", "1", "--misses"];
    expect(await table(drawingLines(20, { later: 8 }), argv)).toContain(" 1, 2, 3 and 2 more\n");
  });

  it("are none in a window over everything", async () => {
    const argv = ["--windows", "50", "--misses"];
    expect(await table(drawingLines(6), argv)).toContain("\nNothing would have been missed.\n");
  });

  it("have no room in CSV, which says so", async () => {
    const outcome = await elision(["compare", "--misses", "--report", "csv"], {
      stdin: drawingLines(6),
    });
    expect(outcome).toMatchObject({ exitCode: 2, stdout: "" });
    expect(outcome.stderr).toContain("use --report json or ndjson");
  });
});

describe("the rows in CSV", () => {
  it("have costs by those of leaving history alone, as the totals in JSON do", async () => {
    const stdin = drawingLines(20);
    const argv = ["compare", "--windows", "1,3", "--every", "1", "--report"];
    const { stdout } = await elision([...argv, "csv"], { stdin });
    const [head = "", ...rows] = stdout.trim().split("\n");
    const column = (name: string) => {
      const at = head.split(",").indexOf(name);
      return rows.map((row) => Number(row.split(",")[at]));
    };
    const { totals } = JSON.parse((await elision([...argv, "json"], { stdin })).stdout);
    for (const name of ["cachedRatio", "uncachedRatio"])
      expect(column(name)).toEqual([
        1,
        ...totals.outcomes.map((outcome: Record<string, number>) => outcome[name]),
      ]);
    expect(column("cachedRatio").some((ratio) => ratio !== 1)).toBe(true);
  });
});

describe("the answer of a comparison", () => {
  const ARGV = ["--windows", "1,3", "--every", "1,10"];

  it("comes first: what to type, what it saves, what it would have hidden, what it is for", async () => {
    const lines = (await table(drawingLines(80), ARGV, { columns: 100 })).split("\n").slice(0, 6);
    expect(lines).toEqual([
      "elision --window 3 --every 10",
      "Saves 36.1% of what input costs with a prompt cache: $0.0801 → $0.0512.",
      expect.stringMatching(/^With replies it is 3\d\.\d% less: \$0\.08\d\d → \$0\.05\d\d\.$/),
      "Hides none of 78 later uses of tool output.",
      expect.stringMatching(
        /^For an agent at work, in the place where it sends its history; in these/,
      ),
      expect.any(String),
    ]);
  });

  it("is in bold where there is colour", async () => {
    const { stdout } = await elision(["compare", "--color", ...ARGV], { stdin: drawingLines(80) });
    expect(stdout).toMatch(/^\u001b\[1melision --window 3 --every 10\u001b\[22m\n/);
  });

  it("says first that nothing is recommended, and why", async () => {
    const text = await table(sessionLines(3), ["--windows", "32"]);
    expect(text).toMatch(/^Nothing to mask: under every window compared/);
    expect(text.match(/Nothing to mask/g)).toHaveLength(1);
  });

  it("is followed by eight rows at most, and by all with --all", async () => {
    const rowsIn = (text: string) => {
      const lines = text.split("\n");
      const from = lines.findIndex((line) => line.startsWith("window "));
      return lines.slice(
        from + 1,
        lines.findIndex((line) => line.startsWith("window: ")),
      );
    };
    const few = rowsIn(await table(drawingLines(80)));
    const all = rowsIn(await table(drawingLines(80), ["--all"]));
    const left = all.length - (few.length - 1);
    expect(few.at(-1)).toBe(`… and ${left} more settings: --all`);
    expect(few.length - 1).toBe(8);
    expect(all.length).toBeGreaterThan(20);
    for (const row of few.slice(0, -1))
      expect(all.map((each) => each.split(" ")[0])).toContain(row.split(" ")[0]);
    expect(few.some((row) => row.includes("◀"))).toBe(all.some((row) => row.includes("◀")));
  });
});
