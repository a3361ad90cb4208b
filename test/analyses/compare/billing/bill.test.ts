/** The simulator of costs against the closed forms and the table of published figures. */
import { describe, expect, it } from "vitest";
import {
  bill,
  billRequests,
  breakEven,
  type Prompts,
} from "../../../../src/analyses/compare/billing/bill.ts";
import {
  bestPeriod,
  type UniformSession,
} from "../../../../src/analyses/compare/billing/closed-form.ts";
import type { Price } from "../../../../src/analyses/compare/billing/price.ts";
import { createPolicy, REDUCER_DEFAULTS } from "../../../../src/reduce/pipeline/policy.ts";
import { replay } from "../../../../src/reduce/replay/replay-transcript.ts";
import { requestsOf } from "../../../../src/reduce/replay/requests.ts";
import type { TokenCounter } from "../../../../src/transcript/model/size.ts";
import {
  pollingBreakEven,
  rawCost,
  rollingBreakEven,
  rollingCost,
} from "../../../support/closed-forms.ts";
import { type PlainEvent, transcriptFrom } from "../../../support/plain-transcript.ts";

const chars: TokenCounter = {
  name: "chars",
  count: (text) => text.length,
  countChars: (count) => count,
};

/** The session of science 4.3, and a placeholder of its length. */
const SESSION: UniformSession = { start: 8000, action: 150, observation: 700, placeholder: 12 };
const PLACEHOLDER = "[masked it.]";

/** Prices by `K`, relative to input at 1: write and read. */
function priceOf(write: number, read: number): Price {
  return { name: "test", input: 1, write, read };
}

const K11 = priceOf(1.25, 0.1);
const K24 = priceOf(1.25, 0.05);
const K49 = priceOf(1.25, 0.025);
const QWEN = priceOf(1, 0.4);

/** A uniform session of so many requests: each but the first has seen one turn more. */
function uniform(turns: number, { start, action, observation }: UniformSession) {
  const events: PlainEvent[] = [{ kind: "said", role: "user", text: "s".repeat(start) }];
  for (let turn = 1; turn <= turns; turn++)
    events.push(
      { kind: "call", id: `c${turn}`, name: "bash", args: "a".repeat(action - 4) },
      { kind: "observation", id: `c${turn}`, text: "o".repeat(observation) },
    );
  return requestsOf(transcriptFrom(events), chars);
}

/** The cost of each request with a prompt cache. */
function costs(sent: Prompts, price: Price): readonly number[] {
  return [...billRequests(sent, price).costs];
}

function prompts(turns: number, window: number | undefined, every = 1) {
  const policy = createPolicy(
    window === undefined
      ? { observationMasking: false }
      : {
          preserveRecentRawTurns: window,
          windowUnit: "turns",
          every,
          placeholder: PLACEHOLDER,
        },
    REDUCER_DEFAULTS,
  );
  return replay(uniform(turns, SESSION), policy);
}

