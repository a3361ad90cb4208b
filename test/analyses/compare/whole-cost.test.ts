/** The whole cost of sessions small enough to be worked out by hand. */
import { describe, expect, it } from "vitest";
import { SHOW_CALL_TOKENS } from "../../../src/analyses/compare/asked-again.ts";
import { compare } from "../../../src/api/compare.ts";
import { adviceOf } from "../../../src/report/comparison/advice.ts";

/** Dollars a million tokens that make every kind of token tell. */
const PRICE = { name: "test", input: 10, write: 100, read: 1, output: 1000 };

/** A session of chars that are tokens: each turn looks, and says what it uses. */
function session(turns: readonly { says?: string; finds?: string; args?: string }[]): Buffer {
  const lines: object[] = [{ role: "user", content: "Go on." }];
  turns.forEach(({ says = "", finds, args = "{}" }, k) => {
    const call = { id: `c${k}`, type: "function", function: { name: "look", arguments: args } };
    lines.push({
      role: "assistant",
      content: says,
      ...(finds !== undefined && { tool_calls: [call] }),
    });
    if (finds !== undefined) lines.push({ role: "tool", tool_call_id: `c${k}`, content: finds });
  });
  return Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

const FILLER = "and so on ".repeat(40);

/** Facts of the first turn that the fifth and the seventh use, under a window of two turns. */
const NEEDED = session([
  { finds: `planted_fact.ts ${FILLER}` },
  { finds: FILLER, args: '{"k":1}' },
  { finds: FILLER, args: '{"k":2}' },
  { finds: FILLER, args: '{"k":3}' },
  { finds: FILLER, args: '{"uses":"planted_fact.ts"}' },
  { finds: FILLER, args: '{"k":5}' },
  { finds: FILLER, args: '{"k":6}' },
]);

const OPTIONS = { windows: [2], every: [1], settings: [], price: PRICE } as const;

describe("the whole cost", () => {
  it("has replies by the tokens that they show, the same under every setting", () => {
    const { totals } = compare(NEEDED, OPTIONS);
    const said = [2, 7, 7, 7, 26, 7, 7].map((chars) => Math.round((chars + 4) / 4));
    const tokens = said.reduce((all, each) => all + each, 0);
    for (const { outputTokens, outputCost } of [totals.alone, ...totals.outcomes]) {
      expect(outputTokens).toBe(tokens);
      expect(outputCost).toBeCloseTo((1000 * tokens) / 1e6, 12);
    }
    const { wholeCost, cachedCost, outputCost, extraCost } = totals.alone;
    expect(wholeCost).toBeCloseTo(cachedCost + outputCost, 12);
    expect(extraCost).toBe(0);
  });

  it("has a request more for a hidden result that a turn needs, as worked out by hand", () => {
    const { totals, transcripts } = compare(NEEDED, OPTIONS);
    const [outcome] = totals.outcomes;
    const [transcript] = transcripts;
    // The fact is hidden from step 3 on; the turn after step 4 needs it, and two requests follow.
    const call = SHOW_CALL_TOKENS;
    const result = (16 + FILLER.length) / 4;
    const kept = 2 * (call + result);
    expect(outcome?.shows).toBe(1);
    const { prompt = 0, read = 0, again } = outcome?.extra ?? {};
    expect(prompt - read).toBeCloseTo(call + result, 9);
    expect(again).toBe(call);
    const size = read - kept;
    expect(size).toBeGreaterThan(0);
    expect(size).toBeLessThan(transcript?.alone.peakTokens ?? 0);
    expect(outcome?.extraCost).toBeCloseTo(
      (1 * read + 100 * (call + result) + 1000 * call) / 1e6,
      12,
    );
    expect(outcome?.wholeCost).toBeCloseTo(
      (outcome?.cachedCost ?? 0) + (outcome?.outputCost ?? 0) + (outcome?.extraCost ?? 0),
      12,
    );
    expect(totals.alone.shows).toBe(0);
  });

  it("has no second call while the first one's answer would still be in view", () => {
    const uses = { args: '{"uses":["planted_fact.ts","other_fact.ts"]}', finds: FILLER };
    const both = session([
      { finds: `planted_fact.ts other_fact.ts ${FILLER}` },
      { finds: FILLER, args: '{"k":1}' },
      { finds: FILLER, args: '{"k":2}' },
      { finds: FILLER, args: '{"k":3}' },
      uses,
    ]);
    const { totals } = compare(both, OPTIONS);
    expect(totals.outcomes[0]?.recall).toMatchObject({ references: 2, missed: 2 });
    expect(totals.outcomes[0]?.shows).toBe(1);
  });

  it("has the summaries that a model would write, where messages are dropped", () => {
    const long = session(
      Array.from({ length: 12 }, (_, k) => ({
        says: "This is said aloud. ".repeat(20),
        finds: FILLER,
        args: `{"k":${k}}`,
      })),
    );
    const { totals } = compare(long, { ...OPTIONS, windows: [3], maxInputChars: 4500 });
    const [outcome] = totals.outcomes;
    expect(outcome?.stages).toHaveProperty("summarization");
    expect(outcome?.summaries).toBeGreaterThan(0);
    expect(outcome?.extra.again).toBeGreaterThan(0);
    expect(outcome?.wholeCost).toBeGreaterThan(outcome?.cachedCost ?? 0);
  });

  it("decides: what saves input and costs more in all is not recommended", () => {
    const uses = (k: number) => ({
      finds: `${`fact_${k}.ts `}${FILLER.repeat(4)}`,
      args: JSON.stringify({ uses: k < 4 ? "" : `fact_${k - 4}.ts`, k }),
    });
    const turns = Array.from({ length: 100 }, (_, k) => uses(k));
    const { recommendation, totals } = compare(session(turns), {
      ...OPTIONS,
      price: { ...PRICE, write: 1, input: 1 },
      minRecall: 0,
    });
    const [outcome] = totals.outcomes;
    expect(outcome?.cachedRatio).toBeLessThan(1);
    expect(outcome?.wholeRatio).toBeGreaterThan(1);
    expect(recommendation.kind).toBe("not-worth-it");
    const about = { recommendation, ...totals, minRecall: 0, settings: [] } as never;
    expect(adviceOf(about)).toMatch(
      /^Not worth it: 2 costs 0\.\d+ of what input does left alone, but \d\.\d+ in all, with the results/,
    );
  });
});

describe("results that were masked on record", () => {
  const CLEARED = "[Old tool result content cleared]";

  it("are counted, with the calls that asked for them again and what those took", () => {
    const masked = session([
      { finds: CLEARED, args: '{"path":"a.ts"}' },
      { finds: CLEARED, args: '{"path":"b.ts"}' },
      { finds: FILLER, args: '{"path":"c.ts"}' },
      { finds: FILLER, args: '{"path":"a.ts"}' },
      { finds: FILLER, args: '{"path":"c.ts"}' },
    ]);
    const { totals, transcripts } = compare(masked, OPTIONS);
    const tokens = Math.round(("look".length + '{"path":"a.ts"}'.length + FILLER.length) / 4);
    const found = { masked: 2, askedAgain: 1, tokens };
    expect(totals.recordedMasks).toEqual(found);
    expect(transcripts[0]?.recordedMasks).toEqual(found);
  });

  it("are absent where there are none", () => {
    expect(compare(NEEDED, OPTIONS).totals).not.toHaveProperty("recordedMasks");
  });
});
