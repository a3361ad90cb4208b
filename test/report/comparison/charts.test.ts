import { describe, expect, it } from "vitest";
import type { ComparedPrompts } from "../../../src/analyses/compare/compared.ts";
import { chartsOf } from "../../../src/report/comparison/charts.ts";
import { drawPromptSizes } from "../../../src/report/comparison/terminal-chart.ts";
import { comparisonOf, drawingLines } from "../../support/comparison.ts";
import { sessionLines } from "../../support/sessions.ts";
import { elision } from "../../support/shell.ts";

const ARGV = ["--windows", "1,3,10,200", "--every", "1"];
const RISING: ComparedPrompts = {
  file: "run.jsonl",
  line: 1,
  steps: [0, 1, 2, 3],
  series: [
    { setting: "alone", sizes: [100.4, 200, 300, 400] },
    { setting: "1", sizes: [100.4, 150, 160, 170] },
    { setting: "3", sizes: [100.4, 200, 250, 260] },
    { setting: "10", sizes: [100.4, 200, 300, 350] },
    { setting: "200", sizes: [100.4, 200, 300, 400] },
  ],
};

async function rising() {
  const { totals } = await comparisonOf(drawingLines(60), ARGV);
  return { totals, ...chartsOf(totals, RISING) };
}

describe("what charts draw", () => {
  it("is every prompt in whole tokens, and why the few that are drawn at first are", async () => {
    const { promptSizes, totals } = await rising();
    expect(promptSizes?.series.map(({ setting, because }) => [setting, because])).toEqual([
      ["alone", "left alone"],
      ["1", "smallest"],
      ["3", totals.recommendation.kind === "window" ? "recommended" : undefined],
      ["10", "largest"],
      ["200", undefined],
    ]);
    expect(promptSizes?.series[0]?.sizes).toEqual([100, 200, 300, 400]);
  });

  it("is the cost by recall of what changes something, and of leaving alone", async () => {
    const { costByRecall, totals } = await rising();
    expect(costByRecall.map(({ setting }) => setting)).toEqual(["alone", "1", "3", "10"]);
    expect(costByRecall[1]).toMatchObject({
      recall: totals.outcomes[0]?.recallShare,
      cached: totals.outcomes[0]?.cachedRatio,
    });
  });

  it("is no prompt where there is none", async () => {
    const { totals } = await comparisonOf(sessionLines(3));
    expect(chartsOf(totals, undefined).promptSizes).toBeUndefined();
    expect(chartsOf(totals, { ...RISING, steps: [], series: [] }).promptSizes).toBeUndefined();
  });
});

describe("the chart in the terminal", () => {
  const series = [
    { setting: "alone", because: "left alone", sizes: [0, 50, 100] },
    { setting: "3", because: "recommended", sizes: [0, 50, 20] },
  ] as const;
  const drawn = (columns: number, color = false) =>
    drawPromptSizes({ file: "run.jsonl", line: 1, steps: [0, 1, 2], series }, { columns, color });

  it("draws each line with a mark of its own, steps without gaps", () => {
    expect(drawn(40)).toMatchInlineSnapshot(`
      "tokens in each prompt of run.jsonl:1
      100 ┤                        ···········
          │                        ·
          │                        ·
          │                        ·
          │                        ·
          │                        ·
          │                        ·
       50 ┤            ************
          │            *           *
          │            *           *
          │            *           *
          │            *           ***********
          │            *
          │            *
        0 ┤************
          └───────────────────────────────────
           0                            step 2
      · left alone   * 3 (recommended)
      "
    `);
  });

  it("keeps the peaks of a session with more steps than columns", () => {
    const sizes = Array.from({ length: 5000 }, (_, k) => (k === 1234 ? 900 : 100));
    const steps = sizes.map((_, k) => k);
    const one = [{ setting: "alone", because: "left alone", sizes }] as const;
    const [, first = ""] = drawPromptSizes(
      { file: "run.jsonl", line: 1, steps, series: one },
      { columns: 60, color: false },
    ).split("\n");
    expect(first).toMatch(/^900 ┤ {13}·$/);
  });

  it("colours only where it is told to, and draws the same", () => {
    expect(drawn(40)).not.toContain("\u001b");
    expect(drawn(40, true)).toContain("\u001b[32m");
    expect(drawn(40, true).replace(/\u001b\[\d+m/g, "")).toBe(drawn(40));
  });

  it("is below the table, and refused beside a report for programs", async () => {
    const stdin = drawingLines(30);
    const { stdout } = await elision(["compare", "--chart", ...ARGV], { stdin, columns: 80 });
    expect(stdout).toMatch(/\n\ntokens in each prompt of stdin:1\n[\s\S]*· left alone .*\n$/);
    const refused = await elision(["compare", "--chart", "--report", "json"], { stdin });
    expect(refused).toMatchObject({ exitCode: 2, stdout: "" });
    expect(refused.stderr).toContain("--chart goes with the table");
  });
});
