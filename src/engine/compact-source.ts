import type { Layout } from "../formats/format.ts";
import type { ByteSource } from "../io/file-descriptor.ts";
import { Output } from "../io/output.ts";
import type { Store } from "../io/store/store.ts";
import { Compactor } from "./compactor.ts";
import type { FileTelemetry } from "./edits/compaction-result.ts";
import type { Job } from "./edits/job.ts";
import type { RowWatch } from "./edits/row-watch.ts";
import { feed } from "./input/feed-bytes.ts";

/** The source of an input, and the output of its compaction. */
export interface SourceCompaction {
  readonly source: ByteSource;
  /** Keeps the bytes that may be read again. */
  readonly store: Store;
  /** Set if the source is a part of a file of rows: where it begins there. */
  readonly partStart?: number | undefined;
  /** Listeners for each row, which decide on its splices. */
  readonly rows?: RowWatch | undefined;
  /** Writes bytes that are final. */
  write(pieces: readonly Buffer[], layout: Layout | undefined): Promise<void>;
  /** Gets the number of bytes of every read. */
  onRead?(count: number): void;
}

/** Compacts a source to its end. Returns its telemetry, and the number of its lines. */
export async function compactSource(
  job: Job,
  { source, store, partStart, rows, write, onRead }: SourceCompaction,
): Promise<{ readonly telemetry: FileTelemetry; readonly lines: number }> {
  const output = new Output();
  const compactor = new Compactor(job, { store, output, partStart, rows });
  try {
    await feed(compactor, {
      source,
      onRead,
      drain: async () => {
        if (output.held > 0) await write(output.drain(), compactor.layout);
      },
    });
    return { telemetry: compactor.telemetry, lines: compactor.lines };
  } finally {
    compactor.close();
  }
}
