import { describe, expect, it } from "vitest";
import { adviceOf } from "../../../src/report/comparison/advice.ts";
import { answerOf } from "../../../src/report/comparison/answer.ts";
import { boundSession } from "../../support/bound-session.ts";
import { comparisonOf, drawingLines } from "../../support/comparison.ts";
import { sessionLines } from "../../support/sessions.ts";

async function advice(stdin: string, ...argv: string[]): Promise<string> {
  return adviceOf((await comparisonOf(stdin, argv)).totals);
}

describe("the advice", () => {
  it("names the options of what it recommends, what it costs and shows, and the closed form", async () => {
    const text = await advice(drawingLines(150), "--windows", "2,3,10", "--every", "1,10,20");
    expect(text).toMatch(
      /^Recommended: --window 2 --every \d+\. With a prompt cache, input costs 0\.\d\d of what it does left alone\. 100\.0% of later references to tool output would still have been visible \(148 of 148\)\. Recall is 1\.000, 95% interval 0\.975–1\.000; its low end had to be 0\.95\. It is that of one transcript: others may differ\. (--every \d+ may be cheaper still; try|By cost alone)/,
    );
  });

  it("says whether the closed form's best was compared", async () => {
    const argv = ["--windows", "3", "--every"];
    const wide = await advice(drawingLines(150), ...argv, "20");
    const [, best = ""] = /--every \d+ may be cheaper still; try --every (\d+)\.$/.exec(wide) ?? [];
    expect(Number(best)).toBeGreaterThan(1);
    expect(await advice(drawingLines(150), ...argv, best)).toContain(
      `By cost alone --every ${best} is the best`,
    );
  });

  it("names the unit of a window that is not counted in turns, and no closed form", async () => {
    const argv = ["--windows", "3", "--every", "10", "--window-unit", "observations"];
    const text = await advice(drawingLines(150), ...argv);
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
    const text = await advice(drawingLines(90, { later: 6 }), "--windows", "1,100", "--every", "1");
    expect(text).toBe(
      "Keep the full history: every window that hides under 5% is too large to mask anything in these sessions.",
    );
  });

  it("says that there is nothing to mask, and why", async () => {
    expect(await advice(sessionLines(3), "--windows", "10")).toContain(
      "all prompts are as they were",
    );
    expect(await advice(sessionLines(0), "--windows", "10")).toContain("no tool turns");
  });

  it("says which window comes nearest where all hide too much", async () => {
    const text = await advice(drawingLines(99, { later: 20 }), "--windows", "1,3", "--every", "1");
    expect(text).toMatch(
      /^No window is shown to have a recall of 0\.95: \d comes nearest with 0\.\d{3} \(95% interval 0\.\d{3}–0\.\d{3}\)\./,
    );
  });

  it("recommends nothing on less than it takes to show the recall, and says how much that is", async () => {
    const text = await advice(drawingLines(60), "--windows", "1,3", "--every", "10");
    expect(text).toMatch(
      /^No recommendation: there are 58 later references to tool output here, and it takes 73 to show a recall of 0\.95\. With fewer, even a window that hid none of them could fall short of it by chance \(Wilson's 95% interval\)\./,
    );
    const enough = await advice(drawingLines(75), "--windows", "3", "--every", "10");
    expect(enough).toMatch(/^Recommended: --window 3 --every 10\./);
  });

  it("is to shorten results at first sight where that costs less than the window would", async () => {
    const session = boundSession({ turns: 90, chars: 20_000 });
    const argv = ["--windows", "3,10", "--every", "1,10"];
    const { totals } = await comparisonOf(session, argv);
    expect(totals.recommendation).toMatchObject({ kind: "setting", setting: "first-sight" });
    const { outcomes } = totals;
    const enough = outcomes.filter(({ recallInterval }) => (recallInterval?.low ?? 0) >= 0.95);
    expect(Math.min(...enough.map(({ cachedRatio }) => cachedRatio))).toBe(
      outcomes.find(({ setting }) => setting === "first-sight")?.cachedRatio,
    );
    expect(adviceOf(totals)).toMatch(
      /^Recommended: elision --preset first-sight\. With a prompt cache, /,
    );
    expect(answerOf(totals)).toMatchObject({
      setting: "first-sight",
      command: "elision --preset first-sight",
      use: expect.stringContaining("For an agent at work"),
    });
    const size = ["--windows", "10", "--every", "1", "--first-sight", "2k"];
    const smaller = (await comparisonOf(session, size)).totals;
    expect(answerOf(smaller).command).toBe("elision --preset first-sight --first-sight 2000");
    const windows = (await comparisonOf(session, [...argv, "--settings", "none"])).totals;
    expect(windows.recommendation.kind).toBe("window");
  });

  it("is to let the provider edit where that costs least, of the models that have it alone", async () => {
    const argv = ["--windows", "10", "--every", "1"];
    const chars = 7000;
    const claude = (await comparisonOf(boundSession({ turns: 90, chars }), argv)).totals;
    expect(claude.recommendation).toMatchObject({ kind: "setting", setting: "provider" });
    expect(answerOf(claude).command).toContain("clear_tool_uses_20250919");
    const model = "gpt-6.2-sol";
    const other = (await comparisonOf(boundSession({ turns: 90, chars, model }), argv)).totals;
    expect(other.outcomes.find(({ setting }) => setting === "provider")?.cachedRatio).toBeLessThan(
      1,
    );
    expect(other.recommendation.kind).toBe("not-worth-it");
    const outcomes = other.outcomes.map((each) => ({
      ...each,
      ...{ cachedRatio: 0.993, wholeRatio: 0.994 },
    }));
    expect(adviceOf({ ...other, outcomes })).toMatch(/^Keep the full history: .* saves 1%/);
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
