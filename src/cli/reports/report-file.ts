import { closeSync, openSync } from "node:fs";
import { ElisionError } from "../../base/errors.ts";
import { fileStatus } from "../../io/file-status.ts";
import { ioError } from "../../io/io-error.ts";
import { beginReplacement } from "../../io/replacement/replacement.ts";
import { createSpool } from "../../io/store/spool.ts";
import { writeFully } from "../../io/write-fully.ts";
import type { Input } from "../inputs/input.ts";
import { inputThatIs } from "../inputs/same-file.ts";
import { usage } from "../options/usage-error.ts";
import { isClosedPipe } from "../terminal/known-error.ts";

/** A file that a report is written to. It is there as a whole, or as it was before. */
export interface ReportFile {
  /** Never throws: inputs are processed even if their report cannot be written. */
  write(text: string): void;
  /** @throws {ElisionError} that names the file, where the report could not be written. */
  finish(): Promise<void>;
  /** Discards the report, unless it is finished. */
  abandon(): void;
}

/** Writes the bytes of a report to its file. */
interface ReportFileTarget {
  write(bytes: Buffer): void;
  commit(): Promise<void>;
  abort(): void;
}

/**
 * Opens the file of a report. A regular file is replaced when the report is finished; a device or a pipe
 * is written as the report is made.
 *
 * @throws {ElisionError} where it cannot be written, or is an input.
 */
export function openReportFile(path: string, inputs: readonly Input[]): ReportFile {
  const existing = fileStatus(path);
  if (inputThatIs(existing, inputs) !== undefined)
    throw usage(`the report would overwrite the input ${path}`);
  const target = named(path, () =>
    isReplaceable(path, existing) ? replaced(path) : writtenThrough(path),
  );
  let failure: ElisionError | undefined;
  let isOver = false;
  return {
    write(text) {
      if (isOver) return;
      try {
        target.write(Buffer.from(text));
      } catch (error) {
        if (!isClosedPipe(error)) failure = notWritten(error, path);
        isOver = true;
        target.abort();
      }
    },
    async finish() {
      if (failure !== undefined) throw failure;
      if (isOver) return;
      isOver = true;
      try {
        await target.commit();
      } catch (error) {
        throw notWritten(error, path);
      }
    },
    abandon() {
      if (!isOver) target.abort();
      isOver = true;
    },
  };
}

/** Whether a file can be replaced: a regular file, unless a stream of this process writes to it as well. */
function isReplaceable(path: string, existing: ReturnType<typeof fileStatus>): boolean {
  return existing === undefined || (existing.isFile() && !/^\/(?:dev|proc)\//.test(path));
}

function named<T>(path: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    throw ioError(error, path);
  }
}

function notWritten(error: unknown, path: string): ElisionError {
  const { message } = error instanceof ElisionError ? error : ioError(error, path);
  return new ElisionError("io", `the report is not written: ${message}`, { file: path });
}

/**
 * Buffers the report until it is finished. With a temporary file there all the time, signals would have to wait
 * for the event loop to clean up.
 */
function replaced(path: string): ReportFileTarget {
  beginReplacement(path).abort(); // Fails at once if it cannot be written.
  const spool = createSpool();
  return {
    write: (bytes) => spool.append(bytes),
    async commit() {
      const replacement = beginReplacement(path);
      try {
        for (const piece of spool.pieces(0, spool.size)) await replacement.write([piece]);
      } catch (error) {
        replacement.abort();
        throw error;
      } finally {
        spool.close();
      }
      await replacement.commit();
    },
    abort: () => spool.close(),
  };
}

function writtenThrough(path: string): ReportFileTarget {
  const file = openSync(path, "w");
  const abort = () => closeSync(file);
  return {
    write: (bytes) => writeFully(file, bytes),
    commit: async () => abort(),
    abort,
  };
}
