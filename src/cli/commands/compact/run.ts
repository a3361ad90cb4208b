import { ElisionError } from "../../../base/errors.ts";
import { createJob } from "../../../engine/edits/create-job.ts";
import type { Job } from "../../../engine/edits/job.ts";
import { type Ask, keyOf } from "../../../reduce/asking/ask.ts";
import { DEFAULT_PLACEHOLDER } from "../../../reduce/placeholders/template.ts";
import { TOKENIZERS } from "../../../tokenizers/index.ts";
import type { TokenCounter } from "../../../transcript/model/size.ts";
import {
  archiveBytes,
  archiveOf,
  noteUserArchive,
  openRunArchive,
  refuseInputsInArchive,
} from "../../archives/run-archive.ts";
import { eachInput } from "../../inputs/each-input.ts";
import { bytesOf, findInputsFor } from "../../inputs/find-inputs.ts";
import type { Input } from "../../inputs/input.ts";
import { poolFor } from "../../inputs/jobs.ts";
import { OUTPUT_FAILED, type Placement, placeOutputs } from "../../inputs/outputs.ts";
import { joined, mustBeRows } from "../../inputs/shared-output.ts";
import { refuseSharedFiles } from "../../inputs/side-outputs.ts";
import { withSpooledStdin } from "../../inputs/spooled-stdin.ts";
import type { CompactFlags } from "../../options/compact-flags.ts";
import { formatsFrom } from "../../options/format-flags.ts";
import { reduceOptionsFrom } from "../../options/reduce-options.ts";
import { fail, type Run } from "../../run.ts";
import { isClosedPipe } from "../../terminal/known-error.ts";
import { createNotices } from "../../terminal/notices.ts";
import { createProgress } from "../../terminal/progress.ts";
import { openReport, type Report } from "../../terminal/report-output.ts";
import { EXIT, type Shell } from "../../terminal/shell.ts";
import { compactInput, inputReports } from "./compact-input.ts";
import { reasoningNotes } from "./note-reasoning.ts";

/** The main command: compacts what the arguments name. Gives the exit code. */
export async function compactCommand(
  shell: Shell,
  names: readonly string[],
  flags: CompactFlags,
): Promise<number> {
  const { quiet = false, report: kind, reportFile } = flags;
  const isInReport = kind === "json" && reportFile === undefined && !quiet;
  const notices = createNotices(shell.stderr, { quiet, isInReport });
  let report: Report | undefined;
  try {
    const found = findInputsFor(shell, names, { help: "elision --help", ...flags });
    const placement = placeOutputs(found, flags, shell);
    const { inputs } = found;
    refuseSharedFiles(inputs, flags);
    const archived = archiveOf(flags, shell.env);
    if (archived !== undefined) refuseInputsInArchive(inputs, archived.dir);
    const bytesBefore = archived === undefined ? 0 : archiveBytes(archived.dir);
    const isTwice = flags.model !== undefined && inputs.some(({ kind }) => kind === "stdin");
    const spooled = isTwice ? await withSpooledStdin(shell) : undefined;
    const run = await begin(spooled?.shell ?? shell, flags, { notices, inputs, archived });
    report = run.report;
    for (const note of found.notes) notices.note(note);
    for (const error of found.errors) fail(run, error);
    const isEnded = await compactAll(run, placement, inputs).finally(() => {
      closeArchive(run);
      spooled?.close();
    });
    run.progress.clear();
    if (!isEnded) notices.release();
    else {
      // A JSON report has the notes in it; below a table they follow.
      const noteAll = () => {
        noteResult(run);
        noteArchive(run, bytesBefore);
      };
      if (kind === "json") noteAll();
      try {
        await run.report.finish();
      } finally {
        if (kind !== "json") noteAll();
      }
    }
    return run.report.exitCode;
  } catch (error) {
    notices.release();
    if (isClosedPipe(error)) return EXIT.done;
    if (!(error instanceof ElisionError)) throw error;
    notices.error(error);
    return EXIT.failed;
  } finally {
    report?.abandon();
  }
}

