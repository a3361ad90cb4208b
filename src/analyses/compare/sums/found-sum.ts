import { addEvidence, type EvidenceKept } from "../evidence/result.ts";
import type { UsageFit } from "../fit/fit-result.ts";
import { addMasks, type RecordedMasks } from "../recall/recorded-masks.ts";
import { addGroups, noGroups, sumOfGroups, type UseGroups } from "../recall/use-groups.ts";
import type { Comparison, UsedObservations } from "../result.ts";

/** Sums of facts about transcripts that no setting changes. Its keys are a public contract. */
export interface FoundTotals {
  /**
   * The fit of history left alone to providers' counts: the turns on record, and the share within 5%; absent if
   * none.
   */
  readonly fit?: Pick<UsageFit, "turns" | "within5Percent">;
  readonly uses?: UsedObservations;
  /** First uses of results, and calls made again, by age, tool and kind; absent where there is none. */
  readonly drawnOn?: UseGroups;
  /** Results that were already masked on record; absent where none was. */
  readonly recordedMasks?: RecordedMasks;
  /** The evidence that each pass leaves, if requested. */
  readonly evidence?: readonly EvidenceKept[];
}

/** The sums of what was found. */
export interface FoundState {
  /** Turns whose counts are on record, and those within 5%. */
  readonly fit: { turns: number; within: number };
  uses: UsedObservations | undefined;
  readonly drawnOn: ReturnType<typeof noGroups>;
  recordedMasks: RecordedMasks | undefined;
  evidence: readonly EvidenceKept[];
}

/** The facts of one transcript. */
export type FoundIn = Pick<Comparison, Exclude<keyof FoundTotals, "evidence">> &
  Pick<FoundTotals, "evidence">;

/** Nothing found yet. */
export function nothingFound(): FoundState {
  return {
    fit: { turns: 0, within: 0 },
    uses: undefined,
    drawnOn: noGroups(),
    recordedMasks: undefined,
    evidence: [],
  };
}

/** Adds the facts of a transcript. */
export function addFound(
  state: FoundState,
  { fit, uses, drawnOn, recordedMasks, evidence }: FoundIn,
): void {
  if (evidence !== undefined) state.evidence = addEvidence(state.evidence, evidence);
  if (fit !== undefined) {
    state.fit.turns += fit.turns;
    state.fit.within += fit.within5Percent * fit.turns;
  }
  if (uses !== undefined) state.uses = addUses(state.uses, uses);
  if (drawnOn !== undefined) addGroups(state.drawnOn, drawnOn);
  if (recordedMasks !== undefined)
    state.recordedMasks = addMasks(state.recordedMasks, recordedMasks);
}

/** Adds another sum. */
export function mergeFound(state: FoundState, other: FoundState): void {
  state.fit.turns += other.fit.turns;
  state.fit.within += other.fit.within;
  if (other.evidence.length > 0) state.evidence = addEvidence(state.evidence, other.evidence);
  if (other.uses !== undefined) state.uses = addUses(state.uses, other.uses);
  addGroups(state.drawnOn, other.drawnOn);
  if (other.recordedMasks !== undefined)
    state.recordedMasks = addMasks(state.recordedMasks, other.recordedMasks);
}

/** The totals; those without data are absent. */
export function foundTotals({
  fit,
  uses,
  drawnOn,
  recordedMasks,
  evidence,
}: FoundState): FoundTotals {
  return {
    ...(evidence.length > 0 && { evidence }),
    ...(fit.turns > 0 && { fit: { turns: fit.turns, within5Percent: fit.within / fit.turns } }),
    ...(uses !== undefined && { uses }),
    ...(Object.keys(drawnOn.age).length > 0 && { drawnOn: sumOfGroups(noGroups(), drawnOn) }),
    ...(recordedMasks !== undefined && { recordedMasks }),
  };
}

function addUses(sum: UsedObservations | undefined, more: UsedObservations): UsedObservations {
  const add = (kind: keyof UsedObservations) => ({
    count: (sum?.[kind].count ?? 0) + more[kind].count,
    chars: (sum?.[kind].chars ?? 0) + more[kind].chars,
  });
  return {
    opaque: add("opaque"),
    unreferenced: add("unreferenced"),
    closed: add("closed"),
    open: add("open"),
  };
}
