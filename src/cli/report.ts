import { closeSync, openSync, writeSync } from "node:fs";
import { ioError } from "../io/io-error.ts";
import { lookAt } from "../io/look-at.ts";
import { inOrder } from "../reduce/reasons.ts";
import { explaining } from "../report/explanation.ts";
import { createReporter } from "../report/index.ts";
import type { ReportTarget } from "../report/reporter.ts";
import type { FileTelemetry, TranscriptTelemetry } from "../report/telemetry.ts";
import { addFile, addTotals, addTranscript, emptyTotals, type Totals } from "../report/totals.ts";
import { wantsColor } from "./color.ts";
import type { CompactFlags } from "./flags.ts";
import type { Input } from "./inputs.ts";
import { inputThatIs } from "./same-file.ts";
import { EXIT, type Shell } from "./shell.ts";
import { usage } from "./usage.ts";

/** The width of a table where there is no terminal. */
const DEFAULT_COLUMNS = 80;

/** The account of a run, and the exit code that it comes to. */
export interface Report {
  transcript(telemetry: TranscriptTelemetry): void;
  /** An input is done: its transcripts count. */
  file(telemetry: FileTelemetry): void;
  /** An input could not be done: its transcripts do not. */
  fail(): void;
  /** A file found in a folder is no transcript. */
  skip(): void;
  finish(): Promise<void>;
  /** The sums over the inputs that are done. */
  readonly totals: Readonly<Totals>;
  /** What transcripts are that do not fit their budget and from which nothing can be dropped. */
  readonly undropped: ReadonlySet<string>;
  /** Why replies of a model do not stand in the result, by the transcript. */
  readonly refusals: readonly string[];
  /** By pass and format, how many parts a pass had to leave as they are. */
  readonly untouched: ReadonlyMap<string, number>;
  readonly exitCode: number;
}

/** Opens the report that the flags ask for; throws where its file cannot be written. */
export async function openReport(
  shell: Shell,
  flags: CompactFlags,
  about: {
    readonly inputs: readonly Input[];
    readonly tokenizer: string;
    /** Takes away what stands on the terminal for the moment. */
    clear(): void;
  },
): Promise<Report> {
  if (flags.explain === true && flags.report === "csv" && flags.reportFile === undefined)
    throw usage("a CSV report has no room for --explain", "use --report ndjson, or --report-file");
  const isQuiet = flags.quiet === true && flags.reportFile === undefined;
  const kind = isQuiet ? "none" : flags.report;
  const file =
    flags.reportFile === undefined ? undefined : openFile(flags.reportFile, about.inputs);
  const columns = Number(shell.stderr.columns ?? shell.env.COLUMNS);
  const onTerminal: ReportTarget = {
    write(text) {
      about.clear();
      shell.stderr.write(text);
    },
    columns: columns > 0 ? columns : DEFAULT_COLUMNS,
    color: wantsColor(flags.color, shell.env, shell.stderr),
  };
  const inFile = file !== undefined && {
    write: (text: string) => writeText(file, text),
    columns: DEFAULT_COLUMNS,
    color: false,
  };
  const target = inFile || onTerminal;
  const plain = await createReporter(kind, target);
  const hasOwn = kind === "json" || kind === "ndjson";
  const reporter =
    flags.explain === true && !hasOwn
      ? explaining(plain, kind === "table" ? target : onTerminal)
      : plain;
  const totals = emptyTotals();
  const undropped = new Set<string>();
  const refusals: string[] = [];
  const untouched = new Map<string, number>();
  let current = emptyTotals();
  const discard = () => {
    current = emptyTotals();
    reporter.discard();
  };
  return {
    transcript(telemetry) {
      addTranscript(current, telemetry);
      if (telemetry.undroppable !== undefined) undropped.add(telemetry.undroppable);
      const { file: name, line, modelRefused } = telemetry;
      if (modelRefused !== undefined) refusals.push(`${name}:${line}: ${modelRefused}`);
      for (const [pass, count] of Object.entries(telemetry.untouched ?? {})) {
        const what = `${pass} in ${telemetry.format}`;
        untouched.set(what, (untouched.get(what) ?? 0) + count);
      }
      reporter.transcript(telemetry);
    },
    file(telemetry) {
      addFile(current, telemetry);
      addTotals(totals, current);
      current = emptyTotals();
      reporter.file(telemetry);
    },
    fail() {
      totals.failedInputs++;
      discard();
    },
    skip() {
      totals.skippedFiles++;
      discard();
    },
    async finish() {
      if (totals.beforeTokens !== undefined) totals.tokenizer = about.tokenizer;
      await reporter.finish({ ...totals, byRule: inOrder(totals.byRule) });
      if (file !== undefined) closeSync(file);
    },
    totals,
    undropped,
    refusals,
    untouched,
    get exitCode() {
      if (totals.failedInputs > 0) return EXIT.failed;
      return totals.overBudget > 0 || totals.badLines > 0 ? EXIT.incomplete : EXIT.done;
    },
  };
}

function openFile(path: string, inputs: readonly Input[]): number {
  const existing = lookAt(path);
  if (inputThatIs(existing, inputs) !== undefined)
    throw usage(`the report would overwrite the input ${path}`);
  try {
    return openSync(path, "w");
  } catch (error) {
    throw ioError(error, path);
  }
}

function writeText(file: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}
