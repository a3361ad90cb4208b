/** The seed of what tests choose at random; `ELISION_SEED` gives another. */
export const SEED = Number(process.env.ELISION_SEED ?? 1);

/** Numbers from 0 to 1, the same in every run of one seed (mulberry32). */
export function randomNumbers(seed = SEED): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
