import { digestOf } from "../../base/digest.ts";
import type { RequestEdit } from "./editing.ts";
import type { EditorMessage, NumberedRequest } from "./editor-messages.ts";
import {
  type EditorThread,
  type ReplaceableThread,
  replaceableThread,
  type ThreadChanges,
} from "./replaceable-thread.ts";

/** A thread that is abandoned if it does not answer its requests in time; the next message starts another. */
export interface WatchedThread extends Pick<ReplaceableThread, "postIfRunning" | "close"> {
  /** Calls back with the edit of a request, or the reason for none; to be called before it is posted. */
  wait(id: number, answer: (edit: RequestEdit) => void): void;
  /** Answers a waiting request without the thread. */
  answer(id: number, edit: RequestEdit): void;
  /**
   * Posts a message that asks for the edits of requests. Returns a function to call when all are answered:
   * until then the time runs.
   */
  post(message: EditorMessage, requests: readonly NumberedRequest[]): () => void;
  /** Whether a thread never answered a request with this body: sent again, it is not edited either. */
  isUnanswered(body: Uint8Array): boolean;
}

/** The reason for requests that a thread did not answer in time. */
export const NO_ANSWER = "the editor did not answer";

/** Watches threads, each of which has `stuck` milliseconds to answer. */
export function watchedThread(
  start: () => EditorThread,
  { stuck, ...changes }: ThreadChanges & { readonly stuck: number },
): WatchedThread {
  const waiting = new Map<number, (edit: RequestEdit) => void>();
  const unanswered = new Set<string>();
  const thread = replaceableThread(start, { waiting, ...changes });
  return {
    wait(id, answer) {
      waiting.set(id, (edit) => {
        waiting.delete(id);
        answer(edit);
      });
    },
    answer: (id, edit) => waiting.get(id)?.(edit),
    post(message, requests) {
      const timer = setTimeout(() => {
        for (const { id, body } of requests) if (waiting.has(id)) unanswered.add(digestOf(body));
        thread.giveUp(NO_ANSWER);
      }, stuck);
      try {
        thread.post(message);
      } catch (error) {
        clearTimeout(timer);
        for (const { id } of requests)
          waiting.get(id)?.({ reason: `the editor: ${String(error)}` });
      }
      return () => clearTimeout(timer);
    },
    postIfRunning: thread.postIfRunning,
    isUnanswered: (body) => unanswered.size > 0 && unanswered.has(digestOf(body)),
    close: thread.close,
  };
}
