import { Checker } from "../../../analyses/check/checker.ts";
import type { Finding } from "../../../analyses/check/finding.ts";
import type { FormatChoice } from "../../../formats/format-choice.ts";
import { type CheckTotals, createFindingReporter } from "../../../report/findings-report.ts";
import { eachInput } from "../../inputs/each-input.ts";
import { bytesOf, findInputsFor } from "../../inputs/find-inputs.ts";
import type { Input } from "../../inputs/input.ts";
import { readInput } from "../../inputs/read-input.ts";
import { formatsFrom } from "../../options/format-flags.ts";
import { knownError } from "../../terminal/known-error.ts";
import { createNotices } from "../../terminal/notices.ts";
import { createProgress } from "../../terminal/progress.ts";
import { EXIT, type Shell } from "../../terminal/shell.ts";
import { textOutput } from "../../terminal/text-output.ts";
import type { CheckFlags } from "./flags.ts";

/** Checks what the arguments name, one after another. Gives the exit code. */
export async function checkCommand(
  shell: Shell,
  names: readonly string[],
  flags: CheckFlags,
): Promise<number> {
  const { inputs, errors, notes } = findInputsFor(shell, names, {
    help: "elision check --help",
    follow: flags.follow,
  });
  const run = begin(shell, await formatsFrom(flags), { report: flags.report, inputs });
  for (const note of notes) run.note(note);
  for (const error of errors) run.fail(error);
  await checkAll(run, inputs);
  await run.finish();
  const { failedInputs, findings } = run.totals;
  if (failedInputs > 0) return EXIT.failed;
  return findings > 0 ? EXIT.incomplete : EXIT.done;
}

type CheckRun = ReturnType<typeof begin>;

/** All that a check carries along. */
function begin(
  shell: Shell,
  formats: FormatChoice,
  { report, inputs }: { readonly report: CheckFlags["report"]; readonly inputs: readonly Input[] },
) {
  const notices = createNotices(shell.stderr, { quiet: false });
  const progress = createProgress(shell, { totalBytes: bytesOf(inputs), quiet: false });
  const totals: CheckTotals = {
    inputs: 0,
    failedInputs: 0,
    skippedFiles: 0,
    emptyInputs: 0,
    transcripts: 0,
    findings: 0,
    inputsWithFindings: 0,
  };
  const output = textOutput(shell, progress.clear);
  // In a pipe a finding is one line, for other programs.
  const { isTerminal, columns } = shell.stdout;
  const reporter = createFindingReporter(report, output.put, isTerminal ? columns : undefined);
  return {
    shell,
    formats,
    notices,
    progress,
    totals,
    report(findings: readonly Finding[]) {
      totals.findings += findings.length;
      for (const finding of findings) reporter.finding(finding);
    },
    flush: output.flush,
    note: notices.note,
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

/** Checks inputs. Where one fails, what was found in it before stands. */
async function checkAll(run: CheckRun, inputs: readonly Input[]): Promise<void> {
  const { shell, formats, progress, totals } = run;
  let checker = new Checker({ file: "", formats });
  let before = 0;
  await eachInput(inputs, {
    async take(input) {
      checker = new Checker({ file: input.name, formats });
      before = totals.findings;
      await readInput(shell, input, {
        reading: checker,
        onRead: async (count) => {
          progress.read(count);
          run.report(checker.take());
          await run.flush();
        },
      });
      totals.inputs++;
    },
    async end() {
      run.report(checker.finish());
      totals.transcripts += checker.transcripts;
      if (totals.findings > before) totals.inputsWithFindings++;
      await run.flush();
    },
    fail: (error, { name }) => run.fail(error, name),
    skip() {
      totals.skippedFiles++;
    },
    empty({ name }) {
      progress.clear();
      run.notices.note(`${name} is empty`);
      totals.emptyInputs++;
    },
  });
}
