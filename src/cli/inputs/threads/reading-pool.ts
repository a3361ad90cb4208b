import type { Worker } from "node:worker_threads";
import type { ReadInput } from "../../../engine/input/read-transcripts.ts";
import { createPool, type Pool } from "../../../engine/workers/pool.ts";
import { fromTaskError } from "../../../engine/workers/task-error.ts";
import { type RunningTask, threadRunner } from "../../../engine/workers/thread-runner.ts";
import type { FileToRead, ReadingEvent, ReadingMessage, ReadMessage } from "./reading-messages.ts";

/** Threads that read files. The result of a task is what is known of the file once it is read. */
export type ReadingPool<Made> = Pool<FileToRead, EventTaker<Made>, ReadInput>;

/** Takes what a thread comes across. */
export interface EventTaker<Made> {
  /** Bytes of the file were read. */
  onRead(bytes: number): void;
  /** Events, in order; awaited before the thread goes on. */
  take(events: readonly ReadingEvent<Made>[]): Promise<void>;
}

/** A pool of `size` threads that read files, each of which begins with `startThread`. */
export function createReadingPool<Made>(
  size: number,
  startThread: () => Worker,
): ReadingPool<Made> {
  return createPool(size, () => threadRunner(startThread(), onMessage<Made>));
}

function onMessage<Made>(
  message: ReadMessage<Made>,
  { taker, send, done, fail }: RunningTask<EventTaker<Made>, ReadingMessage, ReadInput>,
): void {
  switch (message.kind) {
    case "events":
      taker.onRead(message.bytes);
      taker.take(message.events).then(() => send({ kind: "taken" }), fail);
      return;
    case "done":
      done(message.read);
      return;
    case "failed":
      fail(fromTaskError(message.error));
  }
}
