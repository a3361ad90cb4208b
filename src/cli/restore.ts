import { closeSync, fstatSync, openSync } from "node:fs";
import { type Archive, openArchive } from "../archive/archive.ts";
import { ElisionError } from "../errors.ts";
import { openSource } from "../io/compression.ts";
import { descriptorSource, type Source } from "../io/file-descriptor.ts";
import { createSpool } from "../io/spool.ts";
import type { Store } from "../io/store.ts";
import { DEFAULT_PLACEHOLDER, parseTemplate } from "../reduce/template.ts";
import { createItemReporter } from "../report/items.ts";
import {
  addRestored,
  emptyRestoreTotals,
  isIncomplete,
  type RestoreTelemetry,
  type RestoreTotals,
  restoreReport,
} from "../report/restored.ts";
import { restoreStore } from "../restore/restorer.ts";
import type { RestoreFlags } from "./commands/restore.ts";
import { findInputsFor, type Input, type Inputs, isSkippable } from "./inputs.ts";
import { createNotices, type Notices } from "./notices.ts";
import { type Output, type Placement, placeOutputs } from "./outputs.ts";
import { isClosedPipe, knownError } from "./run.ts";
import { EXIT, type Shell } from "./shell.ts";
import { usage } from "./usage.ts";

const HELP = "elision restore --help";

/** Bytes read at a time. */
const CHUNK_BYTES = 512 * 1024;

/** Restores what the arguments name, one after another. Gives the exit code. */
export async function restoreCommand(
  shell: Shell,
  names: readonly string[],
  flags: RestoreFlags,
): Promise<number> {
  const dir = flags.archive;
  if (dir === undefined) throw usage("restore: expected an archive", "name it with --archive");
  const found = findInputsFor(shell, names, HELP);
  const placement = placeOutputs(found, flags, shell);
  if (placement.kind === "shared" && found.inputs.length > 1)
    throw usage("several inputs cannot share an output", "use --in-place or --out-dir");
  const archive = openArchive(dir);
  try {
    return await restoreAll({ shell, flags, archive, placement, found });
  } finally {
    archive.close();
  }
}

interface Restoring {
  readonly shell: Shell;
  readonly flags: RestoreFlags;
  readonly archive: Archive;
  readonly placement: Placement;
  readonly found: Inputs;
}

async function restoreAll(restoring: Restoring): Promise<number> {
  const { shell, flags, found } = restoring;
  const quiet = flags.quiet ?? false;
  const notices = createNotices(shell.stderr, { quiet });
  const kind = quiet ? "none" : flags.report;
  let text = "";
  const reporter =
    kind === "none"
      ? undefined
      : createItemReporter(kind, restoreReport, (more) => {
          text += more;
        });
  const flush = () => {
    shell.stderr.write(text);
    text = "";
  };
  const totals = emptyRestoreTotals();
  const fail = (error: unknown, file?: string) => {
    totals.failedFiles++;
    const known = knownError(error, file);
    notices.error(known, known.file ?? file);
  };
  for (const error of found.errors) fail(error);
  for (const input of found.inputs) {
    try {
      const telemetry = await restoreInput(restoring, input);
      addRestored(totals, telemetry);
      reporter?.item(telemetry);
      if (kind !== "json") flush(); // One document: nothing is to stand in between.
      noteLost(notices, telemetry);
    } catch (error) {
      if (isClosedPipe(error)) return EXIT.done;
      if (error instanceof ElisionError && isSkippable(input, error)) totals.skippedFiles++;
      else fail(error, input.name);
    }
  }
  await reporter?.finish(totals);
  flush();
  return exitCode(totals);
}

async function restoreInput(
  { shell, flags, archive, placement }: Restoring,
  input: Input,
): Promise<RestoreTelemetry> {
  const file = input.kind === "file" ? openSync(input.name, "r") : undefined;
  let output: Output | undefined;
  try {
    const stats = file === undefined ? undefined : fstatSync(file, { bigint: true });
    const source = await openSource(file === undefined ? shell.stdin : descriptorSource(file));
    const isPlain = stats?.isFile() && source.compression === undefined;
    const store = createSpool(isPlain && file !== undefined ? { source: file } : {});
    try {
      await readInto(store, source);
      const placeholder = parseTemplate(flags.placeholder ?? DEFAULT_PLACEHOLDER);
      const job = { file: input.name, archive, format: flags.format, placeholder };
      const restored = restoreStore(job, store);
      try {
        if (flags.inPlace !== true || restored.telemetry.isChanged) {
          output = placement.open(input, { stats, compression: source.compression });
          for (const piece of restored.store.pieces(0, restored.store.size))
            await output.write([piece]);
          await output.commit();
        }
        return restored.telemetry;
      } finally {
        restored.close();
      }
    } finally {
      store.close();
    }
  } catch (error) {
    output?.abort();
    throw error;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

async function readInto(store: Store, source: Source): Promise<void> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let count = await source.read(chunk); count > 0; count = await source.read(chunk))
    store.append(chunk.subarray(0, count));
}

/** Says what could not be restored of an input. */
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
