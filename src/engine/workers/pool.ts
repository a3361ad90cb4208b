import type { Runner } from "./runner.ts";
import { runnerHere } from "./this-thread.ts";
import { startThread } from "./thread.ts";

/** Runs tasks, several at a time. */
export interface Pool extends Runner {
  /** The most tasks that run at a time. */
  readonly size: number;
}

/**
 * A pool of `size` threads, started on demand. `isHereToo` counts this thread as one of them: it runs a task
 * when all others are busy, which saves starting and warming up another.
 */
export function createPool(
  size: number,
  { isHereToo = false }: { readonly isHereToo?: boolean } = {},
): Pool {
  const idle: Runner[] = [];
  const waiting: ((runner: Runner) => void)[] = [];
  const all: Promise<Runner>[] = [];

  const take = async (): Promise<Runner> => {
    const free = idle.pop();
    if (free !== undefined) return free;
    if (all.length === size) return new Promise((resolve) => waiting.push(resolve));
    const isLast = all.length === size - 1;
    const runner = isHereToo && isLast ? runnerHere() : startThread();
    all.push(runner);
    return runner;
  };
  const giveBack = (runner: Runner) => {
    const next = waiting.shift();
    if (next === undefined) idle.push(runner);
    else next(runner);
  };
  return {
    size,
    async run(task, takePiece) {
      const runner = await take();
      try {
        return await runner.run(task, takePiece);
      } finally {
        giveBack(runner);
      }
    },
    async close() {
      await Promise.all(all.map(async (runner) => (await runner).close()));
    },
  };
}
