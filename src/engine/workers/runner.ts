import type { TaskResult, WorkerTask } from "./worker-messages.ts";

/** Runs one task after another, on another thread or this one. */
export interface Runner {
  /**
   * Does a task; `take` gets what comes out, and is waited for. Throws what the task fails with, a system
   * error with its code.
   */
  run(task: WorkerTask, take: Take): Promise<TaskResult>;
  /** Lets go of what it holds. Where it still does something, that is given up. */
  close(): Promise<void>;
}

export type Take = (piece: OutputPiece) => Promise<void>;

/** Bytes that came out of a task, and must be given back once they are written. */
export interface OutputPiece {
  readonly bytes: Buffer;
  giveBack(): void;
}
