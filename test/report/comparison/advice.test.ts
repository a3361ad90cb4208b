import { describe, expect, it } from "vitest";
import { adviceOf } from "../../../src/report/comparison/advice.ts";
import { comparisonOf, drawingLines } from "../../support/comparison.ts";
import { sessionLines } from "../../support/sessions.ts";

async function advice(stdin: string, ...argv: string[]): Promise<string> {
  return adviceOf((await comparisonOf(stdin, argv)).totals);
}

describe("the advice", () => {
  it("names the options of what it recommends, what it costs and shows, and the closed form", async () => {
    const text = await advice(drawingLines(150), "--windows", "2,3,10", "--every", "1,10,20");
    expect(text).toMatch(
      /^Recommended: --window 2 --every \d+\. With a prompt cache, input costs 0\.\d\d of what it does left alone, and 148 of 148 uses of what observations had brought were still in view \(recall 1\.000; at least 0\.95 was asked for\)\. By cost alone the closed form puts the best --every at \d+/,
    );
  });

  it("says whether the closed form's best was compared", async () => {
    const argv = ["--windows", "3", "--every"];
    const wide = await advice(drawingLines(150), ...argv, "20");
    const [, best = ""] = /best --every at (\d+), which was not compared\.$/.exec(wide) ?? [];
    expect(Number(best)).toBeGreaterThan(1);
    expect(await advice(drawingLines(150), ...argv, best)).toContain(`at ${best} as well.`);
  });

  it("names the unit of a window that is not counted in turns, and no closed form", async () => {
    const argv = ["--windows", "3", "--every", "10", "--window-unit", "observations"];
    const text = await advice(sessionLines(60), ...argv);
    expect(text).toMatch(/^Recommended: --window 3 --window-unit observations --every 10\./);
    expect(text).not.toContain("closed form");
  });

  it("says that recall was not looked at", async () => {
    const argv = ["--windows", "3", "--every", "10", "--no-recall"];
    expect(await advice(drawingLines(60), ...argv)).toContain("was not looked at.");
  });

  it("is to leave short sessions alone, with what masking would cost", async () => {
    const text = await advice(drawingLines(14), "--windows", "10", "--every", "1");
    expect(text).toMatch(
      /^Not worth it: with a prompt cache, no window with a recall of 0\.95 costs less than leaving history alone\. The cheapest, 10, costs \d\.\d\d of that \(0\.\d\d without a cache\): sessions of 14 requests do not earn back/,
    );
  });

  it("says so where only windows that hide too much change a prompt", async () => {
    const text = await advice(drawingLines(12, { later: 6 }), "--windows", "1,30", "--every", "1");
    expect(text).toBe(
      "Not worth it: the windows with a recall of 0.95 change no prompt here. Leave history alone.",
    );
  });

  it("says that there is nothing to mask, and why", async () => {
    expect(await advice(sessionLines(3), "--windows", "10")).toContain(
      "all prompts are as they were",
    );
    expect(await advice(sessionLines(0), "--windows", "10")).toContain("no tool turns");
  });

  it("says which window comes nearest where all hide too much", async () => {
    const text = await advice(drawingLines(60, { later: 20 }), "--windows", "1,3", "--every", "1");
    expect(text).toMatch(/^No window has a recall of 0\.95: \d comes nearest with 0\.\d{3}\./);
  });

  it("claims nothing about success", async () => {
    const texts = await Promise.all([
      advice(drawingLines(150)),
      advice(drawingLines(14)),
      advice(drawingLines(60, { later: 20 }), "--windows", "1"),
    ]);
    for (const text of texts) expect(text).not.toMatch(/success|quality|safe|better/i);
  });
});