/** Closes the archive. What was kept is on disk by now: what fails is only its index. */
function closeArchive({ archive, notices }: Run): void {
  try {
    archive?.close();
  } catch (error) {
    if (!(error instanceof ElisionError)) throw error;
    notices.error(error);
  }
}

/** Says where the originals are that the user did not say where to keep. */
function noteArchive({ archived, archive, notices, flags }: Run, bytesBefore: number): void {
  if (archived?.isUsers !== true || archive === undefined || flags.quiet === true) return;
  const isStream = flags.report === "csv" || flags.report === "ndjson";
  if (isStream && flags.reportFile === undefined) return; // Programs read it record by record.
  const addedBytes = archiveBytes(archived.dir) - bytesBefore;
  noteUserArchive(archived.dir, { addedBytes, notices });
}

/** Transcripts named one by one of which replies of a model do not stand. */
const MAX_REFUSALS = 20;

/** Says what the figures leave open: budgets that were missed, and why; what side copies hold. */
function noteResult({ flags, notices, report }: Run): void {
  const { overBudget, overTarget, sideCopyBytes, beforeBytes, afterBytes } = report.totals;
  if (overBudget > 0) {
    const formats = [...report.undropped].join(", ");
    const reason = formats === "" ? "" : ` (messages are never dropped from ${formats})`;
    notices.warn(`transcripts larger than their budget: ${overBudget}${reason}`);
  }
  if (overTarget > 0) notices.warn(`transcripts larger than their target: ${overTarget}`);
  const { refusals } = report;
  for (const refusal of refusals.slice(0, MAX_REFUSALS))
    notices.note(`${refusal}; used the built-in text instead`);
  if (refusals.length > MAX_REFUSALS)
    notices.note(
      `… and ${refusals.length - MAX_REFUSALS} more transcripts without the model's text`,
    );
  for (const [what, count] of report.untouched)
    notices.note(`left as they are, since their readers expect them: ${count} by ${what}`);
  for (const note of reasoningNotes(report.reasoning)) notices.note(note);
  if (report.totals.byRule["stale-reads"]?.masked !== undefined)
    notices.note(
      "--stale-reads edits the middle of the prompt and invalidates the prompt cache; in a live session it pays off after about 180 turns",
    );
  const savedBytes = Math.max(0, beforeBytes - afterBytes);
  if (flags.sideCopies === "keep" && sideCopyBytes > savedBytes)
    notices.note(
      `the ${report.totals.inputs === 1 ? "file keeps" : "files keep"} ${inKilobytes(sideCopyBytes)} of the masked output a second time, for display; --side-copies mask removes it`,
    );
}

/** Bytes as people say them: `750 bytes`, `99 kB`, `1.2 MB`. */
function inKilobytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** The parts of a run besides its report. */
type Beginning = Pick<Run, "shell" | "flags" | "notices" | "progress" | "archived"> & {
  readonly counter: TokenCounter | undefined;
};

async function begin(
  shell: Shell,
  flags: CompactFlags,
  {
    notices,
    inputs,
    archived,
  }: Pick<Run, "notices" | "archived"> & { readonly inputs: readonly Input[] },
): Promise<Run> {
  const counter = flags.tokenizer && (await TOKENIZERS[flags.tokenizer]());
  const quiet = flags.quiet ?? false;
  const progress = createProgress(shell, { totalBytes: bytesOf(inputs), quiet });
  const report = await openReport(shell, flags, {
    inputs,
    tokenizer: counter?.name ?? "chars4",
    clear: () => progress.clear(),
    notes: () => notices.said,
  });
  try {
    return await beginWith(report, { shell, flags, notices, progress, archived, counter });
  } catch (error) {
    report.abandon();
    throw error;
  }
}

