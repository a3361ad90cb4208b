import { inspectionPolicy, inspectRead } from "../inspect/inspect-read.ts";
import type { InspectFlags } from "./commands/inspect.ts";
import { findInputsFor } from "./inputs.ts";
import { openInspectReport } from "./inspect-report.ts";
import { overInputs } from "./over-inputs.ts";
import type { Shell } from "./shell.ts";

/** Inspects what the arguments name, one after another. Gives the exit code. */
export async function inspectCommand(
  shell: Shell,
  names: readonly string[],
  flags: InspectFlags,
): Promise<number> {
  const found = findInputsFor(shell, names, "elision inspect --help");
  const policy = inspectionPolicy(flags.placeholder);
  const report = await openInspectReport(shell, flags);
  await overInputs(shell, found, {
    flags,
    taker: {
      ...report,
      transcript: (read, file) => report.transcript(inspectRead(read, { file, policy })),
    },
  });
  return report.exitCode;
}
