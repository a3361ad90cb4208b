/** The entry of the editing thread. */
import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { createEditing, type EditingOptions } from "./editing.ts";
import { type EditorMessage, sharedNow } from "./editor-messages.ts";
import { editorQueue } from "./editor-queue.ts";
import { warmUp } from "./warm-up.ts";

const options = workerData as EditingOptions;
const port = parentPort;
warmUp(options);
const editing = createEditing(options);
const queue = editorQueue(editing, {
  answer(answers) {
    port?.postMessage(answers);
    if (answers.some(({ edit }) => edit.splices !== undefined))
      syncing ??= setTimeout(sync, SYNC_MS);
  },
  now: sharedNow,
});
let isWorking = false;

port?.on("message", (message: EditorMessage) => {
  take(message);
  if (!isWorking) work();
});
port?.postMessage("ready");

/**
 * Handles one request at a time, and before each reads new messages: one may say that an edit is no longer
 * awaited.
 */
function work(): void {
  if (port === null) return;
  for (let more = receiveMessageOnPort(port); more !== undefined; more = receiveMessageOnPort(port))
    take(more.message);
  isWorking = queue.next();
  if (isWorking) setImmediate(work);
}

function take(message: EditorMessage): void {
  queue.put(message);
  if (message.kind !== "end") return;
  clearTimeout(syncing);
  port?.close();
}

/** Requests do not wait for the disk: the records of edits are written, and synced soon after. */
const SYNC_MS = 1000;
let syncing: NodeJS.Timeout | undefined;

function sync(): void {
  syncing = undefined;
  try {
    editing.sync();
  } catch {
    // A disk error is reported at the next edit, which then is not made.
  }
}
