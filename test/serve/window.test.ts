import { describe, expect, it } from "vitest";
import { LIVE_PATHS, requestBody, resultsIn, resultText } from "../support/live-agent.ts";
import { proxyWorld } from "../support/proxy-world.ts";

const PATH = LIVE_PATHS.anthropic;
const WINDOW = {
  policy: "window",
  firstSight: undefined,
  window: { size: 1, every: 2 },
} as const;

/** Requests of an agent at work with a model. */
const bodyWith = (model: string, steps: number) =>
  requestBody("anthropic", steps).replace("claude-opus-5.5", model);

describe("a proxy with a window", () => {
  it("changes what was sent at its steps alone, and counts and prices each cache break", async () => {
    const { arrived, post, get, lines, metrics } = await proxyWorld({ editing: WINDOW });
    for (let steps = 1; steps <= 9; steps++) await post(PATH, bodyWith("claude-sonnet-4.5", steps));
    const sent = arrived.map(({ body }) => resultsIn(body));
    const isChanged = sent.map((texts, at) =>
      (sent[at - 1] ?? []).some((text, step) => text !== texts[step]),
    );
    const breaks = lines.map(({ cacheBreak }) => cacheBreak);
    expect(breaks.map((each) => each !== undefined)).toEqual(isChanged);
    // At the fourth, all that it leaves behind is too short to be masked.
    expect(isChanged).toEqual([false, true, false, false, false, true, false, true, false]);
    for (const each of breaks)
      if (each !== undefined) {
        // To write a million tokens costs $3.75, to read them from the cache $0.30.
        expect(each.dollars).toBeCloseTo((each.chars / 4 / 1e6) * (3.75 - 0.3), 12);
        expect(each.chars).toBeGreaterThan(0);
      }
    const sum = (key: "chars" | "dollars") =>
      breaks.reduce((all, each) => all + (each?.[key] ?? 0), 0);
    const count = isChanged.filter(Boolean).length;
    expect(metrics.sums).toMatchObject({ cache_breaks: count, cache_break_chars: sum("chars") });
    expect(metrics.sums.cache_break_dollars).toBeCloseTo(sum("dollars"), 12);
    const status = JSON.parse((await get("/_elision/status")).body.toString());
    expect(status.conversations).toMatchObject([{ cacheBreaks: count }]);
    expect(status.conversations[0].money.cacheBreaks).toBeCloseTo(sum("dollars"), 12);
  });

  it("leaves models alone that bind their reasoning, and says why wherever it is seen", async () => {
    const { arrived, post, get, lines, metrics } = await proxyWorld({ editing: WINDOW });
    for (let steps = 1; steps <= 5; steps++) await post(PATH, bodyWith("claude-opus-5.5", steps));
    expect(resultsIn(arrived.at(-1)?.body ?? "")).toEqual([0, 1, 2, 3, 4].map(resultText));
    const why = expect.stringMatching(/^claude-opus-5\.5 binds its reasoning to what was sent: /);
    await expect.poll(() => lines.map(({ reason }) => reason)).toEqual(Array(5).fill(why));
    expect(metrics.sums).toMatchObject({ not_edited: 5, results_masked: 0 });
    expect(metrics.text()).toContain('not_edited_total{reason="binds its reasoning"} 5');
    const { conversations } = JSON.parse((await get("/_elision/status")).body.toString());
    expect(conversations).toMatchObject([{ masked: 0, reason: why }]);
    expect((await get("/_elision")).body.toString()).toContain("binds its reasoning");
  });
});