describe("bill", () => {
  it("equals the closed form of everything sent as it was", () => {
    costs(prompts(60, undefined), K11).forEach((cost, turns) => {
      expect(cost * 1e6).toBeCloseTo(rawCost(SESSION, turns, K11), 6);
    });
  });

  it.each([1, 3, 10])("equals the closed form of a rolling window of %i exactly", (window) => {
    costs(prompts(80, window), K24).forEach((cost, turns) => {
      expect(cost * 1e6).toBeCloseTo(rollingCost(SESSION, turns, { window, ...K24 }), 6);
    });
  });

  it("crosses over where the closed form of a rolling window says", () => {
    const window = 3;
    const turns = 60;
    const [raw, rolling] = [prompts(turns, undefined), prompts(turns, window)];
    const others = costs(rolling, K11);
    const ahead = costs(raw, K11).map((cost, k) => cost - (others[k] ?? 0));
    const first = ahead.findIndex((gain, k) => k > window && gain > 0);
    const exact = rollingBreakEven(SESSION, { window, ...K11 });
    expect(first).toBe(Math.ceil(exact));
    expect(Math.round(exact)).toBe(32);
  });

  // Rows of science 4.3: turns, price, rolling 10, rolling 3, polling 10 with its period, polling 3.
  it.each([
    { turns: 60, price: K11, roll10: 131, roll3: 0, poll10: [-12, 21], poll3: [-28, 10] },
    { turns: 60, price: K24, roll10: 242, roll3: 36, poll10: [-5, 32], poll3: [-17, 12] },
    { turns: 150, price: K11, roll10: 45, roll3: -37, poll10: [-41, 17], poll3: [-53, 8] },
    { turns: 150, price: K24, roll10: 135, roll3: -10, poll10: [-30, 25], poll3: [-42, 10] },
    { turns: 150, price: K49, roll10: 263, roll3: 28, poll10: [-18, 38], poll3: [-29, 15] },
    { turns: 150, price: QWEN, roll10: -47, roll3: -64, poll10: [-57, 5], poll3: [-65, 3] },
    { turns: 250, price: K11, roll10: 4, roll3: -52, poll10: [-54, 18], poll3: [-62, 7] },
  ])("gives the published totals of $turns turns within one point", (row) => {
    const raw = bill(prompts(row.turns, undefined), row.price).cached;
    const percent = (window: number, every = 1) =>
      (bill(prompts(row.turns, window, every), row.price).cached / raw - 1) * 100;
    const near = (got: number, published: number) =>
      expect(Math.abs(got - published)).toBeLessThanOrEqual(1);
    near(percent(10), row.roll10);
    near(percent(3), row.roll3);
    near(percent(10, row.poll10[1]), row.poll10[0] ?? 0);
    near(percent(3, row.poll3[1]), row.poll3[0] ?? 0);
  });

  it("finds without a cache the halving that was published", () => {
    const without = (turns: number) => {
      const raw = bill(prompts(turns, undefined), K11).uncached;
      return Math.round((bill(prompts(turns, 10), K11).uncached / raw - 1) * 100);
    };
    expect([without(60), without(150), without(250)]).toEqual([-42, -63, -69]);
  });

  it("has its best period near the square-root law", () => {
    const cost = (every: number) => bill(prompts(150, 10, every), K11).cached;
    const periods = Array.from({ length: 40 }, (_, k) => k + 1);
    const best = periods.reduce((a, b) => (cost(b) < cost(a) ? b : a));
    const law = bestPeriod(SESSION, { ...K11, window: 10 });
    expect(Math.round(law)).toBe(16);
    expect(Math.abs(best - law)).toBeLessThanOrEqual(2);
    expect(cost(Math.round(law)) / cost(best)).toBeLessThan(1.02);
  });

  it("breaks even with a moved window within the approximation's error", () => {
    const [window, every] = [10, 17];
    const [raw, polled] = [prompts(150, undefined), prompts(150, window, every)];
    const others = costs(polled, K11);
    const gains = costs(raw, K11).map((cost, k) => cost - (others[k] ?? 0));
    // A cycle that lies around the break-even gains as much as it loses.
    const cycles = Array.from({ length: 8 }, (_, k) =>
      gains.slice(every * (k + 1), every * (k + 2)).reduce((sum, gain) => sum + gain, 0),
    );
    const first = cycles.findIndex((gain) => gain > 0);
    const expected = pollingBreakEven(SESSION, { window, every, ...K11 });
    expect(every * (first + 1.5)).toBeGreaterThan(expected - every);
    expect(every * (first + 1.5)).toBeLessThan(expected + every);
  });

  it("takes the rates of the tier that a prompt falls into, for all of it", () => {
    const price: Price = {
      ...priceOf(2, 1),
      tiers: [
        { above: 100, input: 10, write: 20, read: 10 },
        { above: 200, input: 100, write: 200, read: 100 },
      ],
    };
    const of = (size: number) => bill({ sizes: [size], shared: [0] }, price).uncached * 1e6;
    expect([of(100), of(101), of(201)]).toEqual([100, 1010, 20_100]);
  });

  it("reads the overhead from the cache, but for the first request", () => {
    const price = priceOf(2, 0.5);
    const two = { sizes: [10, 30], shared: [0, 10] };
    const { cached, uncached } = bill(two, price, { overheadTokens: 100 });
    expect(cached * 1e6).toBeCloseTo(110 * 2 + 110 * 0.5 + 20 * 2, 9);
    expect(uncached * 1e6).toBeCloseTo(240, 9);
  });

  it("adds reasoning that is written again, and says what it costs", () => {
    const price = { ...priceOf(2, 0.5), output: 8 };
    const two = { sizes: [10, 30], shared: [0, 10], again: [0, 5] };
    const { tokens, bill: all, reasoningCost } = billRequests(two, price);
    expect(tokens).toEqual({ prompt: 40, read: 10, again: 5 });
    expect(reasoningCost * 1e6).toBeCloseTo(5 * 8, 9);
    expect(all.cached * 1e6).toBeCloseTo(30 * 2 + 10 * 0.5 + 40, 9);
  });
});

describe("breakEven", () => {
  it("is the request from which a session stays ahead in all", () => {
    const others = Float64Array.of(10, 20, 30, 40);
    expect(breakEven(Float64Array.of(10, 25, 20, 30), others)).toBe(3);
  });

  it("is none for what is never ahead, or the same", () => {
    const others = Float64Array.of(10, 20);
    expect(breakEven(Float64Array.of(10, 30), others)).toBeUndefined();
    expect(breakEven(others, others)).toBeUndefined();
  });
});
