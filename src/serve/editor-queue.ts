import type { Editing } from "./editing.ts";
import type { EditorAnswer, EditorMessage } from "./editor-messages.ts";

type EditMessage = Extract<EditorMessage, { readonly kind: "edit" }>;

/** Messages that wait for the thread that edits, those first whose answer is still waited for. */
export interface EditorQueue {
  put(message: EditorMessage): void;
  /** Does the next thing there is to do; false where there is nothing. */
  next(): boolean;
}

/** Requests that were sent as they came before their turn: at most this many are looked at later on. */
const MOST_LATE = 500;

/**
 * A queue that does not fall ever further behind: a request that was sent as it came in the meantime is answered at once,
 * and looked at when there is time, so that what it holds stays as it was sent.
 */
export function editorQueue(editing: Editing, answer: (answer: EditorAnswer) => void): EditorQueue {
  const waiting = new Map<number, EditMessage>();
  const late: EditMessage[] = [];
  return {
    put(message) {
      switch (message.kind) {
        case "edit":
          waiting.set(message.id, message);
          return;
        case "sent-raw": {
          const edit = waiting.get(message.id);
          if (edit === undefined) return editing.wasSentRaw(message.id);
          waiting.delete(message.id);
          answer({ id: edit.id, edit: { reason: "late" } });
          if (late.length < MOST_LATE) late.push(edit);
          return;
        }
        case "leave":
          return editing.leave(message.conversation);
        case "end":
          return editing.close();
        default:
          return message satisfies never;
      }
    },
    next() {
      const [edit] = waiting.values();
      if (edit !== undefined) {
        waiting.delete(edit.id);
        answer({ id: edit.id, edit: editing.edit(edit.id, edit.body, edit.format) });
        return true;
      }
      const raw = late.shift();
      if (raw === undefined) return false;
      editing.edit(raw.id, raw.body, raw.format);
      editing.wasSentRaw(raw.id);
      return true;
    },
  };
}
