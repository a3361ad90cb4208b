/** A semaphore: admits a few at a time, in order of arrival. */
export interface Slots {
  /** Waits for a slot; returns a function that leaves it, once. */
  enter(): Promise<() => void>;
}

/** Slots for `count` at a time. */
export function createSlots(count: number): Slots {
  const waiting: (() => void)[] = [];
  let free = count;
  return {
    async enter() {
      if (free > 0) free--;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      let isInside = true;
      return () => {
        if (!isInside) return;
        isInside = false;
        const next = waiting.shift();
        if (next === undefined) free++;
        else next();
      };
    },
  };
}
