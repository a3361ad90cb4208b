import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import type { Runner } from "./runner.ts";

/**
 * Runs tasks on a thread, which ends when it is told `{ kind: "end" }`, and says so. `runOn` settles when the thread has
 * said how a task went; a task whose thread ends before fails.
 */
export function threadRunner<Task, Taker, Result>(
  worker: Worker,
  runOn: (worker: Worker, task: Task, taker: Taker) => Promise<Result>,
): Runner<Task, Taker, Result> {
  let isIdle = true;
  let isEnded = false;
  let onEnd = (_error: unknown) => {};
  const end = (error: unknown) => {
    isEnded = true;
    onEnd(error);
  };
  worker.once("error", end);
  worker.once("exit", (code) => end(new Error(`a thread ended with ${code}`)));
  return {
    get isEnded() {
      return isEnded;
    },
    async run(task, taker) {
      isIdle = false;
      try {
        return await new Promise<Result>((resolve, reject) => {
          onEnd = reject;
          runOn(worker, task, taker).then(resolve, reject);
        });
      } finally {
        isIdle = true;
      }
    },
    // An idle worker ends by itself, which frees its resources.
    close: () => (isIdle ? letEnd(worker) : stop(worker)),
  };
}

/**
 * Lets a worker end; one that an error has ended has no thread id any more. Does not wait for Node to free its memory.
 */
async function letEnd(worker: Worker): Promise<void> {
  if (worker.threadId < 0) return;
  const ended = [once(worker, "message"), once(worker, "exit")];
  worker.postMessage({ kind: "end" });
  await Promise.race(ended);
  worker.unref();
}

async function stop(worker: Worker): Promise<void> {
  await worker.terminate();
}
