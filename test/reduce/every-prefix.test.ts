/** Asking every rule once gives what evaluating them anew on every prefix gives. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { createPolicy, REDUCER_DEFAULTS } from "../../src/reduce/pipeline/policy.ts";
import type { ReduceOptions } from "../../src/reduce/pipeline/policy-options.ts";
import { reduceTranscript } from "../../src/reduce/pipeline/reduce-transcript.ts";
import { maskNaively, NAIVE_TEMPLATE } from "../support/naive-masking.ts";
import { plainEvents, transcriptFrom } from "../support/plain-transcript.ts";
import { maskingOptions } from "../support/policies.ts";
import { runs } from "../support/runs.ts";

/** What the oracle knows how to evaluate: no globs beyond names, no heads of observations. */
const options: fc.Arbitrary<ReduceOptions> = fc
  .tuple(
    maskingOptions,
    fc.record(
      {
        keepTools: fc.subarray(["read", "bash"]),
        onlyTools: fc.subarray(["read", "bash", "skill"]),
        keepPaths: fc.constant(["src/*.ts"]),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([masking, globs]) => {
    const { maxObservationChars: _, observationMasking: __, ...rest } = masking;
    const { keepTools: ___, onlyTools: ____, keepPaths: _____, ...known } = rest;
    return { ...known, ...globs, placeholder: NAIVE_TEMPLATE };
  });

const DECISIONS = 40 * runs(2500);

it("masks at every step what the rules say of the transcript so far, and never unmasks", () => {
  let decisions = 0;
  fc.assert(
    fc.property(
      plainEvents,
      options,
      fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: 12 })),
      (events, given, firstLive) => {
        const transcript = transcriptFrom(events, { firstLive });
        const policy = createPolicy(given, REDUCER_DEFAULTS);
        const count = [...transcript.observations()].length;
        let step = 0;
        let before: ReadonlySet<number> = new Set();
        for (const naive of maskNaively(events, given, { firstLive })) {
          const edits = reduceTranscript(transcript, policy, { step }).replacements();
          const masked = new Set([...edits].map(({ part }) => part.index));
          expect(masked).toEqual(naive);
          expect([...before].every((index) => masked.has(index))).toBe(true);
          before = masked;
          decisions += count;
          step++;
        }
      },
    ),
    { numRuns: runs(2500) },
  );
  expect(decisions).toBeGreaterThan(DECISIONS);
}, 120_000);
