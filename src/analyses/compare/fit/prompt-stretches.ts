/** The largest difference between the simulated and the counted size of a prompt, as a share of the counted. */
export const TOLERANCE = 0.05;

/**
 * The stretches of prompts in which counted sizes grow like simulated ones: for each prompt the index of the first
 * one of its stretch. A stretch ends where a prompt grew by more or less than was simulated, beyond the tolerance:
 * something was added or removed that the transcript does not show.
 */
export function stretchesOf(
  simulated: readonly number[],
  counted: readonly number[],
): readonly number[] {
  let first = 0;
  return counted.map((tokens, k) => {
    if (k === 0) return 0;
    const grew = tokens - (counted[k - 1] ?? 0);
    const expected = (simulated[k] ?? 0) - (simulated[k - 1] ?? 0);
    if (Math.abs(grew - expected) > TOLERANCE * tokens) first = k;
    return first;
  });
}

/**
 * The tokens of each prompt that the transcript does not show. The same for all prompts of a stretch, chosen to
 * minimise their relative errors. Negative if the transcript shows more than was sent.
 */
export function offsetsOf(
  simulated: readonly number[],
  counted: readonly number[],
  stretches: readonly number[],
): readonly number[] {
  const sums = new Map<number, { weight: number; offset: number }>();
  counted.forEach((tokens, k) => {
    const sum = sums.get(stretches[k] ?? 0) ?? { weight: 0, offset: 0 };
    const weight = 1 / tokens ** 2;
    sum.weight += weight;
    sum.offset += weight * (tokens - (simulated[k] ?? 0));
    sums.set(stretches[k] ?? 0, sum);
  });
  return stretches.map((stretch) => {
    const sum = sums.get(stretch);
    return sum === undefined ? 0 : sum.offset / sum.weight;
  });
}
