import type { TrajectoryReduction } from "../../../analyses/snapshot/reduce-trajectory.ts";
import type { SnapshotComparison } from "../../../analyses/snapshot/snapshot-comparison.ts";
import { jsonText } from "../../../report/json-text.ts";
import { comparisonText } from "../../../report/snapshot/snapshot-comparison-text.ts";
import { openModelFor } from "../../options/open-model.ts";
import { usage } from "../../options/usage-error.ts";
import { createNotices } from "../../terminal/notices.ts";
import { EXIT, type Shell } from "../../terminal/shell.ts";
import { compareFolders, isFailure, refuseNamedInputs } from "./compare-folders.ts";
import type { SnapshotFlags } from "./flags.ts";
import { makeSnapshot } from "./make-snapshot.ts";
import { reflectionPriceFrom } from "./reflection-price.ts";

/** Makes the snapshot of a state folder. Gives the exit code. */
export async function snapshotCommand(
  shell: Shell,
  folders: readonly string[],
  flags: SnapshotFlags,
): Promise<number> {
  const [folder = ""] = folders;
  if (folder === "") throw usage("snapshot: expected a folder", "elision snapshot --help");
  if (folders.length > 1) refuseNamedInputs(flags);
  const price = reflectionPriceFrom(flags);
  const notices = createNotices(shell.stderr, { quiet: flags.quiet ?? false });
  const { model: name } = flags;
  // A comparison needs both snapshots, also where nothing is to be written.
  const model =
    name === undefined || (flags.dryRun && !flags.compare)
      ? undefined
      : await openModelFor(shell, { ...flags, model: name, modelJobs: 1 }, notices);
  const making = { flags, notices, model, price };
  try {
    if (folders.length > 1) return await compareFolders(shell, folders, making);
    const { reduction, comparison } = await makeSnapshot(shell, folder, making);
    await print(shell, flags, reduction, comparison);
    return isFailure(reduction.diagnostics) ? EXIT.incomplete : EXIT.done;
  } finally {
    await model?.close();
  }
}

async function print(
  { stdout }: Shell,
  { report }: SnapshotFlags,
  { snapshot, retired, diagnostics }: TrajectoryReduction,
  comparison: SnapshotComparison | undefined,
): Promise<void> {
  const text =
    report === "json"
      ? `${jsonText({ snapshot, retired, diagnostics, comparison }, 2)}\n`
      : comparison && comparisonText(comparison);
  if (text !== undefined) await stdout.write([Buffer.from(text)]);
}
