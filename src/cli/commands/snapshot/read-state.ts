import { join } from "node:path";
import { readObjective } from "../../../analyses/snapshot/read/read-issue.ts";
import { readMemory } from "../../../analyses/snapshot/read/read-memory.ts";
import { objectIn } from "../../../analyses/snapshot/read/read-records.ts";
import { readSnapshot } from "../../../analyses/snapshot/read/read-snapshot.ts";
import { readTasks } from "../../../analyses/snapshot/read/read-tasks.ts";
import type { Snapshot } from "../../../analyses/snapshot/result.ts";
import type { PastReflection } from "../../../analyses/snapshot/snapshot-comparison.ts";
import type { SnapshotInputs } from "../../../analyses/snapshot/snapshot-inputs.ts";
import { ElisionError } from "../../../base/errors.ts";
import { fileStatus } from "../../../io/file-status.ts";
import { usage } from "../../options/usage-error.ts";
import { exists, findFile, INPUT_NAMES, type Places, readFile } from "./find-state-files.ts";
import type { SnapshotFlags } from "./flags.ts";

/** Files of a state folder. */
export const SNAPSHOT_FILE = "active-context.json";
export const RETIRED_FILE = "retired-trajectory.jsonl";
export const DIAGNOSTICS_FILE = "trajectory-reduction.json";

/** The inputs of a snapshot. */
export interface State {
  readonly inputs: SnapshotInputs;
  readonly past: readonly PastReflection[];
}

/** Reads the files of a state folder, and those that flags name. */
export function readState(places: Places, flags: SnapshotFlags): State {
  const { folder } = places;
  const memory = findFile(places, INPUT_NAMES.memory, flags.memory);
  const tasks = findFile(places, INPUT_NAMES.tasks, flags.tasks);
  const issue = findFile(places, INPUT_NAMES.issue, flags.issue);
  const progress = findFile(places, INPUT_NAMES.progress, flags.progress);
  if (memory === undefined && tasks === undefined && issue === undefined && progress === undefined)
    throw nothingToRead(folder);
  const entries = memory === undefined ? [] : readMemory(memory);
  const own = snapshotsIn(folder, { isNamed: false });
  const previous = [...own, ...(flags.previous ?? []).flatMap((path) => snapshotsIn(path))];
  const iteration = flags.iteration ?? nextIteration(previous, entries);
  refuseOlder(folder, own, iteration);
  const objective = issue && readObjective(issue);
  return {
    inputs: {
      iteration,
      entries,
      tasks: tasks === undefined ? [] : readTasks(tasks),
      previous,
      ...(objective !== undefined && { objective }),
      ...(progress !== undefined && { progress: progress.bytes.toString("utf8") }),
    },
    past: [folder, ...(flags.previous ?? [])].flatMap(pastReflection),
  };
}

/** One more than the newest iteration in any input. */
function nextIteration(previous: readonly Snapshot[], entries: SnapshotInputs["entries"]): number {
  const known = [
    ...previous.map(({ iteration }) => iteration),
    ...entries.map(({ sourceIteration = 0 }) => sourceIteration),
  ];
  return known.reduce((newest, iteration) => Math.max(newest, iteration), 0) + 1;
}

/** The snapshot in a state folder, or in a file that is named. */
function snapshotsIn(path: string, { isNamed = true } = {}): readonly Snapshot[] {
  const isFolder = fileStatus(path)?.isDirectory() ?? false;
  const file = isFolder ? join(path, SNAPSHOT_FILE) : path;
  if (!isNamed && (!isFolder || !exists(file))) return [];
  return [readSnapshot(readFile(file))];
}

/** Refuses to replace a newer snapshot by an older one. */
function refuseOlder(folder: string, [own]: readonly Snapshot[], iteration: number): void {
  if (own === undefined || own.iteration <= iteration) return;
  throw new ElisionError("usage", `the snapshot there is of iteration ${own.iteration}`, {
    file: join(folder, SNAPSHOT_FILE),
    hint: `expected --iteration ${own.iteration} or later (got ${iteration})`,
  });
}

/**
 * How the last reflection of a folder ended, if its diagnostics say so and a model was asked. They are only
 * reported, and decide nothing.
 */
function pastReflection(folder: string): readonly PastReflection[] {
  const path = join(folder, DIAGNOSTICS_FILE);
  if (!exists(path)) return [];
  try {
    const {
      iteration,
      reflection_used: used,
      reflection_latency_ms: latency,
    } = objectIn(readFile(path));
    if (typeof iteration !== "number" || typeof used !== "boolean" || typeof latency !== "number")
      return [];
    return [{ iteration, used, latencyMs: latency }];
  } catch (error) {
    if (error instanceof ElisionError) return [];
    throw error;
  }
}

function nothingToRead(folder: string): ElisionError {
  const names = Object.values(INPUT_NAMES).flat().join(", ");
  return usage(
    `${folder}: expected something to make a snapshot of (found none of ${names})`,
    "name files with --memory, --tasks, --issue or --progress",
  );
}
