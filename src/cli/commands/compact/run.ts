import { ElisionError } from "../../../base/errors.ts";
import { createComparedTexts } from "../../../engine/edits/compared-texts.ts";
import { archiveBytes, archiveOf, refuseInputsInArchive } from "../../archives/run-archive.ts";
import { findInputsFor } from "../../inputs/find-inputs.ts";
import { placeOutputs } from "../../inputs/outputs.ts";
import { inputsOfShard } from "../../inputs/shards.ts";
import { refuseSharedFiles } from "../../inputs/side-outputs.ts";
import { withSpooledStdin } from "../../inputs/spooled-stdin.ts";
import { COMPACT_FLAGS, type CompactFlags } from "../../options/compact-flags.ts";
import { namedByFlag } from "../../options/named-by-flag.ts";
import type { Layer } from "../../options/settings.ts";
import { typedGlobs, typedInVain } from "../../options/typed-in-vain.ts";
import { isSessionName } from "../../sessions/is-session-name.ts";
import { isClosedPipe } from "../../terminal/known-error.ts";
import { createNotices } from "../../terminal/notices.ts";
import { EXIT, type Shell } from "../../terminal/shell.ts";
import { beginRun } from "./begin-run.ts";
import { compactAll } from "./compact-all.ts";
import { dueInputs } from "./due-inputs.ts";
import { noteEnd } from "./note-end.ts";
import { noteArchive, noteResult } from "./note-result.ts";
import { countReplaced } from "./replaced-files.ts";
import { fail, type Run } from "./run-state.ts";

/** The flags of the main command, and where they came from. */
interface GivenSettings {
  readonly flags: CompactFlags;
  /** The inputs that are sessions with a name. */
  readonly sessions: ReadonlySet<string>;
  /** The settings in effect, and where they were set. */
  readonly settings: Layer;
}

/** The main command: compacts what the arguments name. Gives the exit code. */
export async function compactCommand(
  shell: Shell,
  names: readonly string[],
  { flags, sessions, settings }: GivenSettings,
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
    const globs = typedGlobs(settings);
    const about = { notices, inputs, due: own, archived, notesCompared: globs.length > 0 };
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
        for (const note of typedInVain(settings, run.compared ?? createComparedTexts()))
          notices.note(note);
      });
      noteEnd(run, { words: typedWords(shell, names, sessions), start });
    } else notices.release();
    return run.report.exitCode;
  } catch (error) {
    notices.release();
    if (isClosedPipe(error)) return EXIT.done;
    if (!(error instanceof ElisionError)) throw error;
    notices.error(namedByFlag(error, COMPACT_FLAGS, "elision --help"));
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
