import type { Archive } from "../../../archive/archive.ts";
import type { TranscriptTelemetry } from "../../../engine/edits/compaction-result.ts";
import { addCompared, type ComparedTexts } from "../../../engine/edits/compared-texts.ts";
import type { Job } from "../../../engine/edits/job.ts";
import type { Problem } from "../../../engine/input/input-problem.ts";
import type { DonePart } from "../../../engine/workers/compact-parts.ts";
import type { WorkerTask } from "../../../engine/workers/worker-messages.ts";
import type { Answer } from "../../../reduce/asking/ask.ts";
import { type RunArchive, withoutUserArchive } from "../../archives/run-archive.ts";
import type { BadLines } from "../../inputs/bad-rows-dir.ts";
import type { Manifest } from "../../inputs/manifest.ts";
import type { CompactFlags } from "../../options/compact-flags.ts";
import { formatNamesIn } from "../../options/format-flags.ts";
import type { Report } from "../../reports/report-output.ts";
import { knownError } from "../../terminal/known-error.ts";
import type { Notices } from "../../terminal/notices.ts";
import type { Progress } from "../../terminal/progress.ts";
import type { Shell } from "../../terminal/shell.ts";

/** The state of a run. */
export interface Run {
  readonly shell: Shell;
  readonly flags: CompactFlags;
  readonly notices: Notices;
  readonly progress: Progress;
  readonly report: Report;
  /** The job of an input, by its name. */
  job(file: string): Job;
  /** The names of tools that globs were compared with, if some were typed. */
  readonly compared: ComparedTexts | undefined;
  /** The options of every job, in the form sent to a worker. */
  readonly options: WorkerTask["options"];
  /** A model's answers for an input, by the keys of the questions; empty without a model. */
  readonly answers: Map<string, ReadonlyMap<string, Answer>>;
  /** The archive of removed texts; undefined for a dry run. */
  readonly archive: Archive | undefined;
  /** The folder of the archive, in a dry run as well. */
  readonly archived: RunArchive | undefined;
  /** The bad lines of each input, for `--bad-rows-dir`. */
  readonly badLines: BadLines | undefined;
  /** The list of the inputs that are done, for `--continue`. */
  readonly manifest: Manifest | undefined;
}

/** The task of compacting a file, for other threads. */
export function taskFor(run: Run, file: string): WorkerTask {
  const { archive, archived, shell, options, flags } = run;
  return {
    file,
    options,
    formats: formatNamesIn(flags),
    tokenizer: flags.tokenizer,
    notesCompared: run.compared !== undefined,
    // For the texts that they remove.
    archive: archive && archived && { dir: archived.dir, time: shell.now() },
    answers: run.answers.get(file),
  };
}

/** Reports what was compacted of a file before which there are `lines` lines. */
export function reportPart(
  run: Run,
  file: string,
  { part, lines }: { readonly part: DonePart; readonly lines: number },
): void {
  const down = lines - part.linesBefore;
  for (const event of part.events) {
    switch (event.kind) {
      case "transcript":
        run.report.transcript(furtherDown(event.telemetry, down));
        break;
      case "rows": {
        const { rows } = event;
        run.job(file).onRows({ ...rows, line: rows.line + down });
        break;
      }
      case "bad line": {
        const { problem } = event;
        noteBadLine(run, file, { ...problem, line: problem.line + down });
        break;
      }
      case "compared":
        if (run.compared !== undefined) addCompared(run.compared, event.texts);
    }
  }
}

/** Reports a bad line of an input, which is copied. */
export function noteBadLine(
  { notices, badLines }: Pick<Run, "notices" | "badLines">,
  file: string,
  problem: Problem,
): void {
  notices.badLine(file, problem);
  badLines?.note(file, problem);
}

/** The telemetry of a transcript, moved `lines` lines down. */
function furtherDown(telemetry: TranscriptTelemetry, lines: number): TranscriptTelemetry {
  if (lines === 0) return telemetry;
  const { observations } = telemetry;
  return {
    ...telemetry,
    line: telemetry.line + lines,
    ...(observations !== undefined && {
      observations: observations.map((each) => ({ ...each, line: each.line + lines })),
    }),
  };
}

/** Reports an input's error and goes on; an internal error is thrown. */
export function fail(run: Run, error: unknown, file?: string): void {
  run.progress.clear();
  const isUsers = run.archived?.isUsers === true;
  const known = knownError(isUsers ? withoutUserArchive(error) : error, file);
  run.notices.error(known, known.file ?? file);
  run.report.fail();
}
