import type { RequestFormat } from "../api/live/request-format.ts";
import { digestOf } from "../base/digest.ts";
import { createEditing, type EditingOptions, type RequestEdit } from "./editing.ts";
import type { EditorAnswer, EditorMessage } from "./editor-messages.ts";
import { editorQueue } from "./editor-queue.ts";
import { SentEdits } from "./sent-edits.ts";

/** Edits requests within a time, or not at all. */
export interface Editor {
  /** The edit of a request; one that takes too long, or fails, has no bytes and a reason. Never throws. */
  edit(body: Uint8Array, format: RequestFormat): Promise<RequestEdit & { readonly id: number }>;
  wasSentRaw(id: number): void;
  leave(conversation: string): void;
  close(): Promise<void>;
}

/** The part of a thread that an editor needs. */
export interface EditorThread {
  post(message: EditorMessage): void;
  onAnswer(listener: (answer: EditorAnswer) => void): void;
  onEnd(listener: () => void): void;
  end(): Promise<void>;
}

/** How long an editor may take. */
export interface EditorTimes {
  /** Milliseconds after which a request is sent as it came. */
  readonly late: number;
  /** Milliseconds after which the thread is given up, and another started. */
  readonly stuck: number;
}

/**
 * An editor whose work is done on a thread: a request is never held for longer than the time. What comes too late
 * is discarded, and its results stay as they were sent.
 */
export function createEditor(
  start: () => EditorThread,
  times: EditorTimes = { late: 50, stuck: 15_000 },
): Editor {
  return keepingEdits(timedEditor(start, times));
}

function timedEditor(start: () => EditorThread, { late, stuck }: EditorTimes): Editor {
  let next = 0;
  let thread: EditorThread | undefined;
  let generation = 0;
  const waiting = new Map<number, (edit: RequestEdit) => void>();
  const left = new Set<string>();
  /** Bodies that a thread never answered to: sent again, they are not edited either. */
  const unanswered = new Set<string>();

  const started = (): EditorThread => {
    if (thread !== undefined) return thread;
    const own = ++generation;
    thread = start();
    thread.onAnswer(({ id, edit }) => waiting.get(id)?.(edit));
    thread.onEnd(() => {
      if (own === generation) giveUp(ENDED);
    });
    for (const conversation of left) thread.post({ kind: "leave", conversation });
    return thread;
  };
  const giveUp = (reason: string) => {
    const old = thread;
    thread = undefined;
    generation++;
    void old?.end();
    for (const answer of [...waiting.values()]) answer({ reason });
  };
  return {
    edit(body, format) {
      const id = next++;
      if (unanswered.size > 0 && unanswered.has(digestOf(body)))
        return Promise.resolve({ id, reason: NO_ANSWER });
      return new Promise((resolve) => {
        let isLate = false;
        const stuckTimer = setTimeout(() => {
          unanswered.add(digestOf(body));
          giveUp(NO_ANSWER);
        }, stuck);
        const giveUpOn = () => {
          if (!waiting.has(id)) return;
          isLate = true;
          // The thread takes messages in order: no later request is edited before it knows.
          thread?.post({ kind: "sent-raw", id });
          resolve({ id, reason: "late" });
        };
        // Its answer may be there already, where it was this thread that was busy.
        const lateTimer = setTimeout(() => setImmediate(giveUpOn), late);
        waiting.set(id, (edit) => {
          waiting.delete(id);
          clearTimeout(lateTimer);
          clearTimeout(stuckTimer);
          if (!isLate) resolve({ id, ...edit });
        });
        try {
          started().post({ kind: "edit", id, body, format });
        } catch (error) {
          waiting.get(id)?.({ reason: `the editor: ${String(error)}` });
        }
      });
    },
    wasSentRaw: (id) => thread?.post({ kind: "sent-raw", id }),
    leave(conversation) {
      left.add(conversation);
      thread?.post({ kind: "leave", conversation });
    },
    async close() {
      generation++;
      const old = thread;
      thread = undefined;
      for (const answer of [...waiting.values()]) answer({ reason: "closed" });
      await old?.end();
    },
  };
}

const NO_ANSWER = "the editor did not answer";
const ENDED = "the editor's thread ended";

/** Reasons that say nothing of a request, but of who was to read it. */
const OF_THREAD: ReadonlySet<string | undefined> = new Set([NO_ANSWER, ENDED, "late", "closed"]);

/** The same editor, whose requests have the edits of what was sent before where nobody read them in time. */
function keepingEdits(editor: Editor): Editor {
  const sent = new SentEdits();
  return {
    ...editor,
    async edit(body, format) {
      const edit = await editor.edit(body, format);
      const { account, splices, reason } = edit;
      if (account !== undefined && splices !== undefined)
        sent.add({ conversation: account.conversation, task: account.task, body, splices });
      if (account !== undefined || !OF_THREAD.has(reason)) return edit;
      const kept = sent.of(body);
      return kept === undefined ? edit : { ...edit, splices: kept.splices, kept };
    },
    leave(conversation) {
      sent.forget(conversation);
      editor.leave(conversation);
    },
  };
}

/** A thread's stand-in that does the work here, one message a turn of the event loop. */
export function editorHere(options: EditingOptions): EditorThread {
  const editing = createEditing(options);
  let listener: (answer: EditorAnswer) => void = () => {};
  const queue = editorQueue(editing, (answer) => listener(answer));
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
