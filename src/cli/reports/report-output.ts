import type {
  FileTelemetry,
  RowCounts,
  TranscriptTelemetry,
} from "../../engine/edits/compaction-result.ts";
import {
  addFile,
  addTotals,
  addTranscript,
  emptyTotals,
  type Totals,
} from "../../engine/edits/compaction-totals.ts";
import type { Job } from "../../engine/edits/job.ts";
import {
  rowTelemetry,
  savedInRow,
  sumOfRows,
  telemetryOfRow,
} from "../../engine/plain/rows/row-account.ts";
import { inOrder } from "../../reduce/pipeline/reasons.ts";
import { explaining } from "../../report/explanation.ts";
import { createReporter } from "../../report/index.ts";
import type { Note } from "../../report/report-note.ts";
import type { Reporter, ReportTarget } from "../../report/reporter.ts";
import type { Input } from "../inputs/input.ts";
import type { CompactFlags } from "../options/compact-flags.ts";
import { usage } from "../options/usage-error.ts";
import { wantsColor } from "../terminal/color.ts";
import { collectFacts, type NotedFacts } from "../terminal/noted-facts.ts";
import { EXIT, type Shell } from "../terminal/shell.ts";
import { DEFAULT_COLUMNS, tableWidth } from "../terminal/stream-width.ts";
import { openReportFile } from "./report-file.ts";

/** The report of a run, and the resulting exit code. */
export interface Report extends NotedFacts {
  transcript(telemetry: TranscriptTelemetry): void;
  /** Adds rows that the kernel compacted, as `transcript` would each of them. */
  rows(rows: RowCounts, job: Job): void;
  /** An input is done: its transcripts count. Returns false if it makes the exit code 1. */
  file(telemetry: FileTelemetry): boolean;
  /** Counts inputs that an earlier run finished, and how many of them made the exit code 1. */
  earlier(incomplete: number): void;
  /** An input failed: its transcripts do not count. */
  fail(): void;
  /** A file found in a folder is no transcript. */
  skip(): void;
  /** An input has nothing in it, which is no mistake. */
  empty(): void;
  /** @throws {ElisionError} where the file of the report cannot be written. */
  finish(): Promise<void>;
  /** Leaves the file of the report unchanged, unless the report is finished. */
  abandon(): void;
  /** The sums over the inputs that are done. */
  readonly totals: Readonly<Totals>;
  readonly exitCode: number;
}

/** The run that a report is about. */
interface ReportedRun {
  readonly inputs: readonly Input[];
  readonly tokenizer: string;
  /** Clears the progress line from the terminal. */
  clear(): void;
  /** Messages besides the report; a JSON report contains them. */
  notes(): readonly Note[];
}

/** Opens the report that the flags ask for; throws where its file cannot be written. */
export async function openReport(
  shell: Shell,
  flags: CompactFlags,
  about: ReportedRun,
): Promise<Report> {
  const { reporter, file } = await openReporter(shell, flags, about);
  const totals = emptyTotals();
  const { facts, add } = collectFacts();
  let current = emptyTotals();
  let earlierIncomplete = 0;
  const discardedAs = (counted: "failedInputs" | "skippedFiles" | "emptyInputs") => () => {
    totals[counted]++;
    current = emptyTotals();
    reporter.discard();
  };
  const transcript = (telemetry: TranscriptTelemetry) => {
    addTranscript(current, telemetry);
    add(telemetry);
    reporter.transcript(telemetry);
  };
  return {
    transcript,
    rows(rows, job) {
      const { counter, pressure } = job.policy;
      // The tokens of each row are rounded, and each row has the target.
      if (counter !== undefined || pressure?.target !== undefined)
        for (const telemetry of rowTelemetry(job, rows)) transcript(telemetry);
      else {
        addTranscript(current, sumOfRows(job, rows), rows.count);
        reportRows(reporter, rows, job);
      }
    },
    file(telemetry) {
      addFile(current, telemetry);
      addTotals(totals, current);
      const isComplete = exitCodeOf(current) === EXIT.done;
      current = emptyTotals();
      reporter.file(telemetry);
      return isComplete;
    },
    earlier(incomplete) {
      earlierIncomplete += incomplete;
    },
    fail: discardedAs("failedInputs"),
    skip: discardedAs("skippedFiles"),
    empty: discardedAs("emptyInputs"),
    async finish() {
      if (totals.beforeTokens !== undefined) totals.tokenizer = about.tokenizer;
      await reporter.finish({ ...totals, byRule: inOrder(totals.byRule) });
      await file?.finish();
    },
    abandon: () => file?.abandon(),
    totals,
    ...facts,
    get exitCode() {
      return exitCodeOf(totals, earlierIncomplete);
    },
  };
}

/** Gives a reporter the rows that can be in its report. */
function reportRows(reporter: Reporter, rows: RowCounts, job: Job): void {
  for (let row = 0; row < rows.count; row++)
    if (reporter.wants?.(savedInRow(rows, row)) ?? true)
      reporter.transcript(telemetryOfRow(job, rows, row));
}

/** Opens the reporter: to the file that the flags name, else to the terminal. */
async function openReporter(shell: Shell, flags: CompactFlags, about: ReportedRun) {
  if (flags.report === "none" && flags.reportFile !== undefined)
    throw usage(
      `no report to write to ${flags.reportFile} with --report none`,
      "use --report json, or leave out --report-file",
    );
  const hasRoom = flags.report !== "csv" && flags.report !== "files";
  if (flags.explain === true && !hasRoom && flags.reportFile === undefined)
    throw usage(
      `a report of kind ${flags.report} has no room for --explain`,
      "use --report ndjson, or --report-file",
    );
  const isQuiet = flags.quiet === true && flags.reportFile === undefined;
  const kind = isQuiet ? "none" : flags.report;
  const file =
    flags.reportFile === undefined ? undefined : openReportFile(flags.reportFile, about.inputs);
  const onTerminal: ReportTarget = {
    write(text) {
      about.clear();
      if (kind === "table") shell.stderr.paint(text);
      else shell.stderr.write(text);
    },
    columns: tableWidth(shell.stderr, shell.env),
    color: wantsColor(flags.color, shell.env, shell.stderr),
  };
  const inFile = file !== undefined && {
    write: file.write,
    columns: DEFAULT_COLUMNS,
    color: false,
  };
  const target = inFile || onTerminal;
  const plain = await createReporter(kind, target, { notes: about.notes });
  const hasOwn = kind === "json" || kind === "ndjson";
  if (flags.explain !== true || hasOwn) return { reporter: plain, file };
  return { reporter: explaining(plain, kind === "table" ? target : onTerminal), file };
}

function exitCodeOf(totals: Totals, earlierIncomplete = 0): number {
  if (totals.failedInputs > 0) return EXIT.failed;
  const { overBudget, overTarget, badLines, unreadResults, missingParents } = totals;
  const missed =
    overBudget + overTarget + badLines + unreadResults + missingParents + earlierIncomplete;
  return missed > 0 ? EXIT.incomplete : EXIT.done;
}
