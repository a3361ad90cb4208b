import { describe, expect, it } from "vitest";
import { PRICES } from "../../../src/analyses/compare/billing/price-table.ts";
import { compareSession } from "../../../src/analyses/compare/compare-session.ts";
import { recommend } from "../../../src/analyses/compare/recommend.ts";
import { settingsOf } from "../../../src/analyses/compare/setting.ts";
import { createComparisonSum } from "../../../src/analyses/compare/sums/comparison-sum.ts";
import type { Transcript } from "../../../src/transcript/model/transcript.ts";
import { type PlainEvent, transcriptFrom, used } from "../../support/plain-transcript.ts";

const [price] = PRICES.filter(({ name }) => name === "claude-haiku-4.5");
if (price === undefined) throw new Error("no such price");

function turns(count: number, { chars = 1000, args = "{}" } = {}): readonly PlainEvent[] {
  return [
    { kind: "said", role: "user", text: "Do it." },
    ...Array.from({ length: count }, (_, k) =>
      used("bash", `${k} `.padEnd(chars, "x"), { args }),
    ).flat(),
  ];
}

function comparing(windows: readonly number[], every: readonly number[] = [1]) {
  return { settings: settingsOf({ windows, every }), price, recalls: true } as Parameters<
    typeof compareSession
  >[1];
}

/** The same transcript with counts of its provider. */
function withUsage(
  transcript: Transcript,
  usage: readonly (readonly [number, number])[],
): Transcript {
  return { ...transcript, usage: new Map(usage.map(([turn, prompt]) => [turn, { prompt }])) };
}

describe("compareSession", () => {
  it("fits tokens and overhead to what the provider counted", () => {
    const transcript = transcriptFrom(turns(6));
    // Three chars a token, and 5000 tokens that are not in the file.
    const chars = (turn: number) => 6 + (turn - 1) * 1006;
    const usage = [1, 2, 3, 4, 5, 6].map((turn) => [turn, 5000 + chars(turn) / 3] as const);
    const { comparison } = compareSession(
      [{ transcript: withUsage(transcript, usage) }],
      comparing([2]),
    );
    expect(comparison.estimate).toMatchObject({ by: "usage", usages: 6 });
    // The first message is in every prompt: what of it is overhead, nobody can tell.
    expect(comparison.estimate.overheadTokens).toBeGreaterThan(4950);
    expect(comparison.estimate.overheadTokens).toBeLessThanOrEqual(5000);
    expect(comparison.estimate.charsPerToken).toBeCloseTo(3, 1);
    expect(comparison.fit).toMatchObject({ turns: 6, within5Percent: 1, deviations: [] });
    expect(comparison.alone.peakTokens).toBe(Math.round(5000 + chars(6) / 3));
  });

  it("counts a quarter of the chars where there are too few counts, or none that make sense", () => {
    const transcript = transcriptFrom(turns(6));
    const by = (usage: readonly (readonly [number, number])[]) =>
      compareSession([{ transcript: withUsage(transcript, usage) }], comparing([2])).comparison
        .estimate;
    const none = { by: "chars4", charsPerToken: 4, overheadTokens: 0, usages: 0 };
    expect(by([])).toEqual(none);
    expect(
      by([
        [1, 5000],
        [2, 5400],
      ]),
    ).toEqual(none);
    expect(
      by([
        [1, 90_000],
        [2, 50_000],
        [3, 10],
      ]),
    ).toEqual(none);
  });

  it("begins anew with a cache that has only the overhead after a compaction", () => {
    const first = transcriptFrom(turns(3));
    const second = transcriptFrom(turns(2));
    const alone = { overheadTokens: 100, ...comparing([1]) };
    const both = compareSession([{ transcript: first }, { transcript: second }], alone);
    const [one, other] = [first, second].map(
      (transcript) => compareSession([{ transcript }], alone).comparison,
    );
    const overhead = ((price.write - price.read) * 100) / 1e6;
    expect(both.comparison.alone.cachedCost).toBeCloseTo(
      (one?.alone.cachedCost ?? 0) + (other?.alone.cachedCost ?? 0) - overhead,
      12,
    );
    expect(both.comparison).toMatchObject({ contexts: 2, requests: 5 });
    expect(both.comparison.alone.chars).toBe(other?.alone.chars);
    expect(both.prompts()[0]).toHaveLength(5);
  });

  it("replays of a context only what came after the compaction before it", () => {
    const transcript = transcriptFrom(turns(4));
    const { comparison } = compareSession(
      [{ transcript, isNew: (message) => message >= 5 }],
      comparing([1]),
    );
    expect(comparison.requests).toBe(2);
  });
});

