import { closeSync, openSync } from "node:fs";
import { flushArchive } from "../../archive/flush-archive.ts";
import { ElisionError } from "../../base/errors.ts";
import { type ByteSource, rangeSource } from "../../io/file-descriptor.ts";
import { Output } from "../../io/output.ts";
import { createSpool } from "../../io/store/spool.ts";
import { Compactor } from "../compactor.ts";
import type { FileTelemetry } from "../edits/compaction-result.ts";
import type { Job } from "../edits/job.ts";
import { feed } from "../input/feed-bytes.ts";
import { PartOutput } from "./part-output.ts";
import { type DividedFile, type FilePart, PartTurns } from "./part-turns.ts";
import { collectEvents, type TaskEvent } from "./task-events.ts";

/** A part that was compacted. Its output may not be written yet. */
export interface DonePart extends FilePart {
  /** In order. Their lines are counted over the parts of the thread, of which `linesBefore` are not in this one. */
  readonly events: readonly TaskEvent[];
  readonly linesBefore: number;
  readonly lines: number;
}

/**
 * Compacts parts of a file of rows, as long as there are any: one of several threads. Returns the telemetry of these
 * parts; undefined if there was none left, or another thread failed. Throws when its own error is the first one in
 * the file: its line is counted from the start of the part, and what comes before is written.
 */
export async function compactParts(
  job: Job,
  divided: DividedFile,
  outlets: PartOutlets,
): Promise<FileTelemetry | undefined> {
  const file = openSync(job.file, "r");
  try {
    const turns = new PartTurns(file, divided);
    const first = turns.take();
    return first && (await compactFrom(first, job, { file, turns, ...outlets }));
  } finally {
    closeSync(file);
  }
}

/** Where a thread's output and its reports go. */
interface PartOutlets {
  write(pieces: readonly Buffer[]): Promise<void>;
  /** Called before each part. */
  begin?(part: FilePart): Promise<void>;
  onPart(part: DonePart): void;
}

async function compactFrom(
  first: FilePart,
  job: Job,
  {
    file,
    turns,
    write,
    begin,
    onPart,
  }: PartOutlets & { readonly file: number; readonly turns: PartTurns },
): Promise<FileTelemetry | undefined> {
  const parts = new PartOutput(turns, write);
  const { listeners, take: takeEvents } = collectEvents(job.compared);
  const output = new Output();
  const compactor = new Compactor(
    { ...job, ...listeners },
    { store: createSpool(), output, partStart: first.start },
  );
  let current = first;
  let linesBefore = 0;
  const endPart = () => {
    const lines = compactor.lines - linesBefore;
    onPart({ ...current, events: takeEvents(), linesBefore, lines });
    linesBefore += lines;
  };
  const beginPart = async (part: FilePart) => {
    current = part;
    await parts.begin(part);
    await begin?.(part);
  };
  const source = partsSource(file, first, async () => {
    const next = turns.take();
    if (next === undefined) return undefined;
    endPart();
    await beginPart(next);
    return next;
  });
  const drain = async () => {
    if (output.held === 0) return;
    await flushArchive(job.archive);
    await parts.write(output.drain());
  };
  try {
    await beginPart(first);
    await feed(compactor, { source, drain });
    await flushArchive(job.archive);
    endPart();
    await parts.end();
    return compactor.telemetry;
  } catch (error) {
    return await failed(linesDown(error, -linesBefore), { turns, parts });
  } finally {
    compactor.close();
  }
}

/** The bytes of parts of a file, one after another; `next` is called at the end of each. */
function partsSource(
  file: number,
  first: FilePart,
  next: () => Promise<FilePart | undefined>,
): ByteSource {
  let part: FilePart | undefined = first;
  let source = rangeSource(file, first);
  return {
    async read(into) {
      while (part !== undefined) {
        const count = await source.read(into);
        if (count > 0) return count;
        part = await next();
        if (part !== undefined) source = rangeSource(file, part);
      }
      return 0;
    },
  };
}

/** Stops all threads, once everything before the error is written. An error before it counts instead. */
async function failed(
  error: unknown,
  { turns, parts }: { readonly turns: PartTurns; readonly parts: PartOutput },
): Promise<undefined> {
  let first = error;
  await parts.untilDue().catch((earlier) => {
    first = earlier;
  });
  if (turns.isStopped) return undefined;
  turns.stop();
  throw first;
}

/** An error with its line moved down. */
export function linesDown(error: unknown, lines: number): unknown {
  if (!(error instanceof ElisionError) || error.line === undefined) return error;
  const { code, message, hint, line, column } = error;
  return new ElisionError(code, message, {
    line: line + lines,
    ...(hint !== undefined && { hint }),
    ...(column !== undefined && { column }),
  });
}
