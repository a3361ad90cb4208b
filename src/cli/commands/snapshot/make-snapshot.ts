import type { FileBytes } from "../../../analyses/snapshot/read/read-records.ts";
import {
  type Asking,
  reduceTrajectory,
  type TrajectoryReduction,
} from "../../../analyses/snapshot/reduce-trajectory.ts";
import type { ReflectionPrice } from "../../../analyses/snapshot/reflection-cost.ts";
import {
  compareSnapshots,
  type SnapshotComparison,
} from "../../../analyses/snapshot/snapshot-comparison.ts";
import type { Model } from "../../../model/model.ts";
import { usage } from "../../options/usage-error.ts";
import { knownError } from "../../terminal/known-error.ts";
import type { Notices } from "../../terminal/notices.ts";
import type { Shell } from "../../terminal/shell.ts";
import type { SnapshotFlags } from "./flags.ts";
import { noteTrajectory } from "./note-trajectory.ts";
import { readState } from "./read-state.ts";
import { writeState } from "./write-state.ts";

/** The options and model for the snapshots of all folders. */
export interface SnapshotRun {
  readonly flags: SnapshotFlags;
  readonly notices: Notices;
  readonly model: Model | undefined;
  readonly price: ReflectionPrice | undefined;
}

/** Makes the snapshot of a folder and reports it; with `--compare`, compares it. */
export async function makeSnapshot(
  shell: Shell,
  folder: string,
  { flags, notices, model, price }: SnapshotRun,
): Promise<{ readonly reduction: TrajectoryReduction; readonly comparison?: SnapshotComparison }> {
  const { inputs, past } = readState({ folder, stdin: await stdinFor(shell, flags) }, flags);
  const now = flags.now ?? new Date(shell.now()).toISOString();
  const reduction = await reduceTrajectory(inputs, { now, asking: asking(shell, flags, model) });
  if (!flags.dryRun) await written(folder, reduction);
  await noteTrajectory(shell, flags, { reduction, notices });
  return flags.compare
    ? { reduction, comparison: compareSnapshots(reduction, past, price) }
    : { reduction };
}

/** All of stdin, where one input is named `-`. */
async function stdinFor(
  { stdin }: Shell,
  { memory, tasks, issue, progress }: SnapshotFlags,
): Promise<FileBytes | undefined> {
  const named = [memory, tasks, issue, progress].filter((name) => name === "-");
  if (named.length === 0) return undefined;
  if (named.length > 1) throw usage("snapshot: only one input can be read from stdin");
  const pieces: Buffer[] = [];
  for (;;) {
    const piece = Buffer.allocUnsafe(64 * 1024);
    const count = await stdin.read(piece);
    if (count === 0) return { name: "stdin", bytes: Buffer.concat(pieces) };
    pieces.push(piece.subarray(0, count));
  }
}

function asking(shell: Shell, flags: SnapshotFlags, model: Model | undefined): Asking {
  if (flags.model === undefined) return { skip: "no_model" };
  if (model === undefined) return { skip: "dry_run" };
  return { ask: (request) => model.ask(request), clock: () => shell.now() };
}

async function written(folder: string, reduction: TrajectoryReduction): Promise<void> {
  try {
    await writeState(folder, reduction);
  } catch (error) {
    throw knownError(error, folder);
  }
}
