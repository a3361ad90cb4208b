import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import type { Runner } from "./runner.ts";

/** Runs tasks on a thread, which ends when it is told `{ kind: "end" }`, and says so. */
export function threadRunner<Task, Taker, Result>(
  worker: Worker,
  runOn: (worker: Worker, task: Task, taker: Taker) => Promise<Result>,
): Runner<Task, Taker, Result> {
  let isIdle = true;
  return {
    async run(task, taker) {
      isIdle = false;
      try {
        return await runOn(worker, task, taker);
      } finally {
        isIdle = true;
      }
    },
    // An idle worker ends by itself, which frees its resources.
    close: () => (isIdle ? end(worker) : stop(worker)),
  };
}

/**
 * Lets a worker end; one that an error has ended has no thread id any more. Does not wait for Node to free its memory.
 */
async function end(worker: Worker): Promise<void> {
  if (worker.threadId < 0) return;
  const ended = [once(worker, "message"), once(worker, "exit")];
  worker.postMessage({ kind: "end" });
  await Promise.race(ended);
  worker.unref();
}

async function stop(worker: Worker): Promise<void> {
  await worker.terminate();
}
