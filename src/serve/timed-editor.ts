import type { RequestFormat } from "../api/live/request-format.ts";
import { digestOf } from "../base/digest.ts";
import type { EditTime, RequestEdit } from "./editing.ts";
import { type EditorMessage, type NumberedRequest, sharedNow } from "./editor-messages.ts";
import { type EditorThread, ENDED, replaceableThread } from "./replaceable-thread.ts";
import { sentBatches } from "./sent-batches.ts";

/** Edits requests within a time limit, or not at all. */
export interface TimedEditor {
  /**
   * The edit of a request; one that is late, or fails, has no bytes and a reason. `isForgotten` says whether
   * a late edit is awaited for longer. Never throws.
   */
  edit(
    body: Uint8Array,
    format: RequestFormat,
    isForgotten?: () => boolean,
  ): Promise<RequestEdit & { readonly id: number }>;
  /**
   * The account of a request that was sent with only the edits of what had been sent before. Never throws.
   */
  see(body: Uint8Array, format: RequestFormat): Promise<RequestEdit>;
  wasSentRaw(id: number): void;
  leave(conversation: string): void;
  close(): Promise<void>;
}

/** Time limits of an editor. */
export interface EditorTimes {
  /** Milliseconds after which a request is sent unchanged. */
  readonly late: number;
  /**
   * The same for a request whose conversation may have been edited before a restart. Sending it unchanged
   * would change what was sent before, which costs its cache, or causes a refusal if reasoning is bound to
   * it. Default: as for all others.
   */
  readonly lateForgotten?: number;
  /** Milliseconds after which the thread is abandoned, and another started. */
  readonly stuck: number;
}

/** An editor that works on a thread: a request is never held for longer than the time limit. */
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
    // One of those may be the request at which the thread got stuck.
    onLetGo: () => batches.clear(),
  });
  /** Bodies that a thread never answered: if they are sent again, they are not edited either. */
  const unanswered = new Set<string>();
  const isUnanswered = (body: Uint8Array) => unanswered.size > 0 && unanswered.has(digestOf(body));
  /**
   * Posts a message, and abandons the thread if it does not answer all of its requests in time. Returns a
   * function that stops this timer.
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
          // The thread reads messages in order: it knows before it edits any later request.
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

/**
 * Calls back after a time, and after all events that arrived by then: an answer may be waiting if this thread
 * was busy.
 */
function later(call: () => void, ms: number): NodeJS.Timeout {
  return setTimeout(() => setImmediate(call), ms);
}

/** The reason of a request that was sent before its edit was ready. */
export const LATE = "late";

const NO_ANSWER = "the editor did not answer";
const BUSY = "the editor was busy with others";

/** Whether a reason is about the thread rather than the request. */
export function isOfThread(reason: string | undefined): boolean {
  return reason !== undefined && OF_THREAD.has(reason);
}

const OF_THREAD: ReadonlySet<string> = new Set([NO_ANSWER, ENDED, LATE, "closed"]);
