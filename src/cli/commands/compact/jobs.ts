import { type CompactPool, createCompactPool } from "../../../engine/workers/compact-pool.ts";
import type { Input } from "../../inputs/input.ts";
import type { Run } from "./run-state.ts";

/** Bytes of input below which threads cost more than they gain. */
const WORTHWHILE_BYTES = 48 * 1024 * 1024;

/** Cores below which threads cost more than they gain, but for one large file: on two, each slows the other down. */
const WORTHWHILE_CORES = 3;

/** Bytes of one file of rows from which two threads gain on two cores: to start one takes as long as to read 80 MB. */
const WORTHWHILE_ON_TWO = 448 * 1024 * 1024;

/** Bytes of rows that a thread takes at a time: as many as are read at once. */
const PART_BYTES = 2 * 1024 * 1024;

/** Threads for several files, if requested or worthwhile; each takes a file at a time. */
export function poolFor(run: Run, inputs: readonly Input[]): CompactPool | undefined {
  const files = inputs.filter((input) => input.kind === "file" && input.stats.isFile());
  const jobs = Math.min(jobsFor(run, files), files.length);
  return jobs < 2 || files.length < inputs.length ? undefined : createCompactPool(jobs);
}

/** How a file is divided among threads, if it is rows. */
export interface DivisionOfFile {
  readonly jobs: number;
  readonly partBytes: number;
  /** Whether to start them while its layout is found, which is in vain if it has another. */
  readonly startsAhead: boolean;
}

/** Threads for one file of rows, and the size of the parts that each takes at a time. */
export function partsFor(run: Run, input: Input): DivisionOfFile | undefined {
  if (input.kind !== "file" || !input.stats.isFile()) return undefined;
  const size = Number(input.stats.size);
  const jobs = size < WORTHWHILE_ON_TWO ? jobsFor(run, [input]) : jobsFor(run, [input], 2);
  if (jobs < 2) return undefined;
  return {
    jobs,
    partBytes: Math.max(1, Math.min(PART_BYTES, Math.ceil(size / (4 * jobs)))),
    startsAhead: size >= WORTHWHILE_BYTES,
  };
}

/** Bytes of a row that would block signals too long on the main thread. */
export const LONG_ROW_BYTES = 16 * 1024 * 1024;

function jobsFor(
  { flags, shell }: Run,
  inputs: readonly Input[],
  leastCores = WORTHWHILE_CORES,
): number {
  if (flags.jobs !== undefined) return flags.jobs;
  const bytes = inputs.reduce(
    (sum, input) => sum + (input.kind === "file" ? Number(input.stats.size) : 0),
    0,
  );
  if (bytes < WORTHWHILE_BYTES) return 1;
  const cores = shell.cores();
  return cores < leastCores ? 1 : cores;
}
