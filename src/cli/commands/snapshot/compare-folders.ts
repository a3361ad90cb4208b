import { totalsOf } from "../../../analyses/snapshot/comparison-totals.ts";
import type { Diagnostics } from "../../../analyses/snapshot/diagnostics.ts";
import type { SnapshotComparison } from "../../../analyses/snapshot/snapshot-comparison.ts";
import { visible } from "../../../base/visible.ts";
import { jsonText } from "../../../report/json-text.ts";
import {
  comparisonText,
  comparisonTotalsText,
} from "../../../report/snapshot/snapshot-comparison-text.ts";
import { usage } from "../../options/usage-error.ts";
import { knownError } from "../../terminal/known-error.ts";
import { EXIT, type Shell } from "../../terminal/shell.ts";
import type { SnapshotFlags } from "./flags.ts";
import { makeSnapshot, type SnapshotRun } from "./make-snapshot.ts";

/** Refuses options that make no sense for several folders, each of which has its own inputs. */
export function refuseNamedInputs(flags: SnapshotFlags): void {
  const { compare, memory, tasks, issue, progress, previous, iteration } = flags;
  if (compare !== true)
    throw usage("several folders are only compared", "add --compare, or name one folder");
  const named = [memory, tasks, issue, progress, previous, iteration];
  if (named.some((each) => each !== undefined))
    throw usage(
      "several folders each have their own inputs",
      "leave --memory, --tasks, --issue, --progress, --previous and --iteration away",
    );
}

/** Compares each folder, then all of them. A folder that fails is reported, and the others are compared. */
export async function compareFolders(
  shell: Shell,
  folders: readonly string[],
  making: SnapshotRun,
): Promise<number> {
  const { flags, notices } = making;
  const done: { readonly folder: string; readonly comparison: SnapshotComparison }[] = [];
  let exitCode: number = EXIT.done;
  for (const folder of folders) {
    try {
      const { reduction, comparison } = await makeSnapshot(shell, folder, making);
      if (isFailure(reduction.diagnostics)) exitCode = Math.max(exitCode, EXIT.incomplete);
      if (comparison === undefined) continue;
      done.push({ folder, comparison });
      if (flags.report !== "json") {
        const text = `==> ${visible(folder)} <==\n${comparisonText(comparison)}\n`;
        await shell.stdout.write([Buffer.from(text)]);
      }
    } catch (error) {
      const known = knownError(error, folder);
      if (known.code === "io" && known.file !== undefined && known.file === flags.modelCache)
        throw known;
      notices.error(known, known.file ?? folder);
      exitCode = EXIT.failed;
    }
  }
  const totals = totalsOf(done.map(({ comparison }) => comparison));
  const text =
    flags.report === "json"
      ? `${jsonText({ folders: done, totals }, 2)}\n`
      : `==> total <==\n${comparisonTotalsText(totals)}`;
  await shell.stdout.write([Buffer.from(text)]);
  return exitCode;
}

/** Whether a model was asked, but gave no snapshot whose savings could be judged. */
export function isFailure({
  reflection_skipped_reason: reason,
  reflection_latency_ms: ms,
}: Diagnostics): boolean {
  return ms !== null && reason !== null && reason !== "insufficient_savings";
}
