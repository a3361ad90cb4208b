/** A confidence interval of a share, from 0 to 1. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Standard errors on either side that hold 95 % of a normal distribution. */
const Z = 1.959964;

/** The largest share that can be required of an interval's low end: no number of hits proves a share of 1. */
const MAX_SHARE = 0.99;

/**
 * The 95 % confidence interval of a share by Wilson's score method, which is valid for few trials and for shares
 * near 1 as well. Assumes independent trials.
 */
export function wilsonInterval(hits: number, trials: number): Interval {
  if (trials === 0) return { low: 0, high: 1 };
  const share = hits / trials;
  const spread = (Z * Z) / trials;
  const centre = (share + spread / 2) / (1 + spread);
  const half =
    (Z * Math.sqrt((share * (1 - share)) / trials + (spread / trials) * 0.25)) / (1 + spread);
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

/** The low end that an interval must reach to show that a share is at least this. */
export function provableShare(share: number): number {
  return Math.min(share, MAX_SHARE);
}

/**
 * The fewest trials that can show a share to be at least this: with n hits of n trials the interval's
 * low end is n / (n + z²), so that it takes z² · share / (1 - share). 73 for 0.95, 381 for 0.99.
 */
export function leastTrials(share: number): number {
  const shown = provableShare(share);
  return Math.ceil((Z * Z * shown) / (1 - shown));
}
