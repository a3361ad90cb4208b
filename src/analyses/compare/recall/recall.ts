import { type Interval, wilsonInterval } from "../sums/interval.ts";
import { addGroups, noGroups, sumOfGroups, type UseGroups } from "./use-groups.ts";

/** The recall of a policy: references that the agent would have missed under it. */
export interface Recall {
  /** Later uses of tool output. */
  readonly references: number;
  /** References without a visible message that has them at that step. */
  readonly missed: number;
  /** Repeated calls whose earlier observation would be masked by then. */
  readonly reAsks: number;
  /**
   * The missed references by age, tool and kind, repeated calls included; absent if none. `drawnOn` of the
   * transcript or the totals counts all uses.
   */
  readonly missedBy?: UseGroups | undefined;
}

/** Recalls that are added up. */
export interface RecallSum {
  references: number;
  missed: number;
  reAsks: number;
  missedBy: ReturnType<typeof noGroups> | undefined;
}

/** The sum of no recall. */
export function noRecall(): RecallSum {
  return { references: 0, missed: 0, reAsks: 0, missedBy: undefined };
}

/** Adds a recall to a sum. */
export function addRecall(sum: RecallSum, { references, missed, reAsks, missedBy }: Recall): void {
  sum.references += references;
  sum.missed += missed;
  sum.reAsks += reAsks;
  if (missedBy === undefined) return;
  sum.missedBy ??= noGroups();
  addGroups(sum.missedBy, missedBy);
}

/** The current value of a sum. */
export function recallOf({ references, missed, reAsks, missedBy }: RecallSum): Recall {
  return {
    missedBy: missedBy && sumOfGroups(noGroups(), missedBy),
    references,
    missed,
    reAsks,
  };
}

/** Two recalls together. */
export function sumOfRecalls(one: Recall, other: Recall): Recall {
  const sum = noRecall();
  addRecall(sum, one);
  addRecall(sum, other);
  return recallOf(sum);
}

/** A recall as trials: a repeated call for a hidden result is a missed use. */
export function trialsOf({ references, missed, reAsks }: Recall): { hits: number; trials: number } {
  return { hits: references - missed, trials: references + reAsks };
}

/** The share of uses that were visible, repeated calls among them; 1 if there are none. */
export function recallShare(recall: Recall): number {
  const { hits, trials } = trialsOf(recall);
  return trials === 0 ? 1 : hits / trials;
}

/** The 95 % confidence interval of that share. */
export function recallInterval(recall: Recall): Interval {
  const { hits, trials } = trialsOf(recall);
  return wilsonInterval(hits, trials);
}
