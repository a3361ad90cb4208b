import type { RequestFormat } from "../api/live/request-format.ts";
import { digestOf } from "../base/digest.ts";
import type { EditTime, RequestEdit } from "./editing.ts";
import { type EditorMessage, type NumberedRequest, sharedNow } from "./editor-messages.ts";
import { type EditorThread, ENDED, replaceableThread } from "./replaceable-thread.ts";
import { sentBatches } from "./sent-batches.ts";

/** Edits requests within a time, or not at all. */
export interface TimedEditor {
  /**
   * The edit of a request; one that takes too long, or fails, has no bytes and a reason. Where it is late, `isForgotten`
   * says whether it is waited for longer. Never throws.
   */
  edit(
    body: Uint8Array,
    format: RequestFormat,
    isForgotten?: () => boolean,
  ): Promise<RequestEdit & { readonly id: number }>;
  /** The account of a request that was sent with no edits but those of what had been sent before. Never throws. */
  see(body: Uint8Array, format: RequestFormat): Promise<RequestEdit>;
  wasSentRaw(id: number): void;
  leave(conversation: string): void;
  close(): Promise<void>;
}

/** How long an editor may take. */
export interface EditorTimes {
  /** Milliseconds after which a request is sent as it came. */
  readonly late: number;
  /**
   * The same for a request whose conversation may have been edited before a restart. Sent as it came it would change what
   * was sent before, which costs its cache, or a refusal where reasoning is bound to it. Default: as all others.
   */
  readonly lateForgotten?: number;
  /** Milliseconds after which the thread is given up, and another started. */
  readonly stuck: number;
}

/** An editor whose work is done on a thread: a request is never held for longer than the time. */
export function timedEditor(
  start: () => EditorThread,
  { late, lateForgotten = late, stuck, onTime }: EditorTimes & { onTime(time: EditTime): void },
): TimedEditor {
  let next = 0;
  const waiting = new Map<number, (edit: RequestEdit) => void>();
  const left = new Set<string>();
  const thread = replaceableThread(start, {
    waiting,
    first: () => [...left].map((conversation) => ({ kind: "leave", conversation })),
    // One of those may be the one that it hung on.
    onLetGo: () => batches.clear(),
  });
  /** Bodies that a thread never answered to: sent again, they are not edited either. */
  const unanswered = new Set<string>();
  const isUnanswered = (body: Uint8Array) => unanswered.size > 0 && unanswered.has(digestOf(body));
  /**
   * Posts a message, and gives the thread up where it does not answer all of its requests in time: until what is given
   * here is called.
   */
  const post = (message: EditorMessage, requests: readonly NumberedRequest[]): (() => void) => {
    const timer = setTimeout(() => {
      for (const { id, body } of requests) if (waiting.has(id)) unanswered.add(digestOf(body));
      thread.giveUp(NO_ANSWER);
    }, stuck);
    try {
      thread.post(message);
    } catch (error) {
      clearTimeout(timer);
      for (const { id } of requests) waiting.get(id)?.({ reason: `the editor: ${String(error)}` });
    }
    return () => clearTimeout(timer);
  };
  const batches = sentBatches((requests) => post({ kind: "see", requests }, requests));
  return {
    edit(body, format, isForgotten = () => false) {
      const request = { id: next++, body, format, since: sharedNow() };
      const { id, since } = request;
      if (isUnanswered(body)) return Promise.resolve({ id, reason: NO_ANSWER });
      return new Promise((resolve) => {
        const giveUpOn = () => {
          if (!waiting.has(id)) return;
          const more = since + lateForgotten - sharedNow();
          if (more > 0 && isForgotten()) {
            lateTimer = later(giveUpOn, more);
            return;
          }
          // The thread takes messages in order: no later request is edited before it knows.
          thread.postIfRunning({ kind: "sent-raw", id });
          resolve({ id, reason: LATE });
        };
        let lateTimer = later(giveUpOn, late);
        waiting.set(id, (edit) => {
          waiting.delete(id);
          clearTimeout(lateTimer);
          answered();
          if (edit.time !== undefined) onTime(edit.time);
          resolve({ id, ...edit });
        });
        let answered = () => {};
        answered = post({ kind: "edit", ...request }, [request]);
      });
    },
    see(body, format) {
      const id = next++;
      if (isUnanswered(body)) return Promise.resolve({ reason: NO_ANSWER });
      return new Promise((resolve) => {
        waiting.set(id, (edit) => {
          waiting.delete(id);
          batches.done(id);
          resolve(edit);
        });
        if (!batches.add({ id, body, format })) waiting.get(id)?.({ reason: BUSY });
      });
    },
    wasSentRaw: (id) => thread.postIfRunning({ kind: "sent-raw", id }),
    leave(conversation) {
      left.add(conversation);
      thread.postIfRunning({ kind: "leave", conversation });
    },
    close: () => thread.close(),
  };
}

/** Calls after a time, and after all that came in it: an answer may be there already, where this thread was busy. */
function later(call: () => void, ms: number): NodeJS.Timeout {
  return setTimeout(() => setImmediate(call), ms);
}

/** The reason of a request that was sent before its edit was made. */
export const LATE = "late";

const NO_ANSWER = "the editor did not answer";
const BUSY = "the editor was busy with others";

/** Whether a reason says nothing of a request, but of who was to read it. */
export function isOfThread(reason: string | undefined): boolean {
  return reason !== undefined && OF_THREAD.has(reason);
}

const OF_THREAD: ReadonlySet<string> = new Set([NO_ANSWER, ENDED, LATE, "closed"]);
