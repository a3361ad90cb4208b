/** The passes, each and together: asked once they say what they say of every prefix evaluated anew. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createPolicy, REDUCER_DEFAULTS } from "../../src/reduce/pipeline/policy.ts";
import type { ReduceOptions } from "../../src/reduce/pipeline/policy-options.ts";
import { reduceTranscript } from "../../src/reduce/pipeline/reduce-transcript.ts";
import { STRENGTHS } from "../../src/reduce/pipeline/tiers.ts";
import type { Masker } from "../../src/reduce/rules/index.ts";
import type { Transcript } from "../../src/transcript/model/transcript.ts";
import { busySessions } from "../support/busy-sessions.ts";
import { NAIVE_TEMPLATE } from "../support/naive-masking.ts";
import { passesNaively } from "../support/naive-passes.ts";
import { transcriptFrom } from "../support/plain-transcript.ts";
import { slowRuns } from "../support/runs.ts";
import { evenly, rarely, someOf } from "../support/some-of.ts";

const PASSES = {
  dedupe: { dedupe: true },
  "stale-reads": { staleReads: true },
  redundant: { redundant: true },
  "collapse-failures": { collapseFailures: true },
  clamp: { clamp: 300 },
  "first-sight": { firstSight: 420 },
} as const satisfies Record<string, ReduceOptions>;

/** What each pass has to have done at least in all, so that the test is one of it. */
const RUNS = slowRuns(400);
const LEAST = (RUNS / 400) * 15;

const guards: fc.Arbitrary<ReduceOptions> = fc
  .tuple(
    fc.record({
      preserveRecentRawTurns: fc.integer({ min: 0, max: 16 }),
      windowUnit: fc.constantFrom("turns" as const, "observations" as const, "messages" as const),
      observationMasking: fc.boolean(),
    }),
    someOf({
      every: rarely(fc.constant(3)),
      keepErrors: evenly(fc.constantFrom("none" as const, "all" as const, { last: 1 })),
      keepLastPerTool: rarely(fc.constant(2)),
      keepTools: rarely(fc.constant(["bash"])),
      keepFirst: rarely(fc.constant(2)),
      keepLarger: rarely(fc.constantFrom(400, 5000)),
    }),
  )
  .map(([window, others]) => ({ ...window, ...others }));

const together = Object.assign({}, ...Object.values(PASSES)) as ReduceOptions;

describe.each([...Object.entries<ReduceOptions>(PASSES), ["all", together] as const])(
  "%s",
  (name, options) => {
    it("masks at every step what a new look at the transcript so far would, and never unmasks", () => {
      let count = 0;
      fc.assert(
        fc.property(busySessions, guards, (events, given) => {
          const all = { ...given, ...options, placeholder: NAIVE_TEMPLATE };
          const policy = createPolicy(all, REDUCER_DEFAULTS);
          const whole = transcriptFrom(events);
          const said = new Map<number, string>();
          let before: ReadonlyMap<number, string> = new Map();
          for (let step = 0; step <= whole.turns.count; step++) {
            const prefix = transcriptFrom(events.slice(0, whole.turns.messagesUpTo(step)));
            const masked = maskedAt(whole, policy, step);
            expect(masked).toEqual(passesNaively(prefix, all, said));
            for (const [index, text] of before) {
              expect(masked.has(index)).toBe(true);
              const isStronger =
                STRENGTHS.indexOf(ruleOf(masked.get(index))) < STRENGTHS.indexOf(ruleOf(text));
              expect(masked.get(index) === text || isStronger).toBe(true);
            }
            before = masked;
          }
          for (const text of before.values()) if (!text.startsWith("window")) count++;
        }),
        { numRuns: RUNS },
      );
      expect(count, name).toBeGreaterThan(LEAST);
    }, 60_000);
  },
);

function ruleOf(edit = ""): Masker {
  return edit.split(" ")[0] as Masker;
}

/** The rule and the text of each masked part at a step. */
function maskedAt(
  transcript: Transcript,
  policy: ReturnType<typeof createPolicy>,
  step: number,
): ReadonlyMap<number, string> {
  const edits = reduceTranscript(transcript, policy, { step }).replacements();
  return new Map([...edits].map(({ part, rule, text }) => [part.index, `${rule} ${text}`]));
}
