import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import type { Runner } from "./runner.ts";

/** A task that a thread runs. */
export interface RunningTask<Taker, Answer, Result> {
  readonly taker: Taker;
  send(answer: Answer): void;
  done(result: Result): void;
  fail(error: unknown): void;
}

/**
 * Runs tasks on a thread: each is sent as `{ kind: "task", task }`, and `onMessage` takes what the thread says until it
 * is done or has failed. A task whose thread ends before fails. Told `{ kind: "end" }`, the thread ends, and says so.
 */
export function threadRunner<Task, Taker, Message, Answer, Result>(
  worker: Worker,
  onMessage: (message: Message, about: RunningTask<Taker, Answer, Result>) => void,
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
      let take = (_message: Message) => {};
      try {
        return await new Promise<Result>((done, fail) => {
          onEnd = fail;
          const send = (answer: Answer) => worker.postMessage(answer);
          take = (message) => onMessage(message, { taker, send, done, fail });
          worker.on("message", take);
          worker.postMessage({ kind: "task", task });
        });
      } finally {
        worker.off("message", take);
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
