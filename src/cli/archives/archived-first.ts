import type { Archive } from "../../archive/archive.ts";
import { flushArchive } from "../../archive/flush-archive.ts";
import type { Sink } from "../../io/file-descriptor.ts";

/** Writes output once the archive that it refers to is flushed. */
export interface ArchivedFirst {
  write(output: Sink, pieces: readonly Buffer[]): Promise<void>;
  /** Settles once everything is written. */
  end(): Promise<void>;
}

/**
 * The next pieces are made while an archive is flushed for those before them: those of one call wait at most, copied,
 * and a failure is thrown by the next call. Without an archive pieces are written at once.
 */
export function archivedFirst(archive: Archive | undefined): ArchivedFirst {
  let latest = Promise.resolve();
  return {
    async write(output, pieces) {
      if (archive === undefined) return output.write(pieces);
      const copies = pieces.map((piece) => Buffer.from(piece));
      await latest;
      latest = flushArchive(archive).then(() => output.write(copies));
      latest.catch(() => {});
    },
    end: () => latest,
  };
}
