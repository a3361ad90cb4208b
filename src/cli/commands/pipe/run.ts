import { compactSource } from "../../../engine/compact-source.ts";
import { createJob, policyFrom } from "../../../engine/edits/create-job.ts";
import { TOKENIZERS } from "../../../tokenizers/index.ts";
import { badRowRecord } from "../../inputs/bad-row-record.ts";
import type { Input } from "../../inputs/input.ts";
import { refuseSharedOutputs } from "../../inputs/side-outputs.ts";
import { withInput } from "../../inputs/with-input.ts";
import { formatsFrom } from "../../options/format-flags.ts";
import { reduceOptionsFrom } from "../../options/reduce-options.ts";
import type { Layer } from "../../options/settings.ts";
import { type WatchedGlobs, watchGlobs } from "../../options/typed-in-vain.ts";
import { usage } from "../../options/usage-error.ts";
import { openReportFile, type ReportFile } from "../../reports/report-file.ts";
import { isClosedPipe, knownError } from "../../terminal/known-error.ts";
import { createNotices, type Notices } from "../../terminal/notices.ts";
import { readsObjects } from "../../terminal/reads-objects.ts";
import { EXIT, type Shell, type ShellText } from "../../terminal/shell.ts";
import type { Allowance, PipeFlags } from "./flags.ts";
import { PipedRows } from "./piped-rows.ts";
import { metricsLine } from "./row-metrics.ts";

/** Compacts the rows of stdin, each into a line of stdout. Gives the exit code. */
export async function pipeCommand(
  shell: Shell,
  flags: PipeFlags,
  settings: Layer,
): Promise<number> {
  const stderr = labelled(shell.stderr, flags.label);
  const notices = createNotices(stderr, { quiet: flags.quiet ?? false });
  const files: ReportFile[] = [];
  try {
    return await pipeRows(shell, flags, { notices, files, globs: watchGlobs(settings) });
  } catch (error) {
    if (isClosedPipe(error)) return EXIT.done;
    const known = knownError(error, "stdin");
    notices.error(known, known.line === undefined ? known.file : "stdin");
    return EXIT.failed;
  } finally {
    for (const file of files) file.abandon();
  }
}

async function pipeRows(
  shell: Shell,
  flags: PipeFlags,
  {
    notices,
    files,
    globs,
  }: {
    readonly notices: Notices;
    readonly files: ReportFile[];
    readonly globs: WatchedGlobs;
  },
): Promise<number> {
  const { label, format } = flags;
  if (format === undefined)
    throw usage("pipe needs --format: it does not detect the format", "elision formats lists them");
  const input: Input = { kind: "stdin", name: "stdin", identity: shell.stdin.identity };
  refuseSharedOutputs(shell.stdout.identity, {
    "--bad-rows": flags.badRows,
    "--metrics": flags.metrics,
  });
  const open = (path: string | undefined) => {
    if (path === undefined) return undefined;
    const file = openReportFile(path, [input]);
    files.push(file);
    return file;
  };
  const rows = new PipedRows({
    format,
    hasColumn: flags.telemetry === "column",
    onBadRow(problem, text) {
      notices.badLine("stdin", problem);
      badRows?.write(badRowRecord(problem, text, { label }));
    },
    onDamage: (problem) => notices.badLine("stdin", problem),
  });
  const job = await jobFor(shell, flags, { rows, globs });
  const badRows = open(flags.badRows);
  const metrics = open(flags.metrics);
  const { telemetry: file, lines } = await withInput(input, shell, ({ source, store }) =>
    compactSource(job, {
      source,
      store,
      partStart: 0,
      rows,
      write: (pieces) => shell.stdout.write(pieces),
    }),
  );
  notices.endOfFile("stdin");
  for (const note of globs.notes()) notices.note(note);
  const exitCode = verdict(rows, { lines, allowed: flags.maxBadRows, notices });
  const line = metricsLine(rows, { file, lines, label });
  metrics?.write(line);
  for (const each of files) await each.finish();
  if (metrics === undefined && flags.quiet !== true) shell.stderr.write(line);
  return exitCode;
}

/** The job for rows, with the program's defaults; nothing is archived and no model is asked. */
async function jobFor(
  shell: Shell,
  flags: PipeFlags,
  { rows, globs }: { readonly rows: PipedRows; readonly globs: WatchedGlobs },
) {
  const counter = flags.tokenizer && (await TOKENIZERS[flags.tokenizer]());
  const options = {
    ...reduceOptionsFrom(flags),
    refs: false,
    sideCopies: flags.sideCopies,
    objects: readsObjects(shell),
    formats: await formatsFrom(flags),
    ...(counter !== undefined && { counter }),
  };
  return createJob(options, {
    file: "stdin",
    policy: globs.watch(policyFrom(options)),
    onTranscript: (telemetry) => rows.transcript(telemetry),
    onBadLine: (problem) => rows.problemOf(problem),
  });
}

/** The exit code, after a message if it is not 0. */
function verdict(
  { badRows, totals: { overBudget, overTarget } }: PipedRows,
  {
    lines,
    allowed = { amount: 0, isPercent: false },
    notices,
  }: {
    readonly lines: number;
    readonly allowed: Allowance | undefined;
    readonly notices: Notices;
  },
): number {
  const { amount, isPercent } = allowed;
  const isTooBad = isPercent ? badRows * 100 > amount * lines : badRows > amount;
  if (isTooBad)
    notices.warn(
      `bad rows: ${badRows} of ${lines}, more than ${amount}${isPercent ? "%" : ""} (--max-bad-rows)`,
    );
  if (overBudget > 0) notices.warn(`transcripts that do not fit their budget: ${overBudget}`);
  if (overTarget > 0) notices.warn(`transcripts larger than their target: ${overTarget}`);
  return isTooBad || overBudget + overTarget > 0 ? EXIT.incomplete : EXIT.done;
}

/** The stream for messages, with a label in each. */
function labelled(stderr: ShellText, label: string | undefined): ShellText {
  if (label === undefined) return stderr;
  return {
    ...stderr,
    write: (text) => stderr.write(text.replace(/^elision: /gm, () => `elision: ${label}: `)),
  };
}
