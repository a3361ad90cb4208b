/** The entry of the thread that edits requests. */
import { parentPort, workerData } from "node:worker_threads";
import { createEditing, type EditingOptions } from "./editing.ts";
import { answerTo } from "./editor.ts";
import type { EditorMessage } from "./editor-messages.ts";
import { warmUp } from "./warm-up.ts";

const options = workerData as EditingOptions;
warmUp(options);
const editing = createEditing(options);
parentPort?.on("message", (message: EditorMessage) => {
  const answer = answerTo(editing, message);
  if (answer !== undefined) parentPort?.postMessage(answer);
  if (message.kind === "end") parentPort?.close();
});
parentPort?.postMessage("ready");
