import { Checker } from "../check/checker.ts";
import type { Finding } from "../check/finding.ts";
import { ElisionError } from "../errors.ts";
import { type CheckTotals, createFindingReporter } from "../report/findings.ts";
import type { CheckFlags } from "./commands/check.ts";
import { bytesOf, findInputsFor, type Input, isSkippable } from "./inputs.ts";
import { createNotices } from "./notices.ts";
import { createProgress } from "./progress.ts";
import { readInput } from "./read-input.ts";
import { isClosedPipe, knownError } from "./run.ts";
import { EXIT, type Shell } from "./shell.ts";
import { textOutput } from "./text-output.ts";

/** Checks what the arguments name, one after another. Gives the exit code. */
export async function checkCommand(
  shell: Shell,
  names: readonly string[],
  flags: CheckFlags,
): Promise<number> {
  const { inputs, errors } = findInputsFor(shell, names, "elision check --help");
  const run = begin(shell, flags, inputs);
  for (const error of errors) run.fail(error);
  for (const input of inputs) await checkInput(run, input);
  await run.finish();
  const { failedInputs, findings } = run.totals;
  if (failedInputs > 0) return EXIT.failed;
  return findings > 0 ? EXIT.incomplete : EXIT.done;
}

type Run = ReturnType<typeof begin>;

/** All that a check carries along. */
function begin(shell: Shell, flags: CheckFlags, inputs: readonly Input[]) {
  const notices = createNotices(shell.stderr, { quiet: false });
  const progress = createProgress(shell, { totalBytes: bytesOf(inputs), quiet: false });
  const totals: CheckTotals = {
    inputs: 0,
    failedInputs: 0,
    skippedFiles: 0,
    transcripts: 0,
    findings: 0,
    inputsWithFindings: 0,
  };
  const output = textOutput(shell, progress.clear);
  const reporter = createFindingReporter(flags.report, output.put);
  return {
    shell,
    flags,
    progress,
    totals,
    report(findings: readonly Finding[]) {
      totals.findings += findings.length;
      for (const finding of findings) reporter.finding(finding);
    },
    flush: output.flush,
    fail(error: unknown, file?: string) {
      progress.clear();
      const known = knownError(error, file);
      notices.error(known, known.file ?? file);
      totals.failedInputs++;
    },
    async finish() {
      progress.clear();
      await reporter.finish(totals);
      await output.flush();
    },
  };
}

/** Checks one input. What goes wrong with it is said, and what was found before stands. */
async function checkInput(run: Run, input: Input): Promise<void> {
  const { shell, flags, progress, totals } = run;
  const checker = new Checker({ file: input.name, format: flags.format });
  const before = totals.findings;
  try {
    await readInput(shell, input, {
      reading: checker,
      onRead: async (count) => {
        progress.read(count);
        run.report(checker.take());
        await run.flush();
      },
    });
    totals.inputs++;
  } catch (error) {
    if (isClosedPipe(error)) throw error;
    if (error instanceof ElisionError && isSkippable(input, error)) {
      totals.skippedFiles++;
      return;
    }
    run.fail(error, input.name);
  }
  run.report(checker.finish());
  totals.transcripts += checker.transcripts;
  if (totals.findings > before) totals.inputsWithFindings++;
  await run.flush();
}
