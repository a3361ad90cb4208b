import type { Archive } from "../archive/archive.ts";
import type { Job } from "../compact/job.ts";
import type { CompactOptions } from "../compact.ts";
import { ElisionError } from "../errors.ts";
import { ioError } from "../io/io-error.ts";
import type { Task, TaskEvent } from "../parallel/messages.ts";
import type { Answer } from "../reduce/asking/ask.ts";
import type { TranscriptTelemetry } from "../report/telemetry.ts";
import type { CompactFlags } from "./flags.ts";
import type { Notices } from "./notices.ts";
import type { Progress } from "./progress.ts";
import type { Report } from "./report.ts";
import type { Shell } from "./shell.ts";

/** All that a run carries along. */
export interface Run {
  readonly shell: Shell;
  readonly flags: CompactFlags;
  readonly notices: Notices;
  readonly progress: Progress;
  readonly report: Report;
  /** The job for an input of this name. */
  job(file: string): Job;
  /** The options of every job, as a worker takes them. */
  readonly options: CompactOptions;
  /** What a model said of an input, by the keys of what it was asked; empty without a model. */
  readonly answers: Map<string, ReadonlyMap<string, Answer>>;
  /** Where what is taken out is kept; none for a dry run. */
  readonly archive: Archive | undefined;
}

/** Where other threads keep what they take out. */
export function archiveForWorkers({ archive, flags, shell }: Run): Task["archive"] {
  const { archive: dir } = flags;
  return archive === undefined || dir === undefined ? undefined : { dir, time: shell.now() };
}

/** Reports what another thread had to say of an input, or of a part of it. */
export function tell(
  run: Run,
  file: string,
  { events, linesBefore }: { events: readonly TaskEvent[]; linesBefore: number },
): void {
  for (const event of events) {
    if (event.kind === "transcript") {
      const { telemetry } = event;
      run.report.transcript(linesBefore === 0 ? telemetry : furtherDown(telemetry, linesBefore));
    } else {
      const { problem } = event;
      run.notices.badLine(file, { ...problem, line: problem.line + linesBefore });
    }
  }
}

/** The account of a transcript that stands so many lines further down. */
function furtherDown(telemetry: TranscriptTelemetry, lines: number): TranscriptTelemetry {
  const { observations } = telemetry;
  return {
    ...telemetry,
    line: telemetry.line + lines,
    ...(observations !== undefined && {
      observations: observations.map((each) => ({ ...each, line: each.line + lines })),
    }),
  };
}

/** Reports what went wrong with an input, and goes on; a fault of the program is thrown. */
export function fail(run: Run, error: unknown, file?: string): void {
  run.progress.clear();
  const known = knownError(error, file);
  run.notices.error(known, known.file ?? file);
  run.report.fail();
}

/** An error in words for the one who can mend it; a fault of the program is thrown. */
export function knownError(error: unknown, file = ""): ElisionError {
  if (error instanceof ElisionError) return error;
  if ((error as NodeJS.ErrnoException).code === undefined) throw error;
  return ioError(error, file);
}

/** Whether the reader of our output has left. */
export function isClosedPipe(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | undefined)?.code === "EPIPE";
}
