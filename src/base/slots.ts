/** Lets a few in at a time, in the order in which they came. */
export interface Slots {
  /** Waits for a slot; gives what leaves it, once. */
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
