import { compactSource } from "../../../engine/compact-source.ts";
import type { FileTelemetry } from "../../../engine/edits/compaction-result.ts";
import type { Job } from "../../../engine/edits/job.ts";
import type { DonePart } from "../../../engine/workers/compact-parts.ts";
import { type CompactPool, createCompactPool } from "../../../engine/workers/compact-pool.ts";
import { collectEvents } from "../../../engine/workers/task-events.ts";
import type { CommandOutput } from "../../inputs/command-output.ts";
import type { Input } from "../../inputs/input.ts";
import type { OpenInput } from "../../inputs/with-input.ts";
import { compactInParts } from "./compact-in-parts.ts";
import { type DivisionOfFile, LONG_ROW_BYTES, partsFor } from "./jobs.ts";
import { layoutOf } from "./layout-of.ts";
import { type Run, taskFor } from "./run-state.ts";

/** Writes the compacted bytes of an input, whose layout is known by then. */
export type WriteOutput = (
  pieces: readonly Buffer[],
  layout: FileTelemetry["layout"] | undefined,
) => Promise<void>;

/** The order of several inputs. */
export interface InputOrder {
  /** The threads, one of which compacts it. */
  readonly pool?: CompactPool | undefined;
  /** Whether it is compacted before those before it have ended. */
  readonly isAhead?: boolean | undefined;
  /** Settles once all inputs before it are reported. */
  readonly turn: Promise<unknown>;
  /** Called once it is compacted; its output may still have to be flushed, and wait for its turn. */
  readonly onCompacted?: (() => void) | undefined;
}

/** How to read and write an input. */
export interface Way extends InputOrder {
  begin(): Promise<CommandOutput>;
  readonly write: WriteOutput;
  readonly opened: OpenInput;
  /** Takes what is to be reported when its turn has come. */
  onPart(part: DonePart): void;
  /** Called when a row is read that takes so long to compact that signals would be delayed. */
  onLongRow(): void;
}

/** Compacts an input on another thread, on several, or on this one. */
export async function compactBestWay(run: Run, input: Input, way: Way): Promise<FileTelemetry> {
  const { pool, turn, opened } = way;
  if (opened.parquet !== undefined) {
    await turn;
    return compactHere(run, { job: run.job(input.name), ...way });
  }
  if (pool !== undefined) return compactOnThread(run, input, { ...way, pool });
  if (way.isAhead) return compactAhead(run, input, way);
  const parts = opened.isPlain ? partsFor(run, input) : undefined;
  if (parts === undefined) return compactHere(run, { job: run.job(input.name), ...way });
  return compactDivided(run, input, { ...way, ...parts });
}

/** Compacts a file on several threads if it is rows, else on this one. */
async function compactDivided(
  run: Run,
  input: Input,
  { jobs, startsAhead, ...way }: Way & DivisionOfFile,
): Promise<FileTelemetry> {
  const threads = createCompactPool(jobs - 1);
  if (startsAhead) threads.start();
  if ((await layoutOf(run, input)) !== "rows") {
    const here = compactHere(run, { job: run.job(input.name), ...way });
    const [telemetry] = await Promise.all([here, threads.close()]);
    return telemetry;
  }
  try {
    const output = await way.begin();
    return await compactInParts(run, input.name, { ...way, threads, output });
  } finally {
    await threads.close();
  }
}

/** Compacts a small input on this thread while those before it are flushed. */
async function compactAhead(run: Run, input: Input, way: Way): Promise<FileTelemetry> {
  const { listeners, take } = collectEvents();
  const place = { start: 0, end: 0, linesBefore: 0, lines: 0 };
  try {
    return await compactHere(run, { job: { ...run.job(input.name), ...listeners }, ...way });
  } finally {
    way.onPart({ ...place, events: take() });
  }
}

/** Compacts an input on this thread. */
async function compactHere(
  run: Run,
  { job, write, opened, onLongRow }: Pick<Way, "write" | "opened" | "onLongRow"> & { job: Job },
): Promise<FileTelemetry> {
  const { source, store } = opened;
  let unwritten = 0;
  const { telemetry } = await compactSource(job, {
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
  { pool, turn, write, onCompacted, onPart }: Way & { readonly pool: CompactPool },
): Promise<FileTelemetry> {
  const telemetry = await pool.run(taskFor(run, input.name), {
    take: (bytes) => write([bytes], undefined),
    onPart,
  });
  if (telemetry === undefined) throw new Error("a file was not compacted");
  onCompacted?.();
  await turn;
  run.progress.read(telemetry.beforeBytes);
  return telemetry;
}
