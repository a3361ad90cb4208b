import { RULES, type RuleName } from "../rules/index.ts";

/** Why an observation is masked or raw: the name of a rule, or a reason that is no rule. */
export type ReasonName =
  | RuleName
  /** The rules name it, but trigger or minimum savings are not reached. */
  | "pressure"
  /** Its placeholder would not be shorter, or the file not smaller. */
  | "not-shorter"
  /** Its placeholder would be shorter, by less than the policy's minimum. */
  | "min-gain"
  /** It was a placeholder before. */
  | "masked-before"
  /** A demonstration. */
  | "fixed"
  | "not-editable"
  /** It no longer reaches the model. */
  | "dead"
  /** The masking stage did not run. */
  | "no-masking";

/** Every reason, in the order of reports. */
export const REASONS: readonly ReasonName[] = [
  ...(Object.keys(RULES) as RuleName[]),
  "pressure",
  "not-shorter",
  "min-gain",
  "masked-before",
  "fixed",
  "not-editable",
  "dead",
  "no-masking",
];

/** Counts of observations with one reason. Zeros are left out. */
export interface ReasonCount {
  masked?: number;
  /** Their chars less those of the placeholders. */
  maskedChars?: number;
  kept?: number;
  keptChars?: number;
}

/** Counts of observations by reason; reasons without any are left out. */
export type ByRule = { readonly [Name in ReasonName]?: Readonly<ReasonCount> };

/** Mutable sums, in the order of first use. */
export type ReasonSums = { [Name in ReasonName]?: ReasonCount };

export function countMasked(sums: ReasonSums, by: ReasonName, chars: number): void {
  addMasked(countOf(sums, by), chars);
}

/** Adds to a sum that is already looked up. */
export function addMasked(count: ReasonCount, chars: number): void {
  count.masked = (count.masked ?? 0) + 1;
  count.maskedChars = (count.maskedChars ?? 0) + chars;
}

export function countKept(sums: ReasonSums, by: ReasonName, chars: number): void {
  const count = countOf(sums, by);
  count.kept = (count.kept ?? 0) + 1;
  count.keptChars = (count.keptChars ?? 0) + chars;
}

/** Adds other counts. */
export function addCounts(sums: ReasonSums, counts: ByRule): void {
  for (const key in counts) {
    const by = key as ReasonName;
    const { masked, maskedChars, kept, keptChars } = counts[by] ?? {};
    const sum = countOf(sums, by);
    if (masked !== undefined) {
      sum.masked = (sum.masked ?? 0) + masked;
      sum.maskedChars = (sum.maskedChars ?? 0) + (maskedChars ?? 0);
    }
    if (kept !== undefined) {
      sum.kept = (sum.kept ?? 0) + kept;
      sum.keptChars = (sum.keptChars ?? 0) + (keptChars ?? 0);
    }
  }
}

/** The counts in the order of `REASONS`, each with what was masked before what was kept. */
export function inOrder(sums: ReasonSums): ByRule {
  const names = Object.keys(sums) as ReasonName[];
  if (names.length > 1) names.sort((a, b) => REASONS.indexOf(a) - REASONS.indexOf(b));
  return Object.fromEntries(names.map((name) => [name, maskedFirst(sums[name])]));
}

function maskedFirst(count: ReasonCount | undefined): ReasonCount | undefined {
  return count?.masked === undefined ? count : { masked: 0, maskedChars: 0, ...count };
}

/** The sum of a reason, created if it is missing. */
export function countOf(sums: ReasonSums, by: ReasonName): ReasonCount {
  let count = sums[by];
  if (count === undefined) {
    count = {};
    sums[by] = count;
  }
  return count;
}
