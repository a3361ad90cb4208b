import type { Runner } from "./runner.ts";
import { startThread } from "./thread.ts";

/** Runs tasks, several at a time. */
export interface Pool extends Runner {
  /** The most tasks that run at a time. */
  readonly size: number;
  /** Starts all threads, so that they are ready for their first task: it takes as long as to read 80 MB. */
  start(): void;
}

/** A pool of `size` threads, started on demand. */
export function createPool(size: number): Pool {
  const idle: Runner[] = [];
  const waiting: ((runner: Runner) => void)[] = [];
  const all: Runner[] = [];

  const start = () => {
    const runner = startThread();
    all.push(runner);
    return runner;
  };
  const take = async (): Promise<Runner> => {
    const free = idle.pop();
    if (free !== undefined) return free;
    if (all.length === size) return new Promise((resolve) => waiting.push(resolve));
    return start();
  };
  const giveBack = (runner: Runner) => {
    const next = waiting.shift();
    if (next === undefined) idle.push(runner);
    else next(runner);
  };
  return {
    size,
    start() {
      while (all.length < size) idle.push(start());
    },
    async run(task, taker) {
      const runner = await take();
      try {
        return await runner.run(task, taker);
      } finally {
        giveBack(runner);
      }
    },
    async close() {
      await Promise.all(all.map((runner) => runner.close()));
    },
  };
}
