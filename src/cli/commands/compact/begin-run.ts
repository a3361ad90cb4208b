import { createComparedTexts, notingCompared } from "../../../engine/edits/compared-texts.ts";
import { createJob, policyFrom } from "../../../engine/edits/create-job.ts";
import type { Job } from "../../../engine/edits/job.ts";
import { type Ask, keyOf } from "../../../reduce/asking/ask.ts";
import { DEFAULT_PLACEHOLDER, DEFAULT_WITH_CALL } from "../../../reduce/placeholders/template.ts";
import { TOKENIZERS } from "../../../tokenizers/index.ts";
import type { TokenCounter } from "../../../transcript/model/size.ts";
import { openRunArchive } from "../../archives/run-archive.ts";
import { createBadLines } from "../../inputs/bad-rows-dir.ts";
import { countObjects } from "../../inputs/expect-objects.ts";
import type { Input } from "../../inputs/input.ts";
import { bytesOf } from "../../inputs/input.ts";
import { openManifest } from "../../inputs/manifest.ts";
import { manifestName } from "../../inputs/manifest-names.ts";
import type { CompactFlags } from "../../options/compact-flags.ts";
import { formatsFrom } from "../../options/format-flags.ts";
import { optionsDigest } from "../../options/options-digest.ts";
import { reduceOptionsFrom } from "../../options/reduce-options.ts";
import { openReport, type Report } from "../../reports/report-output.ts";
import { createProgress } from "../../terminal/progress.ts";
import { readsObjects } from "../../terminal/reads-objects.ts";
import type { Shell } from "../../terminal/shell.ts";
import { noteBadLine, type Run } from "./run-state.ts";

/** The parts of a run besides its report. */
type Beginning = Pick<Run, "shell" | "flags" | "notices" | "progress" | "archived" | "compared"> & {
  readonly counter: TokenCounter | undefined;
  /** Called before records of at least this many bytes are read as objects. */
  onObjects(bytes: number): void;
};

/** Opens what a run needs: its report, its archive, and the job of each input. */
export async function beginRun(
  shell: Shell,
  flags: CompactFlags,
  {
    notices,
    inputs,
    due,
    archived,
    notesCompared,
  }: Pick<Run, "notices" | "archived"> & {
    readonly inputs: readonly Input[];
    /** The inputs that this run compacts: without those done earlier or changed just now. */
    readonly due: readonly Input[];
    /** Whether globs of tools were typed. */
    readonly notesCompared: boolean;
  },
): Promise<Run> {
  const counter = flags.tokenizer && (await TOKENIZERS[flags.tokenizer]());
  const quiet = flags.quiet ?? false;
  const totalBytes = bytesOf(due);
  const progress = createProgress(shell, { totalBytes, quiet });
  const report = await openReport(shell, flags, {
    inputs,
    tokenizer: counter?.name ?? "chars4",
    clear: () => progress.clear(),
    notes: () => notices.said,
  });
  try {
    const compared = notesCompared ? createComparedTexts() : undefined;
    const onObjects = countObjects(shell, totalBytes);
    const about = { shell, flags, notices, progress, archived, counter, compared, onObjects };
    const run = await beginWith(report, about);
    return run;
  } catch (error) {
    report.abandon();
    throw error;
  }
}

async function beginWith(
  report: Report,
  { shell, flags, notices, progress, archived, counter, compared, onObjects }: Beginning,
): Promise<Run> {
  const options = runOptions(shell, flags, archived);
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
  const badLines = badLinesFor(flags);
  const answers: Run["answers"] = new Map();
  const answersTo = (file: string) =>
    flags.model === undefined ? {} : { answers: (ask: Ask) => answers.get(file)?.get(keyOf(ask)) };
  // Invalid options are reported before anything is read.
  const given = policyFrom(inProcess);
  const policy = compared === undefined ? given : notingCompared(given, compared);
  const job = (file: string): Job =>
    createJob(
      { ...inProcess, ...answersTo(file) },
      {
        file,
        policy,
        onTranscript: (telemetry) => report.transcript(telemetry),
        onRows: (rows, job) => report.rows(rows, job),
        onObjects,
        onBadLine: (problem) => {
          progress.clear();
          noteBadLine({ notices, badLines }, file, problem);
        },
      },
    );
  return {
    shell,
    flags,
    notices,
    progress,
    report,
    job,
    options,
    answers,
    compared,
    archive,
    archived,
    badLines,
    manifest: manifestFor(flags),
  };
}

/** The options of every input, without those that are no plain values. */
function runOptions(
  shell: Shell,
  flags: CompactFlags,
  archived: Run["archived"],
): Run["options"] & { readonly refs: boolean; readonly placeholder?: string } {
  return {
    ...reduceOptionsFrom(flags),
    ...placeholderOf(flags, archived),
    sideCopies: flags.sideCopies,
    explain: flags.explain ?? false,
    savings: flags.dryRun ?? false,
    strict: flags.strict ?? false,
    whenResumed: whenResumed(flags, archived),
    // For developers, to compare the two paths: see CONTRIBUTING.md.
    objects: readsObjects(shell),
  };
}

/** The writer of bad lines; undefined without `--bad-rows-dir` or in a dry run. */
function badLinesFor({ badRowsDir, dryRun = false }: CompactFlags): Run["badLines"] {
  return badRowsDir === undefined || dryRun ? undefined : createBadLines(badRowsDir);
}

/** The list of finished inputs, for `--continue`. */
function manifestFor(flags: CompactFlags): Run["manifest"] {
  const { outDir, shard, dryRun = false } = flags;
  if (flags.continue !== true || outDir === undefined) return undefined;
  const about = { name: manifestName(shard), options: optionsDigest(flags), isDryRun: dryRun };
  return openManifest(outDir, about);
}

/** With an archive, placeholders say how to get the text back, except the library's default one. */
export function placeholderOf({ placeholder }: CompactFlags, archived: Run["archived"]) {
  if (archived === undefined || placeholder === DEFAULT_PLACEHOLDER) return { refs: false };
  return { refs: true, placeholder: placeholder ?? DEFAULT_WITH_CALL };
}

/**
 * How bound reasoning is treated. In place, losing it is an option only if the original is kept; elsewhere the
 * original stays as it is.
 */
export function whenResumed(
  { inPlace, backup }: CompactFlags,
  archived: Run["archived"],
): NonNullable<Run["options"]["whenResumed"]> {
  if (inPlace !== true) return "keep";
  return archived !== undefined || backup !== undefined ? "weigh" : "fit";
}
