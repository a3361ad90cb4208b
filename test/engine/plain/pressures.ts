/** Policies with a trigger, a least saving or a target, which generated conversations may or may not reach. */
import fc from "fast-check";
import type { CompactOptions } from "../../../src/engine/edits/create-job.ts";

const sizes = fc
  .record(
    {
      trigger: fc.integer({ min: 0, max: 3000 }),
      minSavings: fc.integer({ min: 0, max: 900 }),
      target: fc.integer({ min: 0, max: 3000 }),
      sizeUnit: fc.constantFrom("chars" as const, "tokens" as const),
    },
    { requiredKeys: [] },
  )
  .map(({ target, ...size }) => {
    // A target is no more than its trigger.
    const { trigger } = size;
    const own = trigger && target !== undefined && target > trigger ? trigger : target;
    return { ...size, ...(own !== undefined && { target: own }) };
  });

const windows = fc
  .record(
    {
      preserveRecentRawTurns: fc.integer({ min: 0, max: 3 }),
      windowUnit: fc.constantFrom(
        ...(["turns", "call-messages", "messages", "observations", "events", "tokens"] as const),
      ),
      every: fc.integer({ min: 1, max: 3 }),
      minGain: fc.constantFrom(1, 32),
      keepErrors: fc.constantFrom("all" as const, "none" as const),
      keepFirst: fc.integer({ min: 0, max: 2 }),
      keepOrphans: fc.boolean(),
      savings: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  .filter(({ windowUnit, every = 1 }) => windowUnit !== "tokens" || every === 1);

/** Options of such a policy. */
export const pressures: fc.Arbitrary<CompactOptions> = fc
  .tuple(windows, sizes)
  .map(([window, size]) => ({ ...window, ...size }));
