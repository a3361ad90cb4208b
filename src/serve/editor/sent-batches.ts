import type { NumberedRequest } from "./editor-messages.ts";

/** Requests that were already sent and that the editing thread has to read: nothing waits for them. */
export interface SentBatches {
  /** False if too many already wait: this one is not read. */
  add(request: NumberedRequest): boolean;
  /** To be called when a posted request has its account, or will have none. */
  done(id: number): void;
  /** Forgets all of them. */
  clear(): void;
}

/** The most requests, and bytes of their bodies, that wait. */
const MOST = { count: 1000, bytes: 32 * 1024 * 1024 };

/**
 * Posts one batch after another, the next when all of the last have their accounts: a message that wakes a
 * thread takes as long as a whole small request. `post` returns a function to call when its batch has ended.
 */
export function sentBatches(post: (batch: readonly NumberedRequest[]) => () => void): SentBatches {
  let waiting: NumberedRequest[] = [];
  let bytes = 0;
  const posted = new Set<number>();
  let end = () => {};
  const postNext = () => {
    if (posted.size > 0 || waiting.length === 0) return;
    const batch = waiting;
    waiting = [];
    bytes = 0;
    for (const { id } of batch) posted.add(id);
    end = post(batch);
  };
  const endBatch = () => {
    end();
    end = () => {};
  };
  return {
    add(request) {
      if (waiting.length >= MOST.count || bytes + request.body.length > MOST.bytes) return false;
      waiting.push(request);
      bytes += request.body.length;
      postNext();
      return true;
    },
    done(id) {
      if (!posted.delete(id) || posted.size > 0) return;
      endBatch();
      postNext();
    },
    clear() {
      waiting = [];
      bytes = 0;
      posted.clear();
      endBatch();
    },
  };
}
