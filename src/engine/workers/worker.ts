/** The entry of a worker thread: compacts one task after another. */
import { type MessagePort, parentPort } from "node:worker_threads";
import type { DonePart } from "./compact-parts.ts";
import { OutputBlock } from "./output-block.ts";
import { closeArchive, runTask } from "./run-task.ts";
import { toTaskError } from "./task-error.ts";
import type { PoolMessage, WorkerMessage } from "./worker-messages.ts";

/** Parts in a message, which takes as long as to compact a tenth of a part. */
const PARTS_AT_ONCE = 16;

if (parentPort !== null) serve(parentPort);

function serve(port: MessagePort): void {
  const output = new OutputBlock();
  let goOn = () => {};
  const say = (message: WorkerMessage) => port.postMessage(message);
  let parts: DonePart[] = [];
  const sayParts = () => {
    say({ kind: "parts", parts });
    parts = [];
  };
  const outlets = {
    send(pieces: readonly Uint8Array[]) {
      say({ kind: "output", ...output.fill(pieces) });
      return new Promise<void>((resolve) => {
        goOn = resolve;
      });
    },
    onPart(part: DonePart) {
      parts.push(part);
      if (parts.length >= PARTS_AT_ONCE) sayParts();
    },
  };
  port.on("message", (message: PoolMessage) => {
    switch (message.kind) {
      case "task":
        runTask(message.task, outlets).then(
          (telemetry) => {
            sayParts();
            say({ kind: "done", telemetry });
          },
          (error) => {
            sayParts();
            say({ kind: "failed", error: toTaskError(error) });
          },
        );
        return;
      case "written":
        goOn();
        return;
      case "end":
        closeArchive();
        say({ kind: "ended" });
        port.close();
    }
  });
}
