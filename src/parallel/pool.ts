import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { ElisionError } from "../errors.ts";
import type { PoolMessage, Task, TaskError, TaskResult, WorkerMessage } from "./messages.ts";

/** Megabytes of V8's space for new objects in a worker: see NEW_SPACE_MB of the program. */
const NEW_SPACE_MB = 6;

/** Runs tasks on worker threads, so many at a time. */
export interface Pool {
  /**
   * Runs a task; `take` gets what comes out, and is waited for. Throws what the task fails with, a
   * system error with its code.
   */
  run(task: Task, take: Take): Promise<TaskResult>;
  close(): Promise<void>;
}

/** Bytes that came out of a task, and must be given back once they are written. */
export interface Piece {
  readonly bytes: Buffer;
  giveBack(): void;
}

type Take = (piece: Piece) => Promise<void>;

export function createPool(size: number): Pool {
  const threads = import("node:worker_threads"); // Not before they are needed: most inputs are small.
  const idle: Worker[] = [];
  const waiting: ((worker: Worker) => void)[] = [];
  const all: Worker[] = [];

  const take = async (): Promise<Worker> => {
    const { Worker } = await threads;
    const free = idle.pop();
    if (free !== undefined) return free;
    if (all.length === size) return new Promise((resolve) => waiting.push(resolve));
    const worker = new Worker(new URL("./worker.js", import.meta.url), {
      resourceLimits: { maxYoungGenerationSizeMb: NEW_SPACE_MB },
    });
    all.push(worker);
    return worker;
  };
  const giveBack = (worker: Worker) => {
    const next = waiting.shift();
    if (next === undefined) idle.push(worker);
    else next(worker);
  };
  return {
    async run(task, takePiece) {
      const worker = await take();
      try {
        return await runOn(worker, task, takePiece);
      } finally {
        giveBack(worker);
      }
    },
    async close() {
      // Those that have nothing to do may end by themselves, which lets go of what they hold.
      await Promise.all(all.map((worker) => (idle.includes(worker) ? end(worker) : stop(worker))));
    },
  };
}

/** Lets a worker end; one that an error has ended has no number any more. */
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

function runOn(worker: Worker, task: Task, take: Take): Promise<TaskResult> {
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
      if (message.kind === "failed") reject(errorFrom(message.error));
      else writing.then(() => resolve(message.result), reject);
    };
    worker.on("message", onMessage);
    worker.on("error", onError);
    tell(worker, { kind: "task", task });
  });
}

function errorFrom({ isSystem, code, message, hint, file, line, column }: TaskError): Error {
  if (isSystem) return Object.assign(new Error(message), { code });
  return new ElisionError(code, message, {
    ...(hint !== undefined && { hint }),
    ...(file !== undefined && { file }),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
  });
}
