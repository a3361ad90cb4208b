import fc from "fast-check";
import type { ChatReduceOptions } from "../../src/api/chat/chat-options.ts";
import { type KeepErrors, WINDOW_UNITS } from "../../src/reduce/pipeline/option-values.ts";
import type { ReduceOptions } from "../../src/reduce/pipeline/policy-options.ts";
import { evenly, mostly, rarely, someOf } from "./some-of.ts";

const keepErrors: fc.Arbitrary<KeepErrors> = fc.oneof(
  fc.constantFrom("all" as const, "none" as const),
  fc.record({ last: fc.integer({ min: 0, max: 3 }) }),
  fc.record({ excerpt: fc.integer({ min: 0, max: 60 }) }),
);

/** A size that a generated conversation may or may not reach. */
const size = fc.integer({ min: 0, max: 3000 });

/** Options of the masking stage, all of them valid: what is masked, when, and by what text. Two cases in three mask. */
export const maskingOptions: fc.Arbitrary<ReduceOptions> = someOf({
  preserveRecentRawTurns: mostly(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(0, 0, 1, 1, 2) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 6 }) },
    ),
  ),
  windowUnit: evenly(fc.constantFrom(...WINDOW_UNITS)),
  windowChars: rarely(fc.integer({ min: 7, max: 400 })),
  every: rarely(fc.integer({ min: 1, max: 4 })),
  observationMasking: rarely(fc.constantFrom(true, true, false)),
  maxObservationChars: rarely(fc.integer({ min: 0, max: 120 })),
  placeholder: evenly(
    fc.constantFrom(
      "[observation masked — {originalLength} chars]",
      "<{toolName} output {callId} hidden: {lines} lines, turn {turn}>",
      "omitted!",
      "[observed {toolName} {args}: {exit}, {originalLength} chars]",
    ),
  ),
  minGain: mostly(fc.constantFrom(1, 1, 32)),
  keepErrors: evenly(keepErrors),
  errorSigns: evenly(fc.constantFrom("marked", "anchored", "words")),
  keepOrphans: rarely(fc.boolean()),
  countTask: rarely(fc.boolean()),
  keepLastPerTool: rarely(fc.integer({ min: 0, max: 3 })),
  keepTools: rarely(fc.subarray(["read", "ba*", "*a*"])),
  onlyTools: rarely(fc.subarray(["read", "{bash,search}", "S*"])),
  keepPaths: rarely(fc.subarray(["src/**", "*.md"])),
  keepRefs: rarely(fc.subarray(["[0-3]*", "f*"])),
  keepFirst: rarely(fc.integer({ min: 0, max: 3 })),
  keepLarger: rarely(fc.constantFrom(60, 300, 100_000)),
  keepExempt: evenly(fc.boolean()),
  minSavings: rarely(size),
  trigger: rarely(size),
  target: rarely(size),
  sizeUnit: evenly(fc.constantFrom("chars", "tokens")),
}).map(withoutContradictions);

/** Passes beside the window. */
export const passOptions: fc.Arbitrary<ReduceOptions> = someOf({
  dedupe: evenly(fc.boolean()),
  staleReads: evenly(fc.boolean()),
  redundant: evenly(fc.boolean()),
  collapseFailures: evenly(fc.boolean()),
  clamp: evenly(fc.integer({ min: 200, max: 600 })),
  firstSight: evenly(fc.integer({ min: 400, max: 900 })),
  keepImages: evenly(fc.integer({ min: 0, max: 2 })),
  keepThinking: evenly(fc.integer({ min: 0, max: 3 })),
  shrinkInputs: evenly(fc.integer({ min: 60, max: 120 })),
});

/** Options of every kind, all of them valid: some with a budget. */
export const reduceOptions: fc.Arbitrary<ReduceOptions> = fc
  .tuple(
    maskingOptions,
    someOf({
      maxInputChars: evenly(fc.integer({ min: 0, max: 4000 })),
      maxInputTokens: rarely(fc.integer({ min: 0, max: 1000 })),
      summaryMaxChars: evenly(fc.integer({ min: 0, max: 400 })),
    }),
    passOptions,
  )
  .map(([masking, budget, passes]) => ({ ...masking, ...budget, ...passes }));

/** The same for messages in memory, of which only tool results are edited. */
export const chatOptions: fc.Arbitrary<ChatReduceOptions> = reduceOptions.map(
  ({ keepImages: _, keepThinking: __, shrinkInputs: ___, ...options }) => options,
);

function withoutContradictions({
  ...options
}: ReduceOptions & { readonly windowChars?: number }): ReduceOptions {
  const { every, trigger, target, windowChars, ...rest } = options;
  const inTokens = rest.windowUnit === "tokens";
  return {
    ...rest,
    ...(inTokens && windowChars !== undefined && { preserveRecentRawTurns: windowChars }),
    ...(every !== undefined && !inTokens && { every }),
    ...(trigger !== undefined && { trigger }),
    ...(target !== undefined && { target: trigger ? Math.min(target, trigger) : target }),
  };
}
