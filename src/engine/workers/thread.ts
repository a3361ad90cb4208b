import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { requireModule } from "../../base/require-module.ts";
import type { Runner, Take } from "./runner.ts";
import { fromTaskError } from "./task-error.ts";
import type { PoolMessage, TaskResult, WorkerMessage, WorkerTask } from "./worker-messages.ts";

/** Megabytes of V8's young generation in a worker: more takes memory and saves no time. */
const NEW_SPACE_MB = 6;

/** Starts a thread that runs tasks. */
export async function startThread(): Promise<Runner> {
  // Loaded only when needed, since most inputs are small. `import` would make Node load what it needs for
  // user modules as well.
  const { Worker } = requireModule("node:worker_threads") as typeof import("node:worker_threads");
  const worker = new Worker(new URL("./worker.js", import.meta.url), {
    resourceLimits: { maxYoungGenerationSizeMb: NEW_SPACE_MB },
  });
  let isIdle = true;
  return {
    async run(task, take) {
      isIdle = false;
      try {
        return await runOn(worker, task, take);
      } finally {
        isIdle = true;
      }
    },
    // An idle worker ends by itself, which frees its resources.
    close: () => (isIdle ? end(worker) : stop(worker)),
  };
}

/** Lets a worker end; one that an error has ended has no thread id any more. */
async function end(worker: Worker): Promise<void> {
  if (worker.threadId < 0) return;
  const ended = once(worker, "exit");
  tell(worker, { kind: "end" });
  await ended;
}

async function stop(worker: Worker): Promise<void> {
  await worker.terminate();
}

function tell(worker: Worker, message: PoolMessage): void {
  worker.postMessage(message);
}

function runOn(worker: Worker, task: WorkerTask, take: Take): Promise<TaskResult> {
  return new Promise((resolve, reject) => {
    let writing = Promise.resolve();
    const stop = () => {
      worker.off("message", onMessage);
      worker.off("error", onError);
    };
    const onError = (error: Error) => {
      stop();
      reject(error);
    };
    const onMessage = (message: WorkerMessage) => {
      if (message.kind === "output") {
        const { block, length } = message;
        const bytes = Buffer.from(block, 0, length);
        const giveBack = () => tell(worker, { kind: "written", block });
        writing = writing.then(() => take({ bytes, giveBack }));
        writing.catch(onError);
        return;
      }
      stop();
      if (message.kind === "failed") reject(fromTaskError(message.error));
      else writing.then(() => resolve(message.result), reject);
    };
    worker.on("message", onMessage);
    worker.on("error", onError);
    tell(worker, { kind: "task", task });
  });
}
