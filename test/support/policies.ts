import fc from "fast-check";
import type { ChatReduceOptions } from "../../src/api/chat/chat-options.ts";
import { type KeepErrors, WINDOW_UNITS } from "../../src/reduce/pipeline/option-values.ts";
import type { ReduceOptions } from "../../src/reduce/pipeline/policy-options.ts";

const keepErrors: fc.Arbitrary<KeepErrors> = fc.oneof(
  fc.constantFrom("all" as const, "none" as const),
  fc.record({ last: fc.integer({ min: 0, max: 3 }) }),
  fc.record({ excerpt: fc.integer({ min: 0, max: 60 }) }),
);

/** A size that a generated conversation may or may not reach. */
const size = fc.integer({ min: 0, max: 3000 });

/** Options of the masking stage, all of them valid: what is masked, when, and by what text. */
export const maskingOptions: fc.Arbitrary<ReduceOptions> = fc
  .record(
    {
      preserveRecentRawTurns: fc.oneof(
        { weight: 4, arbitrary: fc.integer({ min: 0, max: 6 }) },
        { weight: 1, arbitrary: fc.integer({ min: 7, max: 400 }) },
      ),
      windowUnit: fc.constantFrom(...WINDOW_UNITS),
      every: fc.integer({ min: 1, max: 4 }),
      observationMasking: fc.boolean(),
      maxObservationChars: fc.integer({ min: 0, max: 120 }),
      placeholder: fc.constantFrom(
        "[observation masked — {originalLength} chars]",
        "<{toolName} output {callId} hidden: {lines} lines, turn {turn}>",
        "omitted!",
        "[observed {toolName} {args}: {exit}, {originalLength} chars]",
      ),
      keepErrors,
      errorSigns: fc.constantFrom("marked", "anchored", "words"),
      keepOrphans: fc.boolean(),
      countTask: fc.boolean(),
      keepLastPerTool: fc.integer({ min: 0, max: 3 }),
      keepTools: fc.subarray(["read", "ba*", "*a*"]),
      onlyTools: fc.subarray(["read", "{bash,search}", "S*"]),
      keepPaths: fc.subarray(["src/**", "*.md"]),
      keepRefs: fc.subarray(["[0-3]*", "f*"]),
      keepFirst: fc.integer({ min: 0, max: 3 }),
      keepLarger: fc.constantFrom(300, ...Array<number>(7).fill(100_000)),
      keepExempt: fc.boolean(),
      minSavings: size,
      trigger: size,
      target: size,
      sizeUnit: fc.constantFrom("chars", "tokens"),
    },
    { requiredKeys: [] },
  )
  .map(withoutContradictions);

/** Passes beside the window. */
export const passOptions: fc.Arbitrary<ReduceOptions> = fc.record(
  {
    dedupe: fc.boolean(),
    staleReads: fc.boolean(),
    redundant: fc.boolean(),
    collapseFailures: fc.boolean(),
    clamp: fc.integer({ min: 200, max: 600 }),
    firstSight: fc.integer({ min: 400, max: 900 }),
    keepImages: fc.integer({ min: 0, max: 2 }),
    keepThinking: fc.integer({ min: 0, max: 3 }),
    shrinkInputs: fc.integer({ min: 60, max: 120 }),
  },
  { requiredKeys: [] },
);

/** Options of every kind, all of them valid: some with a budget. */
export const reduceOptions: fc.Arbitrary<ReduceOptions> = fc
  .tuple(
    maskingOptions,
    fc.record(
      {
        maxInputChars: fc.integer({ min: 0, max: 4000 }),
        maxInputTokens: fc.integer({ min: 0, max: 1000 }),
        summaryMaxChars: fc.integer({ min: 0, max: 400 }),
      },
      { requiredKeys: [] },
    ),
    passOptions,
  )
  .map(([masking, budget, passes]) => ({ ...masking, ...budget, ...passes }));

/** The same for messages in memory, of which only tool results are edited. */
export const chatOptions: fc.Arbitrary<ChatReduceOptions> = reduceOptions.map(
  ({ keepImages: _, keepThinking: __, shrinkInputs: ___, ...options }) => options,
);

function withoutContradictions({ every, trigger, target, ...rest }: ReduceOptions): ReduceOptions {
  return {
    ...rest,
    ...(every !== undefined && rest.windowUnit !== "tokens" && { every }),
    ...(trigger !== undefined && { trigger }),
    ...(target !== undefined && { target: trigger ? Math.min(target, trigger) : target }),
  };
}
