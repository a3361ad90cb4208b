import { columnInspector } from "../../../analyses/inspect/inspect-columns.ts";
import { inspectionPolicy, inspectRead } from "../../../analyses/inspect/inspect-read.ts";
import type { BackupSuffix } from "../../inputs/backup-suffix.ts";
import { findInputsFor } from "../../inputs/find-inputs.ts";
import { overInputs } from "../../inputs/over-inputs.ts";
import { readsObjects } from "../../terminal/reads-objects.ts";
import type { Shell } from "../../terminal/shell.ts";
import type { InspectFlags } from "./flags.ts";
import { openInspectReport } from "./view.ts";

/** Inspects what the arguments name, one after another. Gives the exit code. */
export async function inspectCommand(
  shell: Shell,
  names: readonly string[],
  flags: InspectFlags & BackupSuffix,
): Promise<number> {
  const found = findInputsFor(shell, names, {
    help: "elision inspect --help",
    follow: flags.follow,
    backup: flags.backup,
    column: flags.column,
  });
  const policy = inspectionPolicy(flags.placeholder);
  // With another template, the columns do not recognise the placeholders that masking would write.
  const areColumns = flags.placeholder === undefined && !readsObjects(shell);
  const report = await openInspectReport(shell, flags);
  await overInputs(shell, found, {
    flags,
    taker: {
      ...report,
      columns: (file) => (areColumns ? columnInspector((row) => report.row(row, file)) : undefined),
      transcript: (read, file) => report.transcript(inspectRead(read, { file, policy })),
    },
  });
  return report.exitCode;
}
