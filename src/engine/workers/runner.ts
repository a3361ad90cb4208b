/** Runs one task after another, on another thread. */
export interface Runner<Task, Taker, Result> {
  /** Runs a task. Throws the task's error; a system error keeps its code. */
  run(task: Task, taker: Taker): Promise<Result>;
  /** Whether its thread has ended, by a fault of its own: it runs nothing any more. */
  readonly isEnded: boolean;
  /** Frees its resources, and cancels a running task. */
  close(): Promise<void>;
}
