import { type BigIntStats, closeSync, fstatSync, openSync } from "node:fs";
import { Compactor } from "../compact/compactor.ts";
import type { Job } from "../compact/job.ts";
import { createJob } from "../compact.ts";
import { ElisionError } from "../errors.ts";
import { readChunks } from "../io/file-descriptor.ts";
import { createSpool } from "../io/spool.ts";
import type { FileTelemetry } from "../report/telemetry.ts";
import { TOKENIZERS } from "../tokenizers/index.ts";
import type { CompactFlags } from "./flags.ts";
import { findInputs, type Input, ioError } from "./inputs.ts";
import { createNotices, type Notices } from "./notices.ts";
import { OUTPUT_FAILED, type Output, type Placement, placeOutputs, usage } from "./outputs.ts";
import { createProgress, type Progress } from "./progress.ts";
import { openReport, type Report } from "./report.ts";
import { EXIT, type Shell } from "./shell.ts";

/** All that a run carries along. */
interface Run {
  readonly shell: Shell;
  readonly flags: CompactFlags;
  readonly notices: Notices;
  readonly progress: Progress;
  readonly report: Report;
  /** The job for an input of this name. */
  job(file: string): Job;
}

/** The main command: compacts what the arguments name. Gives the exit code. */
export async function compactCommand(
  shell: Shell,
  names: readonly string[],
  flags: CompactFlags,
): Promise<number> {
  const notices = createNotices(shell.stderr, { quiet: flags.quiet ?? false });
  try {
    if (names.length === 0 && shell.stdin.isTerminal)
      throw usage("no input: name a file or a folder, or pipe a transcript in", "elision --help");
    const found = findInputs(names);
    const placement = placeOutputs(found, flags, shell);
    const run = await begin(shell, flags, { notices, inputs: found.inputs });
    for (const error of found.errors) fail(run, error);
    const isEnded = await compactAll(run, placement, found.inputs);
    run.progress.clear();
    if (isEnded) {
      await run.report.finish();
      const { overBudget } = run.report;
      if (overBudget > 0) notices.warn(`transcripts larger than their budget: ${overBudget}`);
    }
    return run.report.exitCode;
  } catch (error) {
    if (isClosedPipe(error)) return EXIT.done;
    if (!(error instanceof ElisionError)) throw error;
    notices.error(error);
    return EXIT.failed;
  }
}

async function begin(
  shell: Shell,
  flags: CompactFlags,
  { notices, inputs }: { readonly notices: Notices; readonly inputs: readonly Input[] },
): Promise<Run> {
  const counter = flags.tokenizer && (await TOKENIZERS[flags.tokenizer]());
  const report = await openReport(shell, flags, { inputs, tokenizer: counter?.name ?? "chars4" });
  const sizes = inputs.map((input) => (input.kind === "file" ? Number(input.stats.size) : 0));
  const isKnown = inputs.every(({ kind }) => kind === "file");
  const progress = createProgress(shell, {
    totalBytes: isKnown ? sizes.reduce((sum, size) => sum + size, 0) : undefined,
    quiet: flags.quiet ?? false,
  });
  const options = {
    preserveRecentRawTurns: flags.window,
    windowUnit: flags.windowUnit,
    summaryMaxChars: flags.summaryMaxChars,
    ...(flags.masking === false && { observationMasking: false }),
    ...(flags.maxInputChars !== undefined && { maxInputChars: flags.maxInputChars }),
    ...(flags.maxInputTokens !== undefined && { maxInputTokens: flags.maxInputTokens }),
    ...(counter !== undefined && { counter }),
    ...(flags.maxObservationChars !== undefined && {
      maxObservationChars: flags.maxObservationChars,
    }),
    ...(flags.placeholder !== undefined && { placeholder: flags.placeholder }),
    ...(flags.format !== undefined && { format: flags.format }),
    strict: flags.strict ?? false,
  };
  const job = (file: string): Job =>
    createJob(options, {
      file,
      onTranscript: (telemetry) => report.transcript(telemetry),
      onBadLine: (problem) => {
        progress.clear();
        notices.badLine(file, problem);
      },
    });
  job("");
  return { shell, flags, notices, progress, report, job };
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
  if (placement.kind === "each") {
    for (const input of due) await compactOne(run, input, (stats) => placement.open(input, stats));
    return true;
  }
  return compactShared(run, placement, due);
}

/** Compacts inputs into one output: one input of any layout, or rows. */
async function compactShared(
  run: Run,
  placement: Extract<Placement, { kind: "shared" }>,
  inputs: readonly Input[],
): Promise<boolean> {
  const [first] = inputs;
  if (first === undefined) return true;
  if (inputs.length > 1) await refuseOthersThanRows(run, inputs);
  const output = joined(placement.open(first));
  let done = 0;
  try {
    for (const input of inputs) {
      const isDone = await compactOne(run, input, () => output.next(), {
        isShared: true,
        mustBeRows: inputs.length > 1,
      });
      if (isDone) done++;
    }
    if (done > 0) await output.end();
    else output.abort();
    return true;
  } catch (error) {
    output.abort();
    if (isClosedPipe(error)) return false;
    throw error;
  }
}

