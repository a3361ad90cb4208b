/** The entry of a worker thread: compacts one task after another. */
import { type MessagePort, parentPort } from "node:worker_threads";
import { Blocks } from "./blocks.ts";
import { closeArchive, runTask } from "./run-task.ts";
import { toTaskError } from "./task-error.ts";
import type { PoolMessage, WorkerMessage, WorkerTask } from "./worker-messages.ts";

if (parentPort !== null) serve(parentPort);

function serve(port: MessagePort): void {
  const blocks = new Blocks();
  let goOn = () => {};
  const say = (message: WorkerMessage) => port.postMessage(message);
  const start = (task: WorkerTask) => {
    const send = (pieces: readonly Uint8Array[]) => {
      say({ kind: "output", ...blocks.fill(pieces) });
      // A part is sent whole; a file could be of any size.
      if (task.part !== undefined) return Promise.resolve();
      return new Promise<void>((resolve) => {
        goOn = resolve;
      });
    };
    runTask(task, send).then(
      (result) => say({ kind: "done", result }),
      (error) => say({ kind: "failed", error: toTaskError(error) }),
    );
  };
  port.on("message", (message: PoolMessage) => {
    switch (message.kind) {
      case "task":
        start(message.task);
        return;
      case "written":
        blocks.giveBack(message.block);
        goOn();
        return;
      case "end":
        closeArchive();
        port.close();
    }
  });
}
