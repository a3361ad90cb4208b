/** Whole numbers of 32 bits that look random, the same for the same seed (Tommy Ettinger's mulberry32). */
export function mulberry32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + MULBERRY32_STEP) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

/** Each number adds this to the state: a seed can be moved on by any count of numbers. */
export const MULBERRY32_STEP = 0x6d2b79f5;
