import { compactSource } from "../../../engine/compact-source.ts";
import type { FileTelemetry } from "../../../engine/edits/compaction-result.ts";
import type { DonePart } from "../../../engine/workers/compact-parts.ts";
import type { Pool } from "../../../engine/workers/pool.ts";
import type { CommandOutput, OpenedInput } from "../../inputs/command-output.ts";
import type { InputWork } from "../../inputs/each-input.ts";
import type { Input } from "../../inputs/input.ts";
import { isEmpty } from "../../inputs/input.ts";
import { skippedFiles } from "../../inputs/note-skipped.ts";
import { refuseMessages, rowsOutput } from "../../inputs/rows-output.ts";
import { type OpenInput, withInput } from "../../inputs/with-input.ts";
import { noteLinks } from "../../terminal/note-links.ts";
import { noteUnread } from "../../terminal/note-unread.ts";
import type { Notices } from "../../terminal/notices.ts";
import { compactInParts } from "./compact-in-parts.ts";
import { LONG_ROW_BYTES, partsFor } from "./jobs.ts";
import { layoutOf } from "./layout-of.ts";
import { fail, type Run, reportPart, taskFor } from "./run-state.ts";
import { notOneOutput } from "./shared-output.ts";

/** The context of compacting one of several inputs. */
export interface InputContext {
  /** Opens the output, when there is something to write. */
  open(read: OpenedInput): CommandOutput;
  /** The shared output, if inputs before it began one. */
  readonly begun?: CommandOutput;
  readonly requiresRows?: boolean;
  /** The threads, one of which compacts it. */
  readonly pool?: Pool | undefined;
  /** Settles once all inputs before it are reported. */
  readonly turn: Promise<unknown>;
  /** Called once a thread has compacted it; its output may still wait for its turn. */
  onCompacted?(): void;
  /** Called while a row is read that takes too long to be compacted for signals to be heard. */
  onLongRow?(): void;
}

/** Writes the compacted bytes of an input, whose layout is known by then. */
type WriteOutput = (
  pieces: readonly Buffer[],
  layout: FileTelemetry["layout"] | undefined,
) => Promise<void>;

/** Compacts one input and reports it. If it fails, its output is discarded. */
export async function compactInput(
  run: Run,
  input: Input,
  { open, begun, requiresRows = false, pool, turn, onCompacted, ...hears }: InputContext,
): Promise<void> {
  let output: CommandOutput | undefined;
  let stats: OpenedInput["stats"];
  try {
    const telemetry = await withInput(input, run.shell, async (opened) => {
      stats = opened.stats;
      const begin = async () => {
        output ??= await rowsOutput(run, opened, () => open(opened));
        return output;
      };
      const write: WriteOutput = async (pieces, layout) => {
        if (requiresRows && layout !== "rows")
          throw notOneOutput(run, `${input.name} and other inputs`);
        if (layout === "lines") refuseMessages(opened);
        const begun = await begin();
        // In place, nobody sees the output before it is complete.
        if (run.flags.inPlace !== true) run.archive?.flush();
        await begun.write(pieces);
      };
      const onLongRow = () => {
        (output ?? begun)?.unname?.();
        hears.onLongRow?.();
      };
      const way = { pool, turn, begin, write, opened, onLongRow, onCompacted };
      const result = await compactBestWay(run, input, way).catch(async (error) => {
        // An empty input makes an empty output file.
        if (isEmpty(input, error) && run.flags.inPlace !== true) {
          await (await begin()).complete?.();
        }
        throw error;
      });
      const written = !run.flags.inPlace || result.isChanged ? await begin() : undefined;
      await written?.complete?.();
      await Promise.all([flushed(run.archive), written?.sync?.()]);
      return result;
    });
    await run.badLines?.write(input, run.shell, telemetry.layout);
    if (run.flags.inPlace && !telemetry.isChanged) output?.abort();
    else await output?.commit();
    run.progress.clear();
    noteOddities(run.notices, telemetry);
    if (run.flags.inPlace && telemetry.isChanged && stats !== undefined)
      noteLinks(run.notices, input.name, stats);
    const isComplete = run.report.file(telemetry);
    await run.manifest?.add(input, { stats, isIncomplete: !isComplete });
  } catch (error) {
    if (isEmpty(input, error)) await output?.commit();
    else output?.abort();
    throw error;
  }
}

