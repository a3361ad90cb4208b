import type { Answer } from "../../reduce/asking/ask.ts";
import type { TokenizerName } from "../../tokenizers/index.ts";
import type { FileTelemetry, TranscriptTelemetry } from "../edits/compaction-result.ts";
import type { JobOptions } from "../edits/create-job.ts";
import type { Problem } from "../input/input-problem.ts";
import type { FormatNames } from "../input/recognise/load-formats.ts";
import type { TaskError } from "./task-error.ts";

/** The task of a worker: to compact a file, or a part of one that consists of whole rows. */
export interface WorkerTask {
  /** The file's name, which is also its path. */
  readonly file: string;
  /** The part `[start, end)` of it, cut at line ends. */
  readonly part?: { readonly start: number; readonly end: number };
  readonly options: Omit<JobOptions, "formats">;
  /** The names of the formats to choose from. */
  readonly formats: FormatNames;
  /** A model's answers, by the keys of its questions. */
  readonly answers?: ReadonlyMap<string, Answer> | undefined;
  readonly tokenizer: TokenizerName | undefined;
  /** The archive's folder, and the time to record in it. */
  readonly archive: { readonly dir: string; readonly time: number } | undefined;
}

/** A message to a worker: a task, that a block was written and can be reused, or to end. */
export type PoolMessage =
  | { readonly kind: "task"; readonly task: WorkerTask }
  | { readonly kind: "written"; readonly block: SharedArrayBuffer }
  | { readonly kind: "end" };

/** A message from a worker. For a whole file, the worker waits after each block until it is written. */
export type WorkerMessage =
  | { readonly kind: "output"; readonly block: SharedArrayBuffer; readonly length: number }
  | { readonly kind: "done"; readonly result: TaskResult }
  | { readonly kind: "failed"; readonly error: TaskError };

/** The result of a task. Lines count from the start of the part. */
export interface TaskResult {
  readonly telemetry: FileTelemetry;
  /** Finished transcripts and bad lines, in order. */
  readonly events: readonly TaskEvent[];
  /** Lines of the part. */
  readonly lines: number;
}

export type TaskEvent =
  | { readonly kind: "transcript"; readonly telemetry: TranscriptTelemetry }
  | { readonly kind: "bad line"; readonly problem: Problem };