describe("sums and recommendations", () => {
  const over = (
    counts: readonly number[],
    windows: readonly number[],
    every: readonly number[] = [1],
  ) => {
    const given = comparing(windows, every);
    const sum = createComparisonSum(given.settings.map(({ name }) => name));
    for (const count of counts)
      sum.add(compareSession([{ transcript: transcriptFrom(turns(count)) }], given).comparison);
    const recommendation = (minRecall = 0.95, totals = sum.totals) =>
      recommend(totals, given.settings, { price, minRecall });
    return { sum, recommendation };
  };

  it("says the same whether transcripts are added one by one or in groups", () => {
    const { sum: whole } = over([5, 20, 40], [2, 5]);
    const { sum: parts } = over([5], [2, 5]);
    parts.merge(over([20, 40], [2, 5]).sum);
    expect(rounded(parts.totals)).toEqual(rounded(whole.totals));
    expect(whole.totals.outcomes[0]?.quartiles.cachedRatio?.median).toBeGreaterThan(0);
  });

  it("recommends the smallest window that pays, with the step that costs least", () => {
    expect(over([200], [3, 10], [1, 10]).recommendation(0)).toMatchObject({
      kind: "window",
      setting: "3/10",
      window: 3,
      every: 10,
      recallShare: 1,
    });
  });

  it("says when masking costs more than it saves", () => {
    const { recommendation } = over([14], [10]);
    expect(recommendation()).toMatchObject({ kind: "not-worth-it", setting: "10" });
  });

  it("recommends nothing that saves less than a hundredth", () => {
    const { sum, recommendation } = over([200], [3]);
    const saving = (share: number) => {
      const [outcome] = sum.totals.outcomes;
      if (outcome === undefined) throw new Error("no outcome");
      const ratios = { cachedRatio: 1 - share, wholeRatio: 1 - share };
      return recommendation(0, { ...sum.totals, outcomes: [{ ...outcome, ...ratios }] }).kind;
    };
    expect(saving(0.011)).toBe("window");
    expect(saving(0.009)).toBe("not-worth-it");
  });

  it("says when no window shows enough of what was used", () => {
    const events: PlainEvent[] = [...turns(30)];
    events[2] = {
      kind: "observation",
      id: (events[1] as { id: string }).id,
      text: "find_me_again ".padEnd(900, "x"),
    };
    events.push({ kind: "said", role: "assistant", text: "find_me_again" });
    const given = comparing([2]);
    const { comparison } = compareSession([{ transcript: transcriptFrom(events) }], given);
    const sum = createComparisonSum(["2"]);
    sum.add(comparison);
    const found = recommend(sum.totals, given.settings, { price, minRecall: 0.1 });
    expect(found).toMatchObject({ kind: "too-little-recall", setting: "2", recallShare: 0 });
    const few = recommend(sum.totals, given.settings, { price, minRecall: 0.95 });
    expect(few).toEqual({ kind: "too-few-references", references: 1, needed: 73 });
    expect(recommend(sum.totals, given.settings, { price, minRecall: 0 }).kind).not.toBe(
      "too-little-recall",
    );
  });
});

/** The same without the last digits, which depend on the order in which fractions are added. */
function rounded(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, each) =>
      typeof each === "number" ? Number(each.toPrecision(12)) : each,
    ),
  );
}
