import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { calibrate } from "../../../../src/analyses/compare/fit/calibrate.ts";
import { recordedRequests } from "../../../../src/analyses/compare/fit/recorded-request.ts";
import { solve } from "../../../../src/analyses/compare/fit/solve-equations.ts";
import { type TokenWeights, weighed } from "../../../../src/analyses/compare/fit/token-weights.ts";
import { fitUsage } from "../../../../src/analyses/compare/fit/usage-fit.ts";
import { inChars, requestsOf } from "../../../../src/reduce/replay/requests.ts";
import type { TokenCounter } from "../../../../src/transcript/model/size.ts";
import type { Transcript } from "../../../../src/transcript/model/transcript.ts";
import { transcriptFrom, used } from "../../../support/plain-transcript.ts";

const steps = fc.array(
  fc.record({ output: fc.integer({ min: 50, max: 4000 }), args: fc.integer({ min: 2, max: 600 }) }),
  { minLength: 12, maxLength: 40 },
);
const weights = fc.record({
  observation: fc.double({ min: 0.15, max: 0.6, noNaN: true }),
  other: fc.double({ min: 0.15, max: 0.6, noNaN: true }),
  around: fc.double({ min: 0, max: 100, noNaN: true }),
});

function counterOf(weights: TokenWeights): TokenCounter {
  return {
    name: "theirs",
    count: (text) => text.length * weights.observation,
    countChars: (chars, kind = "observation") => weighed(weights, kind, chars),
  };
}

/** A session whose provider counts by these weights, with so many tokens before every prompt. */
function counted(
  made: readonly { readonly output: number; readonly args: number }[],
  theirs: TokenWeights,
  overhead: number,
): Transcript {
  const transcript = transcriptFrom([
    { kind: "said", role: "user", text: "Do it." },
    ...made.flatMap(({ output, args }, k) =>
      used("bash", `${k} `.padEnd(output, "x"), { args: `"${"a".repeat(args)}"` }),
    ),
  ]);
  const requests = requestsOf(transcript, counterOf(theirs));
  const sizes = recordedRequests([requests]);
  const usage = new Map(sizes.map(({ step, size }) => [step + 1, { prompt: overhead + size }]));
  return { ...transcript, usage };
}

describe("fitUsage", () => {
  it("fits sizes to any tokenizer's counts", () => {
    fc.assert(
      fc.property(steps, weights, fc.integer({ min: 0, max: 20_000 }), (made, theirs, overhead) => {
        const transcript = counted(made, theirs, overhead);
        const fitted = fitUsage([requestsOf(transcript, inChars)]);
        expect(fitted).toBeDefined();
        if (fitted === undefined) return;
        const requests = recordedRequests([requestsOf(transcript, counterOf(fitted))]);
        const { fit } = calibrate(requests);
        expect(fit.turns).toBe(made.length);
        expect(fit.within5Percent).toBeGreaterThanOrEqual(0.9);
        // Almost all of what a result takes is known again.
        expect(fitted.observation / theirs.observation).toBeGreaterThan(0.5);
        expect(fitted.observation / theirs.observation).toBeLessThan(2);
      }),
    );
  });

  it("knows the weights of a provider whose prompts differ enough", () => {
    const made = Array.from({ length: 40 }, (_, k) => ({
      output: 200 + ((k * 7919) % 5000),
      args: 5 + ((k * 104_729) % 700),
    }));
    const theirs = { observation: 0.4, other: 0.25, around: 45 };
    const fitted = fitUsage([requestsOf(counted(made, theirs, 9000), inChars)]);
    expect(fitted?.observation).toBeCloseTo(0.4, 2);
    expect(fitted?.other).toBeCloseTo(0.25, 1);
    expect(fitted?.around).toBeGreaterThan(30);
    expect(fitted?.around).toBeLessThan(60);
  });

  it("gives up where there are too few counts, or none that go along with the transcript", () => {
    const made = Array.from({ length: 6 }, () => ({ output: 1000, args: 10 }));
    const transcript = counted(made, { observation: 0.3, other: 0.3, around: 10 }, 0);
    const of = (usage: readonly (readonly [number, number])[]) =>
      fitUsage([
        requestsOf(
          { ...transcript, usage: new Map(usage.map(([turn, prompt]) => [turn, { prompt }])) },
          inChars,
        ),
      ]);
    expect(of([])).toBeUndefined();
    expect(of([1, 2].map((turn) => [turn, 1000 * turn]))).toBeUndefined();
    expect(of([1, 2, 3, 4, 5, 6].map((turn) => [turn, turn % 2 ? 90_000 : 900]))).toBeUndefined();
  });
});

describe("solve", () => {
  it("solves what has a zero on its diagonal", () => {
    const [x, y, z] = solve(
      [
        [0, 2, 1],
        [1, 1, 0],
        [3, 0, 1],
      ],
      [7, 3, 6],
    );
    expect([x, y, z].map((value) => Number(value?.toFixed(9)))).toEqual([1, 2, 3]);
  });
});
