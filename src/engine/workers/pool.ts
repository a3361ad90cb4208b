import type { Runner } from "./runner.ts";

/** Runs tasks, several at a time. */
export interface Pool<Task, Taker, Result>
  extends Pick<Runner<Task, Taker, Result>, "run" | "close"> {
  /** The most tasks that run at a time. */
  readonly size: number;
  /** Starts all threads, so that they are ready for their first task: it takes as long as to read 80 MB. */
  start(): void;
}

/** A pool of `size` threads, started on demand; one that ends by a fault of its own is replaced. */
export function createPool<Task, Taker, Result>(
  size: number,
  startThread: () => Runner<Task, Taker, Result>,
): Pool<Task, Taker, Result> {
  type Thread = Runner<Task, Taker, Result>;
  const idle: Thread[] = [];
  const waiting: ((runner: Thread) => void)[] = [];
  const all = new Set<Thread>();

  const start = () => {
    const runner = startThread();
    all.add(runner);
    return runner;
  };
  const take = async (): Promise<Thread> => {
    let free = idle.pop();
    while (free?.isEnded) {
      all.delete(free);
      free = idle.pop();
    }
    if (free !== undefined) return free;
    if (all.size === size) return new Promise((resolve) => waiting.push(resolve));
    return start();
  };
  const giveBack = (runner: Thread) => {
    if (runner.isEnded) all.delete(runner);
    const next = waiting.shift();
    if (next !== undefined) next(runner.isEnded ? start() : runner);
    else if (!runner.isEnded) idle.push(runner);
  };
  return {
    size,
    start() {
      while (all.size < size) idle.push(start());
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
      await Promise.all([...all].map((runner) => runner.close()));
    },
  };
}