/** Flushes an archive, on other threads where it can. */
async function flushed(archive: Run["archive"]): Promise<void> {
  if (archive?.settle === undefined) archive?.flush();
  else await archive.settle();
}

/** The report of each input's outcome, for `eachInput`. */
export function inputReports(run: Run): Omit<InputWork, "take"> {
  const skipped = skippedFiles(run.notices, { writes: true });
  return {
    fail: (error, input) => fail(run, error, input.name),
    skip(input) {
      run.progress.clear();
      if (!skipped.isNamed(input)) run.report.skip();
    },
    empty(input) {
      run.progress.clear();
      run.notices.note(`${input.name} is empty`);
      run.report.empty();
    },
  };
}

interface Way extends Pick<InputContext, "pool" | "turn"> {
  begin(): Promise<CommandOutput>;
  readonly write: WriteOutput;
  readonly opened: OpenInput;
  readonly onCompacted: (() => void) | undefined;
  /** Called when a row is read that takes so long to compact that signals would be delayed. */
  onLongRow(): void;
}

/** Compacts an input on another thread, on several, or on this one. */
async function compactBestWay(run: Run, input: Input, way: Way): Promise<FileTelemetry> {
  const { pool, turn, begin, write, opened, onCompacted } = way;
  if (opened.parquet !== undefined) {
    await turn;
    return compactHere(run, input, way);
  }
  if (pool !== undefined) return compactOnThread(run, input, { pool, turn, write, onCompacted });
  const parts = opened.isPlain ? partsFor(run, input) : undefined;
  if (parts === undefined || (await layoutOf(run, input)) !== "rows")
    return compactHere(run, input, way);
  return compactInParts(run, input.name, {
    ...parts,
    output: await begin(),
    write: (pieces) => write(pieces, "rows"),
    onLongRow: way.onLongRow,
  });
}

/** Compacts an input on this thread. */
async function compactHere(
  run: Run,
  input: Input,
  { write, opened, onLongRow }: Pick<Way, "write" | "opened" | "onLongRow">,
): Promise<FileTelemetry> {
  const { source, store } = opened;
  let unwritten = 0;
  const { telemetry } = await compactSource(run.job(input.name), {
    source,
    store,
    write: (pieces, layout) => {
      unwritten = 0;
      return write(pieces, layout);
    },
    onRead: (count) => {
      run.progress.read(count);
      unwritten += count;
      if (unwritten >= LONG_ROW_BYTES) onLongRow();
    },
  });
  return telemetry;
}

/** Compacts a file on another thread; its notes are reported when its turn has come. */
async function compactOnThread(
  run: Run,
  input: Input,
  {
    pool,
    turn,
    write,
    onCompacted,
  }: Pick<Way, "turn" | "write" | "onCompacted"> & { readonly pool: Pool },
): Promise<FileTelemetry> {
  const parts: DonePart[] = [];
  const telemetry = await pool.run(taskFor(run, input.name), {
    take: (bytes) => write([bytes], undefined),
    onPart: (part) => void parts.push(part),
  });
  if (telemetry === undefined) throw new Error("a file was not compacted");
  onCompacted?.();
  await turn;
  run.progress.read(telemetry.beforeBytes);
  for (const part of parts) reportPart(run, input.name, { part, lines: 0 });
  return telemetry;
}

/** Notes what was copied unchanged: lines that are no messages, and text that is not valid UTF-8. */
function noteOddities(notices: Notices, telemetry: FileTelemetry): void {
  const { file, otherRecords, invalidUtf8Records } = telemetry;
  noteUnread(notices, telemetry, "copied as they are");
  notices.endOfFile(file);
  if (otherRecords > 0)
    notices.note(`${file}: records that are no messages, copied as they are: ${otherRecords}`);
  if (invalidUtf8Records > 0)
    notices.note(`${file}: records with bytes that are not UTF-8, kept: ${invalidUtf8Records}`);
}
