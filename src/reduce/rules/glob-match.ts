import type { GlobStep } from "./glob-program.ts";

/** Whether a text matched, and the number of steps of the glob visited. */
export interface GlobMatch {
  readonly matches: boolean;
  /** At most the length of the glob times the length of the text. */
  readonly looks: number;
}

/**
 * Runs a compiled glob over a text. It keeps all reachable steps and never backtracks, so no glob and no text make
 * it slow. Case does not matter.
 */
export function matchGlob(steps: readonly GlobStep[], text: string): GlobMatch {
  const reachedAt = new Int32Array(steps.length).fill(-1);
  let looks = 0;
  /** Adds the steps, and all that follow without a character, to those reached at a place. */
  const reach = (from: readonly number[], place: number, reached: number[]): void => {
    const pending = [...from];
    for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
      looks++;
      const step = steps[index];
      if (step === undefined || reachedAt[index] === place) continue;
      reachedAt[index] = place;
      if (step.accepts === undefined && index < steps.length - 1) pending.push(...step.next);
      else reached.push(index);
    }
  };

  let place = 0;
  let current: number[] = [];
  reach([0], place, current);
  for (const character of text) {
    if (current.length === 0) break;
    place++;
    const folded = character.toLowerCase();
    const following: number[] = [];
    for (const index of current) {
      const step = steps[index];
      if (step?.accepts?.(folded)) reach(step.next, place, following);
    }
    current = following;
  }
  return { matches: reachedAt[steps.length - 1] === place && current.length > 0, looks };
}
