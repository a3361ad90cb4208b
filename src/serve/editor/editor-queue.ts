import type { Editing } from "./editing.ts";
import type {
  EditMessage,
  EditorAnswer,
  EditorMessage,
  NumberedRequest,
} from "./editor-messages.ts";

/** Messages for the editing thread; those whose answer is still awaited come first. */
export interface EditorQueue {
  put(message: EditorMessage): void;
  /** Processes the next message; false if there is none. */
  next(): boolean;
}

/** The most accounts to send together. */
const MOST_TOGETHER = 16;

/**
 * A queue that cannot fall ever further behind: an edit whose request was meanwhile sent unchanged is
 * answered at once. The request comes again as one that was sent; such requests are read when there is time,
 * so that their results stay as they were sent, and their accounts are sent together.
 */
export function editorQueue(
  editing: Editing,
  { answer, now }: { answer(answers: readonly EditorAnswer[]): void; now(): number },
): EditorQueue {
  const waiting = new Map<number, EditMessage>();
  const sent: NumberedRequest[] = [];
  let seen: EditorAnswer[] = [];
  return {
    put(message) {
      switch (message.kind) {
        case "edit":
          waiting.set(message.id, message);
          return;
        case "see":
          sent.push(...message.requests);
          return;
        case "sent-raw": {
          const edit = waiting.get(message.id);
          if (edit === undefined) return editing.wasSentRaw(message.id);
          waiting.delete(message.id);
          const time = { waitedMs: now() - edit.since, workedMs: 0 };
          return answer([{ id: edit.id, edit: { reason: "late", time } }]);
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
        const began = now();
        const made = editing.edit(edit.id, edit.body, edit.format);
        const time = { waitedMs: began - edit.since, workedMs: now() - began };
        answer([{ id: edit.id, edit: { ...made, time } }]);
        return true;
      }
      const one = sent.shift();
      if (one === undefined) return false;
      seen.push({ id: one.id, edit: editing.see(one.body, one.format) });
      if (sent.length > 0 && seen.length < MOST_TOGETHER) return true;
      answer(seen);
      seen = [];
      return true;
    },
  };
}
