/** Runs one task after another, on another thread. */
export interface Runner<Task, Taker, Result> {
  /** Runs a task. Throws the task's error; a system error keeps its code. */
  run(task: Task, taker: Taker): Promise<Result>;
  /** Frees its resources, and cancels a running task. */
  close(): Promise<void>;
}
