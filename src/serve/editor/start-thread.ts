import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { bufferPool } from "../../base/buffer-pool.ts";
import type { EditingOptions } from "./editing.ts";
import type { EditorAnswer, EditorMessage, NumberedRequest } from "./editor-messages.ts";
import type { EditorThread } from "./replaceable-thread.ts";

/** The editing thread, in the built program. */
const EDITOR = new URL("./editor.js", import.meta.url);

/** Starts the editing thread; `ready` resolves once it has warmed up, and rejects if it ends before. */
export function startEditorThread(
  options: EditingOptions,
  script: URL = EDITOR,
): EditorThread & { readonly ready: Promise<void> } {
  const worker = new Worker(script, { workerData: options });
  let onReady = () => {};
  let failure: unknown = new Error("it ended");
  const ready = new Promise<void>((resolve, reject) => {
    onReady = resolve;
    worker.once("exit", () => reject(failure));
  });
  // Only the starter of a proxy awaits it.
  ready.catch(() => {});
  const bodies = sharedBodies();
  let listener: (answer: EditorAnswer) => void = () => {};
  worker.on("message", (message: readonly EditorAnswer[] | "ready") => {
    if (message === "ready") onReady();
    else
      for (const answer of message) {
        bodies.answered(answer.id);
        listener(answer);
      }
  });
  // Its end is reported: the editor starts another.
  worker.on("error", (error) => {
    failure = error;
  });
  return {
    ready,
    post: (message) => worker.postMessage(bodies.copied(message)),
    onAnswer: (listens) => {
      listener = listens;
    },
    onEnd: (listens) => void worker.once("exit", listens),
    async end() {
      if (worker.threadId < 0) return;
      const ended = once(worker, "exit");
      worker.postMessage({ kind: "end" });
      // A stuck thread does not receive the message.
      const timer = setTimeout(() => void worker.terminate(), 1000);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** Copies of bodies in memory shared with the thread, each until its request has been answered. */
interface SharedBodies {
  copied(message: EditorMessage): EditorMessage;
  answered(id: number): void;
}

/**
 * The collector does not account for shared memory and would free it far too late, so it is reused. The
 * thread copies what it keeps of a body. A thread that ends takes the memory of unanswered requests with it.
 */
function sharedBodies(): SharedBodies {
  const pool = bufferPool({ allocate: (bytes) => new SharedArrayBuffer(bytes) });
  const lent = new Map<number, Buffer>();
  const own = <R extends NumberedRequest>(request: R): R => {
    const body = pool.take(request.body.length);
    body.set(request.body);
    lent.set(request.id, body);
    return { ...request, body };
  };
  return {
    copied(message) {
      switch (message.kind) {
        case "edit":
          return own(message);
        case "see":
          return { ...message, requests: message.requests.map(own) };
        default:
          return message;
      }
    },
    answered(id) {
      const body = lent.get(id);
      if (body === undefined) return;
      lent.delete(id);
      pool.give(body);
    },
  };
}
