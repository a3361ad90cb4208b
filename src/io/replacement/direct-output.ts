import { ElisionError } from "../../base/errors.ts";
import { descriptorSink, type Sink } from "../file-descriptor.ts";
import { ioError } from "../io-error.ts";

/** An output whose bytes go to a descriptor as they are, so that every thread can write them; or nowhere. */
export interface DirectOutput {
  readonly file: number | undefined;
  /** Its name in errors. */
  readonly name: string;
}

/** The code of the error for an output that cannot be written. */
export const OUTPUT_FAILED = "output-failed";

/** Whether an output cannot be written: whatever else goes there cannot be either. */
export function isOutputFailure(error: unknown): boolean {
  return error instanceof ElisionError && error.code === OUTPUT_FAILED;
}

/** Writes to an output directly. */
export function directSink({ file, name }: DirectOutput): Sink {
  if (file === undefined) return { write: async () => {} };
  const sink = descriptorSink(file);
  return {
    write: (pieces) =>
      sink.write(pieces).catch((error) => {
        throw outputError(error, name);
      }),
  };
}

/** The error of an output, with its name. If its reader has left, that error stays as it is. */
export function outputError(error: unknown, name: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof ElisionError || code === undefined || code === "EPIPE") return error;
  return new ElisionError(OUTPUT_FAILED, ioError(error, name).message, {
    file: name,
    cause: error,
  });
}
