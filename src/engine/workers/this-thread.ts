import { Blocks } from "./blocks.ts";
import type { Runner } from "./runner.ts";

/** Does tasks on this thread. After each piece it lets others have their turn: the other threads wait. */
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
