import type {
  ComparedFile,
  ComparedTotals,
  ComparedTranscript,
} from "../../../analyses/compare/compared.ts";
import { comparedTotals } from "../../../analyses/compare/sums/compared-totals.ts";
import { createComparisonSum } from "../../../analyses/compare/sums/comparison-sum.ts";
import { createHalvedSum } from "../../../analyses/compare/sums/out-of-sample.ts";
import { countIn, createInputCounts, discarding } from "../../inputs/input-counts.ts";

/** The sums of a comparison over inputs; `discard` is called if an input cannot be read to its end. */
export function sumInputs(settings: readonly string[], discard: () => void) {
  const sum = createComparisonSum(settings);
  const halved = createHalvedSum(settings);
  const counts = createInputCounts();
  let current = sumInput(settings);
  return {
    counts,
    /** Adds a transcript of the current input. */
    transcript: (compared: ComparedTranscript) => current.add(compared),
    file(read: ComparedFile) {
      sum.merge(current.sum);
      halved.merge(current.halved);
      counts.file(read, current.formats);
      current = sumInput(settings);
    },
    ...discarding(counts, () => {
      current = sumInput(settings);
      discard();
    }),
    totals: ({ perMonth, ...about }: AboutTotals): ComparedTotals => ({
      ...counts.totals,
      ...(perMonth !== undefined && { sessionsPerMonth: perMonth }),
      ...comparedTotals(sum.totals, { ...about, halved }),
    }),
  };
}

/** The settings and prices of a comparison, the recall to keep, and how many sessions there are a month. */
type AboutTotals = Omit<Parameters<typeof comparedTotals>[1], "halved"> & {
  readonly perMonth?: number | undefined;
};

/** The sum of one input, which counts only if it can be read to its end. */
function sumInput(settings: readonly string[]) {
  const sum = createComparisonSum(settings);
  const halved = createHalvedSum(settings);
  const formats = new Map<string, number>();
  return {
    sum,
    halved,
    formats,
    add(compared: ComparedTranscript) {
      sum.add(compared);
      halved.add(compared);
      countIn(formats, compared.format);
    },
  };
}
