import type { RequestFormat } from "../../api/live/request-format.ts";
import type { EditTime, RequestEdit } from "./editing.ts";
import { sharedNow } from "./editor-messages.ts";
import { type EditorThread, ENDED } from "./replaceable-thread.ts";
import { sentBatches } from "./sent-batches.ts";
import { NO_ANSWER, watchedThread } from "./watched-thread.ts";

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
   * Milliseconds for a request whose conversation may have been edited before a restart. Sending it unchanged
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
  const left = new Set<string>();
  const thread = watchedThread(start, {
    stuck,
    first: () => [...left].map((conversation) => ({ kind: "leave", conversation })),
    // One of those may be the request at which the thread got stuck.
    onLetGo: () => batches.clear(),
  });
  const batches = sentBatches((requests) => thread.post({ kind: "see", requests }, requests));
  return {
    edit(body, format, isForgotten = () => false) {
      const request = { id: next++, body, format, since: sharedNow() };
      const { id, since } = request;
      if (thread.isUnanswered(body)) return Promise.resolve({ id, reason: NO_ANSWER });
      return new Promise((resolve) => {
        const more = () => (isForgotten() ? since + lateForgotten - sharedNow() : 0);
        const stopTimer = whenLate(late, more, () => {
          // The thread reads messages in order: it knows before it edits any later request.
          thread.postIfRunning({ kind: "sent-raw", id });
          resolve({ id, reason: LATE });
        });
        let answered = () => {};
        thread.wait(id, (edit) => {
          stopTimer();
          answered();
          if (edit.time !== undefined) onTime(edit.time);
          resolve({ id, ...edit });
        });
        answered = thread.post({ kind: "edit", ...request }, [request]);
      });
    },
    see(body, format) {
      const id = next++;
      if (thread.isUnanswered(body)) return Promise.resolve({ reason: NO_ANSWER });
      return new Promise((resolve) => {
        thread.wait(id, (edit) => {
          batches.done(id);
          resolve(edit);
        });
        if (!batches.add({ id, body, format })) thread.answer(id, { reason: BUSY });
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
 * Calls back after `ms` milliseconds, unless there are `more` then: after those, and so on. Returns a function
 * that stops it.
 */
function whenLate(ms: number, more: () => number, call: () => void): () => void {
  let isStopped = false;
  const check = () => {
    if (isStopped) return;
    const left = more();
    if (left > 0) timer = later(check, left);
    else call();
  };
  let timer = later(check, ms);
  return () => {
    isStopped = true;
    clearTimeout(timer);
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

const BUSY = "the editor was busy with others";

/** Whether a reason is about the thread rather than the request. */
export function isOfThread(reason: string | undefined): boolean {
  return reason !== undefined && OF_THREAD.has(reason);
}

const OF_THREAD: ReadonlySet<string> = new Set([NO_ANSWER, ENDED, LATE, "closed"]);
