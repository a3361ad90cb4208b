import { ElisionError } from "../errors.ts";
import { inspectionPolicy, inspectRead } from "../inspect/inspect-read.ts";
import type { Policy } from "../reduce/policy.ts";
import type { InspectFlags } from "./commands/inspect.ts";
import { bytesOf, findInputsFor, type Input, isSkippable } from "./inputs.ts";
import { type InspectReport, openInspectReport } from "./inspect-report.ts";
import { createNotices, type Notices } from "./notices.ts";
import { createProgress, type Progress } from "./progress.ts";
import { readInput } from "./read-input.ts";
import { isClosedPipe, knownError } from "./run.ts";
import type { Shell } from "./shell.ts";

/** All that an inspection carries along. */
interface Inspecting {
  readonly shell: Shell;
  readonly flags: InspectFlags;
  readonly policy: Policy;
  readonly notices: Notices;
  readonly progress: Progress;
  readonly report: InspectReport;
}

/** Inspects what the arguments name, one after another. Gives the exit code. */
export async function inspectCommand(
  shell: Shell,
  names: readonly string[],
  flags: InspectFlags,
): Promise<number> {
  const { inputs, errors } = findInputsFor(shell, names, "elision inspect --help");
  const policy = inspectionPolicy(flags.placeholder);
  const quiet = flags.quiet ?? false;
  const notices = createNotices(shell.stderr, { quiet, badLines: "skipped" });
  const report = await openInspectReport(shell, flags);
  const progress = createProgress(shell, { totalBytes: bytesOf(inputs), quiet });
  const inspecting = { shell, flags, policy, notices, progress, report };
  try {
    for (const error of errors) fail(inspecting, error);
    for (const input of inputs) await inspectInput(inspecting, input);
    progress.clear();
    await report.finish();
  } catch (error) {
    if (!isClosedPipe(error)) throw error;
  }
  return report.exitCode;
}

/** Inspects one input. What goes wrong with it is reported. */
async function inspectInput(inspecting: Inspecting, input: Input): Promise<void> {
  const { shell, flags, policy, notices, progress, report } = inspecting;
  const file = input.name;
  let transcripts = 0;
  const reading = {
    file,
    format: flags.format,
    strict: flags.strict ?? false,
    onTranscript(read: Parameters<typeof inspectRead>[0]) {
      transcripts++;
      report.transcript(inspectRead(read, { file, policy }));
    },
    onBadLine(problem: { line: number; column: number; message: string }) {
      progress.clear();
      notices.badLine(file, problem);
    },
  };
  try {
    const read = await readInput(shell, input, {
      reading,
      onRead: async (count) => {
        progress.read(count);
        await report.flush();
      },
    });
    progress.clear();
    notices.endOfFile(file);
    if (read.otherRecords > 0)
      notices.note(`${file}: records that are no messages, left out: ${read.otherRecords}`);
    const { layout, bytes, ...counts } = read;
    report.file({ file, layout, bytes, transcripts, ...counts });
  } catch (error) {
    if (isClosedPipe(error)) throw error;
    if (error instanceof ElisionError && isSkippable(input, error)) report.skip();
    else fail(inspecting, error, file);
  }
}

function fail({ notices, progress, report }: Inspecting, error: unknown, file?: string): void {
  progress.clear();
  const known = knownError(error, file);
  notices.error(known, known.file ?? file);
  report.fail();
}