async function beginWith(
  report: Report,
  { shell, flags, notices, progress, archived, counter }: Beginning,
): Promise<Run> {
  const options: Run["options"] & { readonly refs: boolean } = {
    ...reduceOptionsFrom(flags),
    refs: archived !== undefined && flags.placeholder !== DEFAULT_PLACEHOLDER,
    sideCopies: flags.sideCopies,
    explain: flags.explain ?? false,
    savings: flags.dryRun ?? false,
    strict: flags.strict ?? false,
    whenResumed: whenResumed(flags, archived),
    // For those who work on elision, to hold one way of reading against the other.
    objects: shell.env.ELISION_OBJECTS === "1",
  };
  const formats = await formatsFrom(flags);
  const archive =
    archived === undefined || flags.dryRun === true
      ? undefined
      : await openRunArchive(archived, shell.now());
  const inProcess = {
    ...options,
    formats,
    ...(counter !== undefined && { counter }),
    ...(archive !== undefined && { archive }),
  };
  const answers: Run["answers"] = new Map();
  const answersTo = (file: string) =>
    flags.model === undefined ? {} : { answers: (ask: Ask) => answers.get(file)?.get(keyOf(ask)) };
  const job = (file: string): Job =>
    createJob(
      { ...inProcess, ...answersTo(file) },
      {
        file,
        onTranscript: (telemetry) => report.transcript(telemetry),
        onBadLine: (problem) => {
          progress.clear();
          notices.badLine(file, problem);
        },
      },
    );
  job(""); // Options that make no sense are named before anything is read.
  return {
    shell,
    flags,
    notices,
    progress,
    report,
    job,
    options,
    formats,
    answers,
    archive,
    archived,
  };
}

/** In place, what is lost can be weighed where the original is kept; elsewhere the original stays. */
function whenResumed(
  { inPlace, backup }: CompactFlags,
  archived: Run["archived"],
): NonNullable<Run["options"]["whenResumed"]> {
  if (inPlace !== true) return "keep";
  return archived !== undefined || backup !== undefined ? "weigh" : "fit";
}

/** Compacts the inputs one after another. False if the reader of the output has left. */
async function compactAll(
  run: Run,
  placement: Placement,
  inputs: readonly Input[],
): Promise<boolean> {
  const { minAge } = run.flags;
  const due = inputs.filter((input) => {
    if (minAge === undefined || input.kind === "stdin") return true;
    return run.shell.now() - Number(input.stats.mtimeNs / 1_000_000n) >= minAge;
  });
  if (due.length < inputs.length)
    run.notices.note(`${inputs.length - due.length} files changed too recently, skipped`);
  if (run.flags.reflect === true && run.flags.model === undefined)
    run.notices.note("--reflect does nothing without --model");
  if (run.flags.model !== undefined)
    await (await import("../../model-calls/ask-model.ts")).askModel(run, due);
  if (placement.kind === "shared") return compactShared(run, placement, due);
  const pool = poolFor(run, due);
  const take = (input: Input, turn: Promise<unknown>) =>
    compactInput(run, input, { open: (read) => placement.open(input, read), pool, turn });
  try {
    await eachInput(due, { take, ...inputReports(run) }, { atOnce: pool !== undefined });
  } finally {
    await pool?.close();
  }
  return true;
}

/** Compacts inputs into one output: one input of any layout, or rows. */
async function compactShared(
  run: Run,
  placement: Extract<Placement, { kind: "shared" }>,
  inputs: readonly Input[],
): Promise<boolean> {
  const [first] = inputs;
  if (first === undefined) return true;
  const areRows = inputs.length > 1 && (await mustBeRows(run, inputs));
  const output = joined(placement.open(first));
  const reports = inputReports(run);
  let done = 0;
  try {
    await eachInput(inputs, {
      ...reports,
      async take(input, turn) {
        await compactInput(run, input, { open: () => output.next(), mustBeRows: areRows, turn });
        done++;
      },
      empty(input) {
        reports.empty?.(input);
        done++;
      },
      // The output goes on after this input.
      isLast: (error) => error instanceof ElisionError && error.code === OUTPUT_FAILED,
    });
    if (done > 0) await output.end();
    else output.abort();
    return true;
  } catch (error) {
    output.abort();
    if (isClosedPipe(error)) return false;
    throw error;
  }
}
