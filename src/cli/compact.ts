import type { Job } from "../compact/job.ts";
import { type CompactOptions, createJob } from "../compact.ts";
import { ElisionError } from "../errors.ts";
import { type Ask, keyOf } from "../reduce/asking/ask.ts";
import { number } from "../report/figures.ts";
import { TOKENIZERS } from "../tokenizers/index.ts";
import { compactInput } from "./compact-input.ts";
import type { CompactFlags } from "./flags.ts";
import { bytesOf, findInputsFor, type Input } from "./inputs.ts";
import { poolFor } from "./jobs.ts";
import { createNotices, type Notices } from "./notices.ts";
import { type Placement, placeOutputs, type ReadInput } from "./outputs.ts";
import { createProgress } from "./progress.ts";
import { reduceOptionsFrom } from "./reduce-options.ts";
import { openReport } from "./report.ts";
import { fail, isClosedPipe, type Run } from "./run.ts";
import { joined, refuseOthersThanRows } from "./shared-output.ts";
import { EXIT, type Shell } from "./shell.ts";
import { withSpooledStdin } from "./spooled-stdin.ts";

/** The main command: compacts what the arguments name. Gives the exit code. */
export async function compactCommand(
  shell: Shell,
  names: readonly string[],
  flags: CompactFlags,
): Promise<number> {
  const notices = createNotices(shell.stderr, { quiet: flags.quiet ?? false });
  try {
    const found = findInputsFor(shell, names, "elision --help");
    const placement = placeOutputs(found, flags, shell);
    const { inputs } = found;
    const isTwice = flags.model !== undefined && inputs.some(({ kind }) => kind === "stdin");
    const spooled = isTwice ? await withSpooledStdin(shell) : undefined;
    const run = await begin(spooled?.shell ?? shell, flags, { notices, inputs });
    for (const error of found.errors) fail(run, error);
    const isEnded = await compactAll(run, placement, inputs).finally(() => {
      closeArchive(run);
      spooled?.close();
    });
    run.progress.clear();
    if (isEnded) {
      await run.report.finish();
      noteResult(run);
    }
    return run.report.exitCode;
  } catch (error) {
    if (isClosedPipe(error)) return EXIT.done;
    if (!(error instanceof ElisionError)) throw error;
    notices.error(error);
    return EXIT.failed;
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

/** Transcripts named one by one of which replies of a model do not stand. */
const MAX_REFUSALS = 20;

/** Says what the figures leave open: budgets that were missed, and why; what side copies hold. */
function noteResult({ flags, notices, report }: Run): void {
  const { overBudget, sideCopyBytes, beforeBytes, afterBytes } = report.totals;
  if (overBudget > 0) {
    const formats = [...report.undropped].join(", ");
    const reason = formats === "" ? "" : ` (messages are never dropped from ${formats})`;
    notices.warn(`transcripts larger than their budget: ${overBudget}${reason}`);
  }
  const { refusals } = report;
  for (const refusal of refusals.slice(0, MAX_REFUSALS))
    notices.note(`a reply of the model does not stand: ${refusal}`);
  if (refusals.length > MAX_REFUSALS)
    notices.note(`… and ${refusals.length - MAX_REFUSALS} more transcripts with such replies`);
  for (const [what, count] of report.untouched)
    notices.note(`left as they are, since their readers expect them: ${count} by ${what}`);
  if (report.totals.byRule["stale-reads"]?.masked !== undefined)
    notices.note(
      "stale reads go from the middle of prompts: while a provider's cache holds those, that costs more than it saves for some 180 turns",
    );
  const savedBytes = Math.max(0, beforeBytes - afterBytes);
  if (flags.sideCopies === "keep" && sideCopyBytes > savedBytes)
    notices.note(
      `side copies of masked observations hold ${number(sideCopyBytes)} bytes: --side-copies mask`,
    );
}

async function begin(
  shell: Shell,
  flags: CompactFlags,
  { notices, inputs }: { readonly notices: Notices; readonly inputs: readonly Input[] },
): Promise<Run> {
  const counter = flags.tokenizer && (await TOKENIZERS[flags.tokenizer]());
  const quiet = flags.quiet ?? false;
  const progress = createProgress(shell, { totalBytes: bytesOf(inputs), quiet });
  const report = await openReport(shell, flags, {
    inputs,
    tokenizer: counter?.name ?? "chars4",
    clear: () => progress.clear(),
  });
  const options: CompactOptions & { readonly refs: boolean } = {
    ...reduceOptionsFrom(flags),
    ...(flags.format !== undefined && { format: flags.format }),
    refs: flags.archive !== undefined,
    sideCopies: flags.sideCopies,
    explain: flags.explain ?? false,
    strict: flags.strict ?? false,
  };
  const archive =
    flags.archive === undefined || flags.dryRun === true
      ? undefined
      : (await import("../archive/archive.ts")).openArchive(flags.archive, {
          mode: "write",
          time: shell.now(),
        });
  const inProcess = {
    ...options,
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
  return { shell, flags, notices, progress, report, job, options, answers, archive };
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
  if (run.flags.model !== undefined) await (await import("./ask-model.ts")).askModel(run, due);
  if (placement.kind === "shared") return compactShared(run, placement, due);
  const pool = poolFor(run, due);
  if (pool === undefined) {
    for (const input of due)
      await compactInput(run, input, { open: (read) => placement.open(input, read) });
    return true;
  }
  try {
    let before: Promise<unknown> = Promise.resolve();
    await Promise.all(
      due.map((input) => {
        const turn = before;
        const open = (read: ReadInput) => placement.open(input, read);
        const done = compactInput(run, input, { open, pool, turn });
        before = done;
        return done;
      }),
    );
  } finally {
    await pool.close();
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
  if (inputs.length > 1) await refuseOthersThanRows(run, inputs);
  const output = joined(placement.open(first));
  let done = 0;
  try {
    for (const input of inputs) {
      const isDone = await compactInput(run, input, {
        open: () => output.next(),
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
