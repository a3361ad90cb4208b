import type { Snapshot } from "./result.ts";

/** Something that an agent wrote down to remember. */
export interface MemoryEntry {
  readonly scope: string;
  readonly key: string;
  /** Any JSON value. */
  readonly value: unknown;
  /** The iteration that wrote it, where that is known. */
  readonly sourceIteration?: number;
}

/** A task of the plan. */
export interface PlanTask {
  readonly id: string;
  readonly title: string;
  /** Lower case, words joined by `_`: `pending`, `in_progress`, `failed`, `blocked`, … */
  readonly status: string;
}

/** All that a snapshot is made of. */
export interface SnapshotInputs {
  /** The iteration that the snapshot is for. */
  readonly iteration: number;
  readonly entries: readonly MemoryEntry[];
  readonly tasks: readonly PlanTask[];
  /** The objective in the issue. */
  readonly objective?: string;
  /** The agent's progress log. */
  readonly progress?: string;
  /** Snapshots of earlier iterations, in any order; of two of the same, the first counts. */
  readonly previous: readonly Snapshot[];
}

/** Iterations before this one that are read (`lookback_iterations`). */
const LOOKBACK_ITERATIONS = 2;

/** The least age of a source in iterations (`iteration_delay`): the current one is never read. */
const ITERATION_DELAY = 1;

/** Inputs without what is out of reach. */
export interface ReachedInputs extends SnapshotInputs {
  /** The snapshots of earlier iterations, the newest first. */
  readonly previous: readonly Snapshot[];
  /** The newest snapshot before this iteration, however old: what it has and this one has not retires. */
  readonly last: Snapshot | undefined;
  /** How many entries were left out because the current iteration wrote them. */
  readonly tooNewEntries: number;
}

/** Leaves out what is too new, and snapshots that are too old to be looked back at. */
export function withinReach(inputs: SnapshotInputs): ReachedInputs {
  const newest = inputs.iteration - ITERATION_DELAY;
  const oldest = newest - LOOKBACK_ITERATIONS + 1;
  const entries = inputs.entries.filter(
    ({ sourceIteration = newest }) => sourceIteration <= newest,
  );
  const before = inputs.previous
    .filter(({ iteration }) => iteration <= newest)
    .toSorted((a, b) => b.iteration - a.iteration)
    .filter(({ iteration }, index, all) => iteration !== all[index - 1]?.iteration);
  return {
    ...inputs,
    entries,
    previous: before.filter(({ iteration }) => iteration >= oldest).slice(0, LOOKBACK_ITERATIONS),
    last: before[0],
    tooNewEntries: inputs.entries.length - entries.length,
  };
}
