import type { TaskResult, WorkerTask } from "./worker-messages.ts";

/** Runs one task after another, on another thread or on this one. */
export interface Runner {
  /**
   * Runs a task; its output is passed to `take`, which is awaited. Throws the task's error; a system error
   * keeps its code.
   */
  run(task: WorkerTask, take: Take): Promise<TaskResult>;
  /** Frees its resources, and cancels a running task. */
  close(): Promise<void>;
}

export type Take = (piece: OutputPiece) => Promise<void>;

/** Output bytes of a task, to be given back once they are written. */
export interface OutputPiece {
  readonly bytes: Buffer;
  giveBack(): void;
}
