import type { BigIntStats } from "node:fs";
import type { Compression } from "../../io/compression/compression.ts";
import type { Sink } from "../../io/file-descriptor.ts";
import type { ParquetRows } from "../../io/parquet/parquet-rows.ts";
import type { DirectOutput } from "../../io/replacement/direct-output.ts";
import type { ZipSamples } from "../../io/zip/zip-samples.ts";

/** The output of one input, or of all. */
export interface CommandOutput extends Sink {
  /** The output to write to directly, from any thread; undefined if bytes are changed on their way. */
  direct?(): DirectOutput | undefined;
  /** Writes the rest of the output that is copied from the input, while that is still open. */
  complete?(): Promise<void>;
  /** Flushes a file to disk, ahead of `commit`. Nothing may be written after it. */
  sync?(): Promise<void>;
  /** Makes the output permanent. Without this call, or after a failure, it is discarded where possible. */
  commit(): Promise<void>;
  abort(): void;
  /**
   * To be called before long work that blocks signals: a signal's default action then leaves no temporary file
   * behind.
   */
  unname?(): void;
}

/** The properties of an input, known once it is open. */
export interface OpenedInput {
  readonly stats: BigIntStats | undefined;
  readonly compression: Compression | undefined;
  /** The samples of an Inspect log that is a ZIP archive. */
  readonly samples: ZipSamples | undefined;
  /** Its rows, if it is Parquet; the output is then a copy of the file with new rows. */
  readonly parquet?: ParquetRows | undefined;
}
