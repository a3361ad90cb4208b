import type { Archive } from "../../../archive/archive.ts";
import { openArchive } from "../../../archive/open-archive.ts";
import type { FormatChoice } from "../../../formats/registry/format-choice.ts";
import type { ByteSource } from "../../../io/file-descriptor.ts";
import type { Store } from "../../../io/store/store.ts";
import { DEFAULT_PLACEHOLDER, parseTemplate } from "../../../reduce/placeholders/template.ts";
import { createItemReporter } from "../../../report/item-report.ts";
import { addRestored, restoreReport } from "../../../report/restored-report.ts";
import { restoreStore } from "../../../restore/restorer.ts";
import {
  emptyRestoreTotals,
  isIncomplete,
  type RestoreTelemetry,
  type RestoreTotals,
} from "../../../restore/result.ts";
import { archiveToRead } from "../../archives/user-archive.ts";
import type { CommandOutput } from "../../inputs/command-output.ts";
import { eachInput } from "../../inputs/each-input.ts";
import { findInputsFor, type Inputs } from "../../inputs/find-inputs.ts";
import { type Input, isEmpty } from "../../inputs/input.ts";
import { skippedFiles } from "../../inputs/note-skipped.ts";
import { type Placement, placeOutputs } from "../../inputs/outputs.ts";
import { rowsOutput } from "../../inputs/rows-output.ts";
import { settledInputs } from "../../inputs/settled-inputs.ts";
import { withInput } from "../../inputs/with-input.ts";
import { formatsFrom } from "../../options/format-flags.ts";
import { usage } from "../../options/usage-error.ts";
import { isClosedPipe, knownError } from "../../terminal/known-error.ts";
import { noteLinks } from "../../terminal/note-links.ts";
import { createNotices, type Notices } from "../../terminal/notices.ts";
import { EXIT, type Shell } from "../../terminal/shell.ts";
import type { RestoreFlags } from "./flags.ts";

const HELP = "elision restore --help";

/** Bytes read at a time. */
const CHUNK_BYTES = 512 * 1024;

/** Restores the inputs that the arguments name, one after another. Gives the exit code. */
export async function restoreCommand(
  shell: Shell,
  names: readonly string[],
  { flags, sessions }: { readonly flags: RestoreFlags; readonly sessions: ReadonlySet<string> },
): Promise<number> {
  const dir = archiveToRead(flags.archive, shell.env);
  const found = findInputsFor(shell, names, { help: HELP, ...flags });
  const placement = placeOutputs(found, flags, shell);
  if (placement.kind === "shared" && found.inputs.length > 1)
    throw usage(
      `cannot write ${found.inputs.length} files to one output`,
      "preview with -n, or use --out-dir DIR or --in-place",
    );
  const formats = await formatsFrom(flags);
  const archive = openArchive(dir);
  try {
    return await restoreAll({ shell, flags, formats, archive, placement, found, sessions });
  } finally {
    archive.close();
  }
}

interface Restoring {
  readonly shell: Shell;
  readonly flags: RestoreFlags;
  readonly formats: FormatChoice;
  readonly archive: Archive;
  readonly placement: Placement;
  readonly found: Inputs;
  /** The files that were named as sessions. */
  readonly sessions: ReadonlySet<string>;
}

async function restoreAll(restoring: Restoring): Promise<number> {
  const { shell, flags, found, sessions } = restoring;
  const quiet = flags.quiet ?? false;
  const kind = quiet ? "none" : flags.report;
  const notices = createNotices(shell.stderr, { quiet, isInReport: kind === "json" });
  let text = "";
  const reporter =
    kind === "none"
      ? undefined
      : createItemReporter(kind, restoreReport, (more) => {
          text += more;
        });
  const flush = () => {
    if (kind === "table") shell.stderr.paint(text);
    else shell.stderr.write(text);
    text = "";
  };
  // Of many files, a table lists those that were restored, and counts the others.
  const listsAll = kind !== "table" || found.inputs.length === 1;
  const totals = emptyRestoreTotals();
  const fail = (error: unknown, file?: string) => {
    totals.failedFiles++;
    const known = knownError(error, file);
    notices.error(known, known.file ?? file);
  };
  for (const note of found.notes) notices.note(note);
  for (const error of found.errors) fail(error);
  const skipped = skippedFiles(notices, { writes: true });
  const due = settledInputs(found.inputs, { flags, sessions, now: shell.now, notices });
  try {
    await eachInput(due, {
      async take(input) {
        const telemetry = await restoreInput(restoring, input);
        addRestored(totals, telemetry);
        if (listsAll || telemetry.isChanged) reporter?.item(telemetry);
        if (kind !== "json") flush(); // The report is one JSON document: no note may be written before its end.
        noteLost(notices, telemetry);
        if (flags.inPlace && telemetry.isChanged && input.kind === "file")
          noteLinks(notices, input.name, input.stats);
      },
      fail: (error, { name }) => fail(error, name),
      empty: ({ name }) => notices.note(`${name} is empty`),
      skip(input) {
        if (!skipped.isNamed(input)) totals.skippedFiles++;
      },
    });
  } catch (error) {
    if (!isClosedPipe(error)) throw error;
    notices.release();
    return EXIT.done;
  }
  await reporter?.finish(totals, notices.said);
  flush();
  return exitCode(totals);
}

async function restoreInput(
  { shell, flags, formats, archive, placement }: Restoring,
  input: Input,
): Promise<RestoreTelemetry> {
  let output: CommandOutput | undefined;
  try {
    return await withInput(input, shell, async (open) => {
      const { source, store, ...opened } = open;
      await readInto(store, source);
      const begin = () => rowsOutput({ shell, flags }, open, () => placement.open(input, opened));
      const placeholder = parseTemplate(flags.placeholder ?? DEFAULT_PLACEHOLDER);
      const job = { file: input.name, archive, formats, placeholder };
      if (store.size === 0 && flags.inPlace !== true) {
        output = await begin();
        await output.complete?.();
      }
      const restored = restoreStore(job, store);
      try {
        if (flags.inPlace !== true || restored.telemetry.isChanged) {
          output ??= await begin();
          for (const piece of restored.store.pieces(0, restored.store.size))
            await output.write([piece]);
          await output.complete?.();
          await output.commit();
        }
        return restored.telemetry;
      } finally {
        restored.close();
      }
    });
  } catch (error) {
    if (isEmpty(input, error)) await output?.commit();
    else output?.abort();
    throw error;
  }
}

async function readInto(store: Store, source: ByteSource): Promise<void> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let count = await source.read(chunk); count > 0; count = await source.read(chunk))
    store.append(chunk.subarray(0, count));
}

/** Notes what could not be restored of an input. */
function noteLost(notices: Notices, telemetry: RestoreTelemetry): void {
  const { file, lostObservations, lostSummaries, lostUnits, rows } = telemetry;
  if (lostUnits > 0) {
    const what = rows > 0 || lostUnits > 1 ? `rows: ${lostUnits}` : "the whole";
    notices.warn(`${file}: in the archive, but not to be restored from it: ${what}`);
  }
  if (lostObservations > 0)
    notices.warn(`${file}: placeholders whose original is not known: ${lostObservations}`);
  if (lostSummaries > 0)
    notices.warn(
      `${file}: summaries that stay: ${lostSummaries}; elision show prints the originals`,
    );
}

function exitCode(totals: RestoreTotals): number {
  if (totals.failedFiles > 0) return EXIT.failed;
  return isIncomplete(totals) ? EXIT.incomplete : EXIT.done;
}
