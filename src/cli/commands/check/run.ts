import { Checker } from "../../../analyses/check/checker.ts";
import type { Finding } from "../../../analyses/check/finding.ts";
import { type ResumeAnswer, resumeAnswer } from "../../../analyses/check/resumable.ts";
import { visible } from "../../../base/visible.ts";
import type { FormatChoice } from "../../../formats/registry/format-choice.ts";
import { type CheckTotals, createFindingReporter } from "../../../report/findings-report.ts";
import type { BackupSuffix } from "../../inputs/backup-suffix.ts";
import { eachInput } from "../../inputs/each-input.ts";
import { expectObjects } from "../../inputs/expect-objects.ts";
import { findInputsFor } from "../../inputs/find-inputs.ts";
import type { Input } from "../../inputs/input.ts";
import { bytesOf } from "../../inputs/input.ts";
import { skippedFiles } from "../../inputs/note-skipped.ts";
import { readInput, withDatabases } from "../../inputs/read-input.ts";
import { formatsFrom } from "../../options/format-flags.ts";
import { usage } from "../../options/usage-error.ts";
import { knownError } from "../../terminal/known-error.ts";
import { createNotices } from "../../terminal/notices.ts";
import { createProgress } from "../../terminal/progress.ts";
import { readsObjects } from "../../terminal/reads-objects.ts";
import { EXIT, type Shell } from "../../terminal/shell.ts";
import { textOutput } from "../../terminal/text-output.ts";
import { evidenceFor } from "./evidence.ts";
import type { CheckFlags } from "./flags.ts";

/** Checks what the arguments name, one after another. Gives the exit code. */
export async function checkCommand(
  shell: Shell,
  names: readonly string[],
  flags: CheckFlags & BackupSuffix,
): Promise<number> {
  if (flags.resumable === true && flags.report !== "table")
    throw usage(
      `--resumable answers in words, not as ${flags.report}`,
      "leave out one of --resumable and --report",
    );
  const { inputs, errors, notes } = findInputsFor(shell, names, {
    help: "elision check --help",
    follow: flags.follow,
    backup: flags.backup,
    column: flags.column,
  });
  const run = await begin(shell, await formatsFrom(flags), { flags, inputs });
  for (const note of notes) run.note(note);
  for (const error of errors) run.fail(error);
  await checkAll(run, inputs);
  await run.finish();
  if (run.totals.failedInputs > 0) return EXIT.failed;
  return run.isBad ? EXIT.incomplete : EXIT.done;
}

type CheckRun = Awaited<ReturnType<typeof begin>>;

/** The state of a check. */
async function begin(
  shell: Shell,
  formats: FormatChoice,
  { flags, inputs }: { readonly flags: CheckFlags; readonly inputs: readonly Input[] },
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
  const reporter = createFindingReporter(
    flags.report,
    output.put,
    isTerminal ? columns : undefined,
  );
  return {
    shell,
    formats,
    notices,
    progress,
    totals,
    flags,
    evidence: await evidenceFor(shell, flags, formats),
    /** Whether there is a finding that the program's reader, or the provider, would reject. */
    isBad: false,
    report(findings: readonly Finding[]) {
      totals.findings += findings.length;
      if (flags.resumable === true) return;
      this.isBad ||= findings.some(({ rule }) => rule !== "maybe-broken-reasoning");
      for (const finding of findings) reporter.finding(finding);
    },
    /** Prints whether an input can be resumed. */
    answer({ isYes, line }: ResumeAnswer, { name }: Input) {
      this.isBad ||= !isYes;
      output.put(`${visible(inputs.length > 1 ? `${line} (${name})` : line)}\n`);
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
      if (flags.resumable !== true) await reporter.finish(totals);
      await output.flush();
    },
  };
}

/** Checks inputs. If one fails, its findings up to there are still reported. */
async function checkAll(run: CheckRun, inputs: readonly Input[]): Promise<void> {
  const { shell, flags, formats, progress, totals, evidence } = run;
  expectObjects(shell, bytesOf(inputs));
  const skipped = skippedFiles(run.notices);
  let checker = new Checker({ file: "", formats });
  let all: Finding[] = [];
  const report = (findings: readonly Finding[]) => {
    if (flags.resumable === true) for (const finding of findings) all.push(finding);
    run.report(findings);
  };
  let before = 0;
  await withDatabases((databases) =>
    eachInput(inputs, {
      async take(input) {
        const objects = readsObjects(shell);
        checker = new Checker({ file: input.name, formats, evidence, objects });
        all = [];
        before = totals.findings;
        await readInput(shell, input, {
          reading: checker,
          databases,
          onRead: async (count) => {
            progress.read(count);
            report(checker.take());
            await run.flush();
          },
        });
        totals.inputs++;
        report(checker.finish());
        if (flags.resumable === true) run.answer(resumeAnswer(all, checker.broken), input);
      },
      async end() {
        report(checker.finish());
        totals.transcripts += checker.transcripts;
        if (totals.findings > before) totals.inputsWithFindings++;
        await run.flush();
      },
      fail: (error, { name }) => run.fail(error, name),
      skip(input) {
        progress.clear();
        if (!skipped.isNamed(input)) totals.skippedFiles++;
      },
      empty({ name }) {
        progress.clear();
        run.notices.note(`${name} is empty`);
        totals.emptyInputs++;
      },
    }),
  );
}
