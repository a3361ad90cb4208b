/**
 * How much of what later turns use a pass leaves of the results that it shortens, against others of the same
 * size. Its keys are a public contract.
 */
export interface EvidenceKept {
  /** The pass as it is typed, without dashes: `clamp 8000`. */
  readonly pass: string;
  /** Results that it shortens, their chars before and after. */
  readonly results: number;
  readonly chars: number;
  readonly keptChars: number;
  /** Lines of these results that a turn uses or quotes once they are shortened. */
  readonly lines: number;
  /** How many of these lines stay. */
  readonly kept: number;
  /**
   * How many would stay if an excerpt of this size were its head, its tail, or random lines (the mean of five
   * draws).
   */
  readonly head: number;
  readonly tail: number;
  readonly random: number;
}

/** Adds the figures of passes over two transcripts. */
export function addEvidence(
  one: readonly EvidenceKept[],
  other: readonly EvidenceKept[],
): readonly EvidenceKept[] {
  return other.map((each, k) => {
    const before = one[k];
    if (before === undefined) return each;
    const sum = { ...each };
    for (const key of COUNTS) sum[key] = before[key] + each[key];
    return sum;
  });
}

const COUNTS = [
  "results",
  "chars",
  "keptChars",
  "lines",
  "kept",
  "head",
  "tail",
  "random",
] as const satisfies readonly (keyof EvidenceKept)[];
