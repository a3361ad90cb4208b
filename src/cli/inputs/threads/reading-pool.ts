import type { Worker } from "node:worker_threads";
import type { ReadInput } from "../../../engine/input/read-transcripts.ts";
import { createPool, type Pool } from "../../../engine/workers/pool.ts";
import { fromTaskError } from "../../../engine/workers/task-error.ts";
import { threadRunner } from "../../../engine/workers/thread-runner.ts";
import type { ReadingEvent, ReadingMessage, ReadingTask, ReadMessage } from "./reading-messages.ts";

/** Threads that read files. The result of a task is what is known of the file once it is read. */
export type ReadingPool<Options, Made> = Pool<ReadingTask<Options>, EventTaker<Made>, ReadInput>;

/** Takes what a thread comes across. */
export interface EventTaker<Made> {
  /** Bytes of the file were read. */
  onRead(bytes: number): void;
  /** Events, in order; awaited before the thread goes on. */
  take(events: readonly ReadingEvent<Made>[]): Promise<void>;
}

/** A pool of `size` threads that read files, each of which begins with `startThread`. */
export function createReadingPool<Options, Made>(
  size: number,
  startThread: () => Worker,
): ReadingPool<Options, Made> {
  return createPool(size, () => threadRunner(startThread(), runOn<Options, Made>));
}

function runOn<Options, Made>(
  worker: Worker,
  task: ReadingTask<Options>,
  { onRead, take }: EventTaker<Made>,
): Promise<ReadInput> {
  const send = (message: ReadingMessage<Options>) => worker.postMessage(message);
  return new Promise((resolve, reject) => {
    const stop = () => void worker.off("message", onMessage);
    const fail = (error: unknown) => {
      stop();
      reject(error);
    };
    const onMessage = (message: ReadMessage<Made>) => {
      switch (message.kind) {
        case "events":
          onRead(message.bytes);
          take(message.events).then(() => send({ kind: "taken" }), fail);
          return;
        case "done":
          stop();
          resolve(message.read);
          return;
        case "failed":
          fail(fromTaskError(message.error));
      }
    };
    worker.on("message", onMessage);
    send({ kind: "task", task });
  });
}
