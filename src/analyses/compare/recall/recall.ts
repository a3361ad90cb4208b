import { type Interval, wilsonInterval } from "../interval.ts";
import { sumOfGroups, type UseGroups } from "./use-groups.ts";

/** The references that the agent would have missed under a policy. */
export interface Recall {
  /** Later uses of tool output. */
  readonly references: number;
  /** Those that no message visible at that step showed. */
  readonly missed: number;
  /** Calls that ask again for an observation that would be masked by then. */
  readonly reAsks: number;
  /**
   * The missed ones by age, tool and kind, calls that ask again included; absent where none was. All there are is
   * `drawnOn` of the transcript, or of the totals.
   */
  readonly missedBy?: UseGroups;
}

/** Two recalls together. */
export function addRecall(one: Recall | undefined, other: Recall): Recall {
  const missedBy =
    one?.missedBy && other.missedBy
      ? sumOfGroups(one.missedBy, other.missedBy)
      : (one?.missedBy ?? other.missedBy);
  return {
    ...(missedBy !== undefined && { missedBy }),
    references: (one?.references ?? 0) + other.references,
    missed: (one?.missed ?? 0) + other.missed,
    reAsks: (one?.reAsks ?? 0) + other.reAsks,
  };
}

/** A recall as trials: a call that asks again for a hidden result is a missed use. */
export function trialsOf({ references, missed, reAsks }: Recall): { hits: number; trials: number } {
  return { hits: references - missed, trials: references + reAsks };
}

/** The share of uses that were visible, calls that ask again among them; 1 where there is none. */
export function recallShare(recall: Recall): number {
  const { hits, trials } = trialsOf(recall);
  return trials === 0 ? 1 : hits / trials;
}

/** The 95 % confidence interval of that share. */
export function recallInterval(recall: Recall): Interval {
  const { hits, trials } = trialsOf(recall);
  return wilsonInterval(hits, trials);
}
