import type { Worker } from "node:worker_threads";
import { requireModule } from "../../base/require-module.ts";
import type { FileTelemetry } from "../edits/compaction-result.ts";
import type { DonePart } from "./compact-parts.ts";
import { createPool, type Pool } from "./pool.ts";
import { fromTaskError } from "./task-error.ts";
import { type RunningTask, threadRunner } from "./thread-runner.ts";
import type { PoolMessage, WorkerMessage, WorkerTask } from "./worker-messages.ts";

/**
 * Threads that compact. The result of a task is the telemetry of the file, or of the thread's parts of it: undefined if
 * it had none.
 */
export type CompactPool = Pool<WorkerTask, TaskTaker, FileTelemetry | undefined>;

/** Takes what a task gives. */
export interface TaskTaker {
  /** Output bytes, unless the thread writes them itself; awaited, after which the bytes may change. */
  take(bytes: Buffer): Promise<void>;
  /** A part of the file is compacted, or all of it. */
  onPart(part: DonePart): void;
}

/** A pool of `size` threads that compact, started on demand. */
export function createCompactPool(size: number): CompactPool {
  return createPool(size, () => threadRunner(startThread(), onMessage));
}

/** Megabytes of V8's young generation in a worker: more takes memory and saves no time. */
const NEW_SPACE_MB = 6;

function startThread(): Worker {
  // Loaded only when needed, since most inputs are small. `import` would make Node load what it needs for
  // user modules as well.
  const { Worker } = requireModule("node:worker_threads") as typeof import("node:worker_threads");
  return new Worker(new URL("./worker.js", import.meta.url), {
    resourceLimits: { maxYoungGenerationSizeMb: NEW_SPACE_MB },
  });
}

function onMessage(
  message: WorkerMessage,
  { taker, send, done, fail }: RunningTask<TaskTaker, PoolMessage, FileTelemetry | undefined>,
): void {
  switch (message.kind) {
    case "output":
      taker
        .take(Buffer.from(message.block, 0, message.length))
        .then(() => send({ kind: "written" }), fail);
      return;
    case "parts":
      for (const part of message.parts) taker.onPart(part);
      return;
    case "done":
      done(message.telemetry);
      return;
    case "failed":
      fail(fromTaskError(message.error));
  }
}
