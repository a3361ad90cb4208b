import type { BigIntStats } from "node:fs";
import type { Compression } from "../../io/compression.ts";
import type { Sink } from "../../io/file-descriptor.ts";
import type { ParquetRows } from "../../io/parquet/parquet-rows.ts";
import type { ZipSamples } from "../../io/zip/zip-samples.ts";

/** Where the result of one input, or of all, goes. */
export interface CommandOutput extends Sink {
  /** Writes what else belongs to it and comes from the input, which is still open. */
  complete?(): Promise<void>;
  /** Makes the result stand. Without it, or after a failure, nothing of it does, where that can be. */
  commit(): Promise<void>;
  abort(): void;
  /** Prepares for long work that hears no signals: the default action then leaves nothing behind. */
  unname?(): void;
}

/** The properties of an input, known once it is open. */
export interface OpenedInput {
  readonly stats: BigIntStats | undefined;
  readonly compression: Compression | undefined;
  /** Those of an Inspect log that is a ZIP archive. */
  readonly samples: ZipSamples | undefined;
  /** Its rows, if it is Parquet: what is written for them goes into a copy of it. */
  readonly parquet?: ParquetRows | undefined;
}

/** The code of the error for an output that cannot be written. */
export const OUTPUT_FAILED = "output-failed";
