import { ElisionError } from "../../../base/errors.ts";
import { createSlots } from "../../../base/slots.ts";
import { archiveBytes, archiveOf, refuseInputsInArchive } from "../../archives/run-archive.ts";
import { type OpenedInput, OUTPUT_FAILED } from "../../inputs/command-output.ts";
import { eachInput } from "../../inputs/each-input.ts";
import { findInputsFor } from "../../inputs/find-inputs.ts";
import type { Input } from "../../inputs/input.ts";
import { poolFor } from "../../inputs/jobs.ts";
import { type Placement, placeOutputs } from "../../inputs/outputs.ts";
import { inputsOfShard } from "../../inputs/shards.ts";
import { joined, requireRows } from "../../inputs/shared-output.ts";
import { refuseSharedFiles } from "../../inputs/side-outputs.ts";
import { withSpooledStdin } from "../../inputs/spooled-stdin.ts";
import { COMPACT_FLAGS, type CompactFlags } from "../../options/compact-flags.ts";
import { namesOf } from "../../options/flag.ts";
import { namedByFlag } from "../../options/named-by-flag.ts";
import { fail, type Run } from "../../run.ts";
import { isSessionName } from "../../sessions/is-session-name.ts";
import { isClosedPipe } from "../../terminal/known-error.ts";
import { createNotices } from "../../terminal/notices.ts";
import { EXIT, type Shell } from "../../terminal/shell.ts";
import { beginRun } from "./begin-run.ts";
import { compactInput, inputReports } from "./compact-input.ts";
import { dueInputs } from "./due-inputs.ts";
import { noteEnd } from "./note-end.ts";
import { noteArchive, noteResult } from "./note-result.ts";
import { countReplaced } from "./replaced-files.ts";

/** The main command: compacts what the arguments name. Gives the exit code. */
export async function compactCommand(
  shell: Shell,
  names: readonly string[],
  { flags, sessions }: { readonly flags: CompactFlags; readonly sessions: ReadonlySet<string> },
): Promise<number> {
  if (names.length === 0 && shell.stdin.isTerminal && (await showsFirstSteps(shell)))
    return EXIT.failed;
  const { quiet = false, report: kind, reportFile } = flags;
  const start = shell.now();
  const isInReport = kind === "json" && reportFile === undefined && !quiet;
  const notices = createNotices(shell.stderr, { quiet, isInReport });
  let begun: Run | undefined;
  const replaced = countReplaced(flags, (text) => {
    begun?.progress.clear();
    shell.stderr.write(`elision: ${text}\n`);
  });
  try {
    const found = findInputsFor(shell, names, { help: "elision --help", ...flags });
    const placement = placeOutputs(found, { ...flags, onReplaced: replaced.add }, shell);
    const { inputs } = found;
    refuseSharedFiles(inputs, flags);
    const own = inputsOfShard(inputs, flags.shard);
    const archived = archiveOf(flags, shell.env);
    if (archived !== undefined) refuseInputsInArchive(inputs, archived.dir);
    const bytesBefore = archived === undefined ? 0 : archiveBytes(archived.dir);
    const isTwice = flags.model !== undefined && own.some(({ kind }) => kind === "stdin");
    const spooled = isTwice ? await withSpooledStdin(shell) : undefined;
    const about = { notices, inputs, due: own, archived };
    const run = await beginRun(spooled?.shell ?? shell, flags, about);
    begun = run;
    for (const note of found.notes) notices.note(note);
    for (const error of found.errors) fail(run, error);
    const due = await dueInputs(run, own, sessions);
    const { stopListening: onLongRow } = replaced;
    const isEnded = await compactAll(run, due, { placement, onLongRow }).finally(() => {
      replaced.end();
      closeArchive(run);
      spooled?.close();
    });
    run.progress.clear();
    if (isEnded) {
      await finishReport(run, () => {
        if (replaced.count > 0) noteArchive(run, bytesBefore);
      });
      noteEnd(run, { words: typedWords(shell, names, sessions), start });
    } else notices.release();
    return run.report.exitCode;
  } catch (error) {
    notices.release();
    if (isClosedPipe(error)) return EXIT.done;
    if (!(error instanceof ElisionError)) throw error;
    notices.error(namedByFlag(error, COMPACT_FLAGS));
    return EXIT.failed;
  } finally {
    begun?.report.abandon();
  }
}

