import type { DirectOutput } from "../../io/replacement/direct-output.ts";
import type { Answer } from "../../reduce/asking/ask.ts";
import type { TokenizerName } from "../../tokenizers/index.ts";
import type { FileTelemetry } from "../edits/compaction-result.ts";
import type { JobOptions } from "../edits/create-job.ts";
import type { FormatNames } from "../input/recognise/load-formats.ts";
import type { DonePart } from "./compact-parts.ts";
import type { DividedFile } from "./part-turns.ts";
import type { TaskError } from "./task-error.ts";

/** The task of a worker: to compact a file, or parts of one that it divides with others. */
export interface WorkerTask {
  /** The file's name, which is also its path. */
  readonly file: string;
  /** How a file of rows is divided, and where its output goes: undefined for back to the main thread. */
  readonly divided?: (DividedFile & { readonly output: DirectOutput | undefined }) | undefined;
  readonly options: Omit<JobOptions, "formats">;
  /** The names of the formats to choose from. */
  readonly formats: FormatNames;
  /** A model's answers, by the keys of its questions. */
  readonly answers?: ReadonlyMap<string, Answer> | undefined;
  readonly tokenizer: TokenizerName | undefined;
  /** Whether its events have what globs were compared with. */
  readonly notesCompared: boolean;
  /** The archive's folder, and the time to record in it. */
  readonly archive: { readonly dir: string; readonly time: number } | undefined;
}

/** A message to a worker: a task, that its output was written, or to end. */
export type PoolMessage =
  | { readonly kind: "task"; readonly task: WorkerTask }
  | { readonly kind: "written" }
  | { readonly kind: "end" };

/** A message from a worker, which waits after each output until it is written. */
export type WorkerMessage =
  | { readonly kind: "output"; readonly block: SharedArrayBuffer; readonly length: number }
  | { readonly kind: "parts"; readonly parts: readonly DonePart[] }
  | { readonly kind: "done"; readonly telemetry: FileTelemetry | undefined }
  | { readonly kind: "failed"; readonly error: TaskError }
  | { readonly kind: "ended" };
