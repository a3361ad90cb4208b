import { Worker } from "node:worker_threads";
import type { Input } from "../../inputs/input.ts";
import {
  createInputThreads,
  type InputThreads,
  threadsFor,
} from "../../inputs/threads/input-threads.ts";
import { createReadingPool } from "../../inputs/threads/reading-pool.ts";
import type { Shell } from "../../terminal/shell.ts";
import type { SentComparison } from "./comparer.ts";
import type { CompareFlags } from "./flags.ts";

/** Threads that compare settings over inputs, if that is faster or asked for. */
export function comparingThreads(
  { cores }: Pick<Shell, "cores">,
  flags: CompareFlags,
  {
    inputs,
    onCompared,
  }: { readonly inputs: readonly Input[]; onCompared(compared: SentComparison): void },
): InputThreads | undefined {
  const size = threadsFor(inputs, { jobs: flags.jobs, cores });
  if (size < 2) return undefined;
  const pool = createReadingPool<SentComparison>(size, () => startThread(flags));
  return createInputThreads(pool, onCompared);
}

function startThread(flags: CompareFlags): Worker {
  return new Worker(new URL("./comparing-thread.js", import.meta.url), { workerData: flags });
}
