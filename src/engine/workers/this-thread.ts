import { Blocks } from "./blocks.ts";
import type { Runner } from "./runner.ts";

/**
 * Runs tasks on this thread. Yields after each piece of output, because the other threads wait for this one.
 */
export async function runnerHere(): Promise<Runner> {
  const { closeArchive, runTask } = await import("./run-task.ts");
  const blocks = new Blocks();
  let running: Promise<unknown> = Promise.resolve();
  return {
    run(task, take) {
      const result = runTask(task, async (pieces) => {
        const { block, length } = blocks.fill(pieces);
        const bytes = Buffer.from(block, 0, length);
        await take({ bytes, giveBack: () => blocks.giveBack(block) });
        await new Promise((resolve) => setImmediate(resolve));
      });
      running = result.catch(() => {});
      return result;
    },
    async close() {
      await running;
      closeArchive();
    },
  };
}
