import type { CompactOptions } from "../compact.ts";
import type { Problem } from "../read/problems.ts";
import type { Answer } from "../reduce/asking/ask.ts";
import type { FileTelemetry, TranscriptTelemetry } from "../report/telemetry.ts";
import type { TokenizerName } from "../tokenizers/index.ts";

/** What a worker is to compact: a file, or a part of one that holds whole rows. */
export interface Task {
  /** The file's name, which is also its path. */
  readonly file: string;
  /** The part `[start, end)` of it, cut at line ends. */
  readonly part?: { readonly start: number; readonly end: number };
  readonly options: CompactOptions;
  /** What a model said, by the keys of what it was asked. */
  readonly answers?: ReadonlyMap<string, Answer> | undefined;
  readonly tokenizer: TokenizerName | undefined;
  /** Where what is taken out is kept, and the time that it is marked with. */
  readonly archive: { readonly dir: string; readonly time: number } | undefined;
}

/**
 * What a worker is told: what to do, that a block was written and may be filled again, or that there is
 * no more to do.
 */
export type PoolMessage =
  | { readonly kind: "task"; readonly task: Task }
  | { readonly kind: "written"; readonly block: SharedArrayBuffer }
  | { readonly kind: "end" };

/** What a worker says. Of a whole file it waits after each block until that was written. */
export type WorkerMessage =
  | { readonly kind: "output"; readonly block: SharedArrayBuffer; readonly length: number }
  | { readonly kind: "done"; readonly result: TaskResult }
  | { readonly kind: "failed"; readonly error: TaskError };

/** The account of a task. Lines count from the start of the part. */
export interface TaskResult {
  readonly telemetry: FileTelemetry;
  /** What there was to say of transcripts and bad lines, in order. */
  readonly events: readonly TaskEvent[];
  /** Lines of the part. */
  readonly lines: number;
}

export type TaskEvent =
  | { readonly kind: "transcript"; readonly telemetry: TranscriptTelemetry }
  | { readonly kind: "bad line"; readonly problem: Problem };

/** An error as it crosses from one thread to another. */
export interface TaskError {
  readonly code: string;
  readonly message: string;
  readonly hint: string | undefined;
  readonly file: string | undefined;
  readonly line: number | undefined;
  readonly column: number | undefined;
  /** Whether it is the system's, such as ENOENT, rather than ours. */
  readonly isSystem: boolean;
}
