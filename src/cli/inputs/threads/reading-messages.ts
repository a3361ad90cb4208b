import type { Problem } from "../../../engine/input/input-problem.ts";
import type { ReadInput } from "../../../engine/input/read-transcripts.ts";
import type { TaskError } from "../../../engine/workers/task-error.ts";

/** The task of a thread: a file, whose state it looks up itself. */
export interface FileToRead {
  readonly name: string;
  readonly isFound: boolean;
  readonly column: string | undefined;
}

/** A message to such a thread: a task, that the events it sent were taken, or to end. */
export type ReadingMessage =
  | { readonly kind: "task"; readonly task: FileToRead }
  | { readonly kind: "taken" }
  | { readonly kind: "end" };

/** An event of reading, in order; `made` is what a maker made of a transcript. */
export type ReadingEvent<Made> =
  | { readonly kind: "transcript"; readonly made: Made }
  | { readonly kind: "bad line"; readonly problem: Problem }
  | { readonly kind: "compressed" };

/** A message from such a thread, which waits after events until they were taken. */
export type ReadMessage<Made> =
  | {
      readonly kind: "events";
      readonly events: readonly ReadingEvent<Made>[];
      /** Bytes read since the message before. */
      readonly bytes: number;
    }
  | { readonly kind: "done"; readonly read: ReadInput }
  | { readonly kind: "failed"; readonly error: TaskError }
  | { readonly kind: "ended" };