/** One output for several inputs, with a line break between two where the first has none. */
function joined(output: Output) {
  let last = 0x0a;
  const next = (): Output => {
    let isFirst = true;
    return {
      write(piece) {
        const needsBreak = isFirst && last !== 0x0a;
        isFirst = false;
        last = piece.at(-1) ?? last;
        return output.write(needsBreak ? Buffer.concat([Buffer.from("\n"), piece]) : piece);
      },
      flush: () => output.flush(),
      commit: () => output.flush(),
      abort: () => {},
    };
  };
  return { next, end: () => output.commit(), abort: () => output.abort() };
}

/** Reads the start of each file, before anything is written, to know that they can share an output. */
async function refuseOthersThanRows(run: Run, inputs: readonly Input[]): Promise<void> {
  for (const input of inputs) {
    if (input.kind === "stdin" || !input.stats.isFile()) continue;
    const layout = await layoutOf(run, input.name);
    if (layout !== undefined && layout !== "rows") throw notRows(input.name, layout);
  }
}

/** The layout of a file by its start; undefined where it cannot be told, or read. */
async function layoutOf(run: Run, name: string) {
  const job = { ...run.job(name), onTranscript: () => {}, onBadLine: () => {} };
  const spool = createSpool();
  let file: number | undefined;
  try {
    file = openSync(name, "r");
    const compactor = new Compactor(job, spool);
    for await (const chunk of readChunks(file)) {
      for (const _ of compactor.take(chunk)) break;
      if (compactor.layout !== undefined) break;
    }
    if (compactor.layout === undefined) for (const _ of compactor.finish()) break;
    return compactor.layout;
  } catch {
    return undefined; // It is named when its turn comes.
  } finally {
    spool.close();
    if (file !== undefined) closeSync(file);
  }
}

function notRows(name: string, layout: string): ElisionError {
  const holds = layout === "lines" ? "one transcript in its lines" : "one document";
  return usage(
    `several inputs share an output only if they are rows (${name} holds ${holds})`,
    "use --out-dir or --in-place",
  );
}

/** Compacts one input. What goes wrong with it is reported, and false comes back. */
async function compactOne(
  run: Run,
  input: Input,
  open: (stats: BigIntStats | undefined) => Output,
  { isShared = false, mustBeRows = false } = {},
): Promise<boolean> {
  let file: number | undefined;
  let output: Output | undefined;
  try {
    file = input.kind === "file" ? openSync(input.name, "r") : undefined;
    const stats = file === undefined ? undefined : fstatSync(file, { bigint: true });
    const chunks = file === undefined ? run.shell.stdin.chunks() : readChunks(file);
    const spool = createSpool(stats?.isFile() && file !== undefined ? { source: file } : {});
    const job = run.job(input.name);
    const compactor = new Compactor(job, spool);
    const write = async (pieces: Iterable<Buffer>) => {
      for (const piece of pieces) {
        if (mustBeRows && compactor.layout !== "rows")
          throw notRows(input.name, compactor.layout ?? "document");
        output ??= open(stats);
        const wait = output.write(piece);
        if (wait !== undefined) await wait;
      }
    };
    try {
      for await (const chunk of chunks) {
        run.progress.read(chunk.length);
        await write(compactor.take(chunk));
      }
      await write(compactor.finish());
    } finally {
      spool.close();
    }
    const { telemetry } = compactor;
    if (run.flags.inPlace && !telemetry.isChanged) output?.abort();
    else await (output ?? open(stats)).commit();
    run.progress.clear();
    noteOddities(run.notices, telemetry);
    run.report.file(telemetry);
    return true;
  } catch (error) {
    output?.abort();
    if (isClosedPipe(error)) throw error;
    const isOutput = error instanceof ElisionError && error.code === OUTPUT_FAILED;
    if (isOutput && isShared) throw error;
    if (error instanceof ElisionError && isSkippable(input, error)) {
      run.report.skip();
      return false;
    }
    fail(run, error, input.name);
    return false;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Says what was copied as it is, since it was no message or not quite text. */
function noteOddities(notices: Notices, telemetry: FileTelemetry): void {
  const { file, otherRecords, invalidUtf8Records } = telemetry;
  notices.endOfFile(file);
  if (otherRecords > 0)
    notices.note(`${file}: records that are no messages, copied as they are: ${otherRecords}`);
  if (invalidUtf8Records > 0)
    notices.note(`${file}: records with bytes that are not UTF-8, kept: ${invalidUtf8Records}`);
}

/** Whether a file was found in a folder and is simply no transcript. */
function isSkippable(input: Input, { code }: ElisionError): boolean {
  const isNone = ["unknown-format", "not-json", "not-text", "empty"].includes(code);
  return input.kind === "file" && input.isFound && isNone;
}

function fail(run: Run, error: unknown, file?: string): void {
  run.progress.clear();
  const known =
    error instanceof ElisionError
      ? error
      : (error as NodeJS.ErrnoException).code === undefined
        ? undefined
        : ioError(error, file ?? "");
  if (known === undefined) throw error;
  run.notices.error(known, known.file ?? file);
  run.report.fail();
}

function isClosedPipe(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | undefined)?.code === "EPIPE";
}