/** Shows a newcomer the commands for their own sessions. False if they have none. */
async function showsFirstSteps(shell: Shell): Promise<boolean> {
  const { firstSteps } = await import("../../sessions/first-steps.ts");
  const steps = await firstSteps(shell);
  if (steps !== undefined) shell.stderr.write(steps);
  return steps !== undefined;
}

/** The inputs as they were typed: sessions by their names. */
function typedWords(
  { argv }: Shell,
  names: readonly string[],
  sessions: ReadonlySet<string>,
): readonly string[] {
  const files = names.filter((name) => !sessions.has(name));
  return sessions.size === 0 ? names : [...argv.filter(isSessionName), ...files];
}

/** Names flags that do nothing without a model. */
function noteModelless({ flags, notices }: Run): void {
  for (const name of OF_A_MODEL) {
    if (flags[name] === undefined || flags[name] === false) continue;
    notices.note(`--${namesOf(COMPACT_FLAGS[name]).long} does nothing without --model`);
  }
}

const OF_A_MODEL = [
  "reflect",
  "modelUrl",
  "modelCache",
  "maxModelCalls",
  "maxModelTokens",
  "modelTimeout",
] as const;

/** Ends the report with its notes: a JSON report contains them, a table has them above it. */
async function finishReport(run: Run, noteOriginals: () => void): Promise<void> {
  const noteAll = () => {
    noteResult(run);
    noteOriginals();
  };
  const isJson = run.flags.report === "json";
  if (isJson) noteAll();
  try {
    await run.report.finish();
  } finally {
    if (!isJson) noteAll();
  }
}

/** Closes the archive. The originals are on disk by now: only saving the index can fail. */
function closeArchive({ archive, notices }: Run): void {
  try {
    archive?.close();
  } catch (error) {
    if (!(error instanceof ElisionError)) throw error;
    notices.error(error);
  }
}

/** Compacts the inputs one after another. False if the reader of the output has left. */
async function compactAll(
  run: Run,
  due: readonly Input[],
  { placement, onLongRow }: { readonly placement: Placement; onLongRow(): void },
): Promise<boolean> {
  if (run.flags.model === undefined) noteModelless(run);
  if (run.flags.model !== undefined)
    await (await import("../../model-calls/ask-model.ts")).askModel(run, due);
  if (placement.kind === "shared") return compactShared(run, placement, due);
  const pool = poolFor(run, due);
  const slots = createSlots(pool === undefined ? 1 : OPEN_PER_THREAD * pool.size);
  const take = async (input: Input, turn: Promise<unknown>) => {
    const leave = await slots.enter();
    const open = (read: OpenedInput) => placement.open(input, read);
    try {
      await compactInput(run, input, { open, pool, turn, onCompacted: leave, onLongRow });
    } finally {
      leave();
    }
  };
  try {
    await eachInput(due, { take, ...inputReports(run) }, { atOnce: pool !== undefined });
  } finally {
    await pool?.close();
  }
  return true;
}

/** Inputs open for each thread, so that it need not wait for its next one. */
const OPEN_PER_THREAD = 2;

/** Compacts inputs into one output: one input of any layout, or rows. */
async function compactShared(
  run: Run,
  placement: Extract<Placement, { kind: "shared" }>,
  inputs: readonly Input[],
): Promise<boolean> {
  const [first] = inputs;
  if (first === undefined) return true;
  const areRows = inputs.length > 1 && (await requireRows(run, inputs));
  const output = joined(placement.open(first));
  const reports = inputReports(run);
  let done = 0;
  try {
    await eachInput(inputs, {
      ...reports,
      async take(input, turn) {
        const next = output.next();
        const about = { open: () => next, begun: next, mustBeRows: areRows, turn };
        await compactInput(run, input, about);
        done++;
      },
      empty(input) {
        reports.empty?.(input);
        done++;
      },
      // More inputs follow in this output.
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
