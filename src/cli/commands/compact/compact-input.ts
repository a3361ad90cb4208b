import { closeSync, fstatSync } from "node:fs";
import { ElisionError } from "../../../base/errors.ts";
import { Compactor } from "../../../engine/compactor.ts";
import type { FileTelemetry } from "../../../engine/edits/compaction-result.ts";
import { drive } from "../../../engine/input/drive.ts";
import { createPool, type Pool } from "../../../engine/workers/pool.ts";
import { openSource } from "../../../io/compression.ts";
import { type ByteSource, descriptorSource } from "../../../io/file-descriptor.ts";
import { Output as Held } from "../../../io/output.ts";
import { createSpool } from "../../../io/spool.ts";
import { isEmpty, isSkippable, openInput } from "../../inputs/find-inputs.ts";
import type { Input } from "../../inputs/input.ts";
import { hasLongRow, partsFor } from "../../inputs/jobs.ts";
import { layoutOf } from "../../inputs/layout-of.ts";
import { type CommandOutput, type OpenedInput, OUTPUT_FAILED } from "../../inputs/outputs.ts";
import { notOneOutput } from "../../inputs/shared-output.ts";
import { archiveForWorkers, fail, type Run, tell } from "../../run.ts";
import { isClosedPipe } from "../../terminal/known-error.ts";
import { noteUnread } from "../../terminal/note-unread.ts";
import type { Notices } from "../../terminal/notices.ts";
import { compactInParts } from "./compact-in-parts.ts";

/** The surroundings of one input's compaction among others. */
export interface Circumstances {
  /** Opens the output, when there is something to write. */
  open(read: OpenedInput): CommandOutput;
  /** Whether the output goes on after this input: then it fails for all. */
  readonly isShared?: boolean;
  readonly mustBeRows?: boolean;
  /** Threads, one of which is to do it. */
  readonly pool?: Pool | undefined;
  /** Settles once the inputs before it were reported. */
  readonly turn?: Promise<unknown> | undefined;
}

/** Writes what comes out of an input, and knows its layout by then. */
type WriteOutput = (
  pieces: readonly Buffer[],
  layout: FileTelemetry["layout"] | undefined,
) => Promise<void>;

/** Compacts one input. What goes wrong with it is reported, and false comes back. */
export async function compactInput(
  run: Run,
  input: Input,
  { open, isShared = false, mustBeRows = false, pool, turn }: Circumstances,
): Promise<boolean> {
  let file: number | undefined;
  let output: CommandOutput | undefined;
  let read: OpenedInput = { stats: undefined, compression: undefined };
  try {
    file = await openInput(input);
    const stats = file === undefined ? undefined : fstatSync(file, { bigint: true });
    const source = await openSource(file === undefined ? run.shell.stdin : descriptorSource(file));
    read = { stats, compression: source.compression };
    const write: WriteOutput = async (pieces, layout) => {
      if (mustBeRows && layout !== "rows")
        throw notOneOutput(run, `${input.name} and other inputs`);
      output ??= open(read);
      // In place, nothing is seen of it before the end.
      if (run.flags.inPlace !== true) run.archive?.flush();
      await output.write(pieces);
    };
    const isPlain = stats?.isFile() && source.compression === undefined;
    const telemetry = await compactBestWay(run, input, {
      pool,
      turn,
      write,
      source,
      file: isPlain ? file : undefined,
    });
    run.archive?.flush();
    if (run.flags.inPlace && !telemetry.isChanged) output?.abort();
    else await (output ?? open(read)).commit();
    run.progress.clear();
    noteOddities(run.notices, telemetry);
    run.report.file(telemetry);
    return true;
  } catch (error) {
    output?.abort();
    await turn;
    if (isClosedPipe(error)) throw error;
    if (isEmpty(input, error)) {
      // Nothing in, nothing out: a file that was asked for is there, with nothing in it.
      if (run.flags.inPlace !== true) await open(read).commit();
      run.progress.clear();
      run.notices.note(`${input.name} is empty`);
      run.report.empty();
      return true;
    }
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

/** Compacts an input on another thread, on several, or on this one. */
async function compactBestWay(
  run: Run,
  input: Input,
  way: Pick<Circumstances, "pool" | "turn"> & {
    readonly write: WriteOutput;
    readonly source: ByteSource;
    readonly file: number | undefined;
  },
): Promise<FileTelemetry> {
  const { pool, turn, write } = way;
  if (pool !== undefined) return compactOnThread(run, input, { pool, turn, write });
  if (way.file === undefined) return compactHere(run, input, way);
  const parts = partsFor(run, input);
  const isLong = parts === undefined && hasLongRow(run, input);
  if ((parts === undefined && !isLong) || (await layoutOf(run, input.name)) !== "rows")
    return compactHere(run, input, way);
  const writeRows = (pieces: readonly Buffer[]) => write(pieces, "rows");
  if (parts !== undefined) return compactInParts(run, input.name, { ...parts, write: writeRows });
  const thread = createPool(1);
  try {
    return await compactOnThread(run, input, { pool: thread, turn, write: writeRows });
  } finally {
    await thread.close();
  }
}

/** Compacts an input on this thread. `file` is the descriptor that it can be read again from. */
async function compactHere(
  run: Run,
  input: Input,
  {
    source,
    file,
    write,
  }: {
    readonly source: ByteSource;
    readonly file: number | undefined;
    readonly write: WriteOutput;
  },
): Promise<FileTelemetry> {
  const store = createSpool(file === undefined ? {} : { source: file });
  const output = new Held();
  const compactor = new Compactor(run.job(input.name), { store, output });
  try {
    await drive(compactor, {
      source,
      drain: async () => {
        if (output.held > 0) await write(output.drain(), compactor.layout);
      },
      onRead: (count) => run.progress.read(count),
    });
    return compactor.telemetry;
  } finally {
    compactor.close();
    store.close();
  }
}

/** Compacts a file on another thread; what it says is reported when its turn has come. */
async function compactOnThread(
  run: Run,
  input: Input,
  {
    pool,
    turn,
    write,
  }: {
    readonly pool: Pool;
    readonly turn: Promise<unknown> | undefined;
    readonly write: WriteOutput;
  },
): Promise<FileTelemetry> {
  const { options, flags } = run;
  const task = {
    file: input.name,
    options,
    tokenizer: flags.tokenizer,
    archive: archiveForWorkers(run),
    answers: run.answers.get(input.name),
  };
  const result = await pool.run(task, async ({ bytes, giveBack }) => {
    await write([bytes], undefined);
    giveBack();
  });
  await turn;
  run.progress.read(result.telemetry.beforeBytes);
  tell(run, input.name, { events: result.events, linesBefore: 0 });
  return result.telemetry;
}

/** Says what was copied as it is, since it was no message or not quite text. */
function noteOddities(notices: Notices, telemetry: FileTelemetry): void {
  const { file, otherRecords, invalidUtf8Records } = telemetry;
  noteUnread(notices, telemetry, "copied as they are");
  notices.endOfFile(file);
  if (otherRecords > 0)
    notices.note(`${file}: records that are no messages, copied as they are: ${otherRecords}`);
  if (invalidUtf8Records > 0)
    notices.note(`${file}: records with bytes that are not UTF-8, kept: ${invalidUtf8Records}`);
}
