import { createEditing, type EditingOptions } from "../../src/serve/editor/editing.ts";
import { type EditorAnswer, sharedNow } from "../../src/serve/editor/editor-messages.ts";
import { editorQueue } from "../../src/serve/editor/editor-queue.ts";
import type { EditorThread } from "../../src/serve/editor/replaceable-thread.ts";

/** Replaces a thread: does the work here, one message in each turn of the event loop. */
export function editorHere(options: EditingOptions): EditorThread {
  const editing = createEditing(options);
  let listener: (answer: EditorAnswer) => void = () => {};
  const queue = editorQueue(editing, {
    answer(answers) {
      for (const answer of answers) listener(answer);
    },
    now: sharedNow,
  });
  return {
    post(message) {
      setImmediate(() => {
        queue.put(message);
        while (queue.next());
      });
    },
    onAnswer: (listens) => {
      listener = listens;
    },
    onEnd() {},
    end: async () => editing.close(),
  };
}
