import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { EditingOptions } from "./editing.ts";
import type { EditorAnswer, EditorMessage, NumberedRequest } from "./editor-messages.ts";
import type { EditorThread } from "./replaceable-thread.ts";

/** Starts the thread that edits requests; `ready` resolves once it has warmed up, and rejects where it ends before. */
export function startEditorThread(options: EditingOptions): EditorThread & {
  readonly ready: Promise<void>;
} {
  const worker = new Worker(new URL("./editor.js", import.meta.url), { workerData: options });
  let onReady = () => {};
  let failure: unknown = new Error("it ended");
  const ready = new Promise<void>((resolve, reject) => {
    onReady = resolve;
    worker.once("exit", () => reject(failure));
  });
  // Only who starts a proxy waits for it.
  ready.catch(() => {});
  let listener: (answer: EditorAnswer) => void = () => {};
  worker.on("message", (message: readonly EditorAnswer[] | "ready") => {
    if (message === "ready") onReady();
    else for (const answer of message) listener(answer);
  });
  // Its end is told: the editor starts another.
  worker.on("error", (error) => {
    failure = error;
  });
  return {
    ready,
    post(message) {
      const own = withOwnBodies(message);
      worker.postMessage(own.message, own.buffers);
    },
    onAnswer: (listens) => {
      listener = listens;
    },
    onEnd: (listens) => void worker.once("exit", listens),
    async end() {
      if (worker.threadId < 0) return;
      const ended = once(worker, "exit");
      worker.postMessage({ kind: "end" });
      // One that is stuck does not hear it.
      const timer = setTimeout(() => void worker.terminate(), 1000);
      await ended;
      clearTimeout(timer);
    },
  };
}

/**
 * A message with copies of its bodies, which move to the thread. What is shared is not known to a collector as memory:
 * it would be let go far too late.
 */
function withOwnBodies(message: EditorMessage): {
  readonly message: EditorMessage;
  readonly buffers: ArrayBuffer[];
} {
  const buffers: ArrayBuffer[] = [];
  const own = <R extends NumberedRequest>(request: R): R => {
    // Not filled with zeros before.
    const body = Buffer.allocUnsafeSlow(request.body.length);
    body.set(request.body);
    buffers.push(body.buffer);
    return { ...request, body };
  };
  switch (message.kind) {
    case "edit":
      return { message: own(message), buffers };
    case "see":
      return { message: { ...message, requests: message.requests.map(own) }, buffers };
    default:
      return { message, buffers };
  }
}
