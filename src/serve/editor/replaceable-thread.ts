import type { RequestEdit } from "./editing.ts";
import type { EditorAnswer, EditorMessage } from "./editor-messages.ts";

/** The part of a thread's interface that an editor needs. */
export interface EditorThread {
  post(message: EditorMessage): void;
  onAnswer(listener: (answer: EditorAnswer) => void): void;
  onEnd(listener: () => void): void;
  end(): Promise<void>;
}

/** Callbacks for the answers of a thread, by the numbers of their requests. */
export type Waiting = ReadonlyMap<number, (edit: RequestEdit) => void>;

/** A thread that is started with the first message, and restarted after it was given up or ended. */
export interface ReplaceableThread {
  post(message: EditorMessage): void;
  /** Posts to a running thread: a new one could not use the message. */
  postIfRunning(message: EditorMessage): void;
  /** Abandons the thread, and answers all waiting requests with a reason. */
  giveUp(reason: string): void;
  /** Abandons it for good. */
  close(): Promise<void>;
}

/** Listeners for the start and the end of each thread. */
export interface ThreadChanges {
  /** The messages that a new thread starts with. */
  first(): Iterable<EditorMessage>;
  /** Called when a thread is abandoned, before its requests are answered. */
  onLetGo(): void;
}

/** The reason for requests whose thread ended by itself. */
export const ENDED = "the editor's thread ended";

/** A thread whose answers are passed to the waiting callbacks. */
export function replaceableThread(
  start: () => EditorThread,
  { waiting, first, onLetGo }: ThreadChanges & { readonly waiting: Waiting },
): ReplaceableThread {
  let thread: EditorThread | undefined;
  let generation = 0;
  let isOpen = true;
  const started = (): EditorThread => {
    if (thread !== undefined) return thread;
    const own = ++generation;
    thread = start();
    thread.onAnswer(({ id, edit }) => waiting.get(id)?.(edit));
    thread.onEnd(() => {
      if (own === generation) void letGo(ENDED);
    });
    for (const message of first()) thread.post(message);
    return thread;
  };
  const letGo = (reason: string): Promise<void> | undefined => {
    const old = thread;
    thread = undefined;
    generation++;
    onLetGo();
    for (const answer of [...waiting.values()]) answer({ reason });
    return old?.end();
  };
  return {
    post(message) {
      if (isOpen) started().post(message);
    },
    postIfRunning: (message) => thread?.post(message),
    giveUp: (reason) => void letGo(reason),
    async close() {
      isOpen = false;
      await letGo("closed");
    },
  };
}
