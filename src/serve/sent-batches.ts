import type { NumberedRequest } from "./editor-messages.ts";

/** Requests that were sent already and are to be seen by the thread that edits: nobody waits for it. */
export interface SentBatches {
  /** False where too many wait already: this one is not seen. */
  add(request: NumberedRequest): boolean;
  /** To be called when one that was posted has its account, or will have none. */
  done(id: number): void;
  /** Forgets all of them. */
  clear(): void;
}

/** Requests, and bytes of their bodies, that wait at most. */
const MOST = { count: 1000, bytes: 32 * 1024 * 1024 };

/**
 * Posts one batch after another, the next when all of the last have their accounts: a message that wakes a thread takes
 * as long as a small request takes in all. `post` gives what is to be done when a batch has ended.
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
