import { flushArchive } from "../../../archive/flush-archive.ts";
import type { FileTelemetry } from "../../../engine/edits/compaction-result.ts";
import type { DonePart } from "../../../engine/workers/compact-parts.ts";
import { archivedFirst } from "../../archives/archived-first.ts";
import type { CommandOutput, OpenedInput } from "../../inputs/command-output.ts";
import type { InputWork } from "../../inputs/each-input.ts";
import type { Input } from "../../inputs/input.ts";
import { isEmpty } from "../../inputs/input.ts";
import { skippedFiles } from "../../inputs/note-skipped.ts";
import { refuseMessages, rowsOutput } from "../../inputs/rows-output.ts";
import { withInput } from "../../inputs/with-input.ts";
import { noteLinks } from "../../terminal/note-links.ts";
import { noteUnread } from "../../terminal/note-unread.ts";
import type { Notices } from "../../terminal/notices.ts";
import { compactBestWay, type InputOrder, type WriteOutput } from "./compact-best-way.ts";
import { fail, type Run, reportPart } from "./run-state.ts";
import { notOneOutput } from "./shared-output.ts";

/** The context of compacting one of several inputs. */
export interface InputContext extends InputOrder {
  /** Opens the output, when there is something to write. */
  open(read: OpenedInput): CommandOutput;
  /** The shared output, if inputs before it began one. */
  readonly begun?: CommandOutput;
  readonly requiresRows?: boolean;
  /** Called while a row is read that takes too long to be compacted for signals to be heard. */
  onLongRow?(): void;
}

/** Compacts one input and reports it. If it fails, its output is discarded. */
export async function compactInput(
  run: Run,
  input: Input,
  { open, begun, requiresRows = false, pool, isAhead, turn, onCompacted, ...hears }: InputContext,
): Promise<void> {
  let output: CommandOutput | undefined;
  let stats: OpenedInput["stats"];
  // In place, nobody sees the output before it is complete.
  const behind = archivedFirst(run.flags.inPlace === true ? undefined : run.archive);
  const parts: DonePart[] = [];
  const reportParts = async () => {
    await turn;
    for (const part of parts.splice(0)) reportPart(run, input.name, { part, lines: 0 });
  };
  try {
    const telemetry = await withInput(input, run.shell, async (opened) => {
      stats = openedStats(run, input, opened);
      const begin = async () => {
        output ??= await rowsOutput(run, opened, () => open(opened));
        return output;
      };
      const write: WriteOutput = async (pieces, layout) => {
        if (requiresRows && layout !== "rows")
          throw notOneOutput(run, `${input.name} and other inputs`);
        if (layout === "lines") refuseMessages(opened);
        await behind.write(await begin(), pieces);
      };
      const onLongRow = () => {
        (output ?? begun)?.unname?.();
        hears.onLongRow?.();
      };
      const onPart = (part: DonePart) => void parts.push(part);
      const way = { pool, isAhead, turn, begin, write, opened, onLongRow, onCompacted, onPart };
      const done = compactBestWay(run, input, way).finally(behind.end);
      const result = await done.catch(async (error) => {
        // An empty input makes an empty output file.
        if (isEmpty(input, error) && run.flags.inPlace !== true) {
          await (await begin()).complete?.();
        }
        throw error;
      });
      const written = !run.flags.inPlace || result.isChanged ? await begin() : undefined;
      await written?.complete?.();
      const flushing = Promise.all([flushArchive(run.archive), written?.sync?.()]);
      onCompacted?.();
      await flushing;
      return result;
    });
    await reportParts();
    await run.badLines?.write(input, run.shell, telemetry.layout);
    if (run.flags.inPlace && !telemetry.isChanged) output?.abort();
    else await output?.commit();
    await noteDone(run, input, { telemetry, stats });
  } catch (error) {
    if (isEmpty(input, error)) await output?.commit();
    else output?.abort();
    await reportParts();
    throw error;
  }
}

/** The state of an input that is open, whose bad lines wait if its compression may be damaged. */
function openedStats({ notices }: Run, { name }: Input, opened: OpenedInput): OpenedInput["stats"] {
  if (opened.compression !== undefined) notices.holdBadLines(name);
  return opened.stats;
}

/** Reports an input that is done. */
async function noteDone(
  run: Run,
  input: Input,
  { telemetry, stats }: { telemetry: FileTelemetry; stats: OpenedInput["stats"] },
): Promise<void> {
  run.progress.clear();
  noteOddities(run.notices, telemetry);
  if (run.flags.inPlace && telemetry.isChanged && stats !== undefined)
    noteLinks(run.notices, input.name, stats);
  const isComplete = run.report.file(telemetry);
  await run.manifest?.add(input, { stats, isIncomplete: !isComplete });
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
