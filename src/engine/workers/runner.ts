import type { FileTelemetry } from "../edits/compaction-result.ts";
import type { DonePart } from "./compact-parts.ts";
import type { WorkerTask } from "./worker-messages.ts";

/** Runs one task after another, on another thread. */
export interface Runner {
  /**
   * Runs a task. Returns the telemetry of the file, or of the thread's parts of it: undefined if it had none. Throws
   * the task's error; a system error keeps its code.
   */
  run(task: WorkerTask, taker: TaskTaker): Promise<FileTelemetry | undefined>;
  /** Frees its resources, and cancels a running task. */
  close(): Promise<void>;
}

/** Takes what a task gives. */
export interface TaskTaker {
  /** Output bytes, unless the thread writes them itself; awaited, after which the bytes may change. */
  take(bytes: Buffer): Promise<void>;
  /** A part of the file is compacted, or all of it. */
  onPart(part: DonePart): void;
}
