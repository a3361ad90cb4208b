import { ElisionError } from "../../base/errors.ts";

/** An error in the form in which it passes between threads. */
export interface TaskError {
  /** The kind of error: ours, the system's (`ENOENT`) or a fault of the program. */
  readonly kind: "elision" | "system" | "fault";
  readonly code: string | undefined;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** Whether it is a `RangeError`: something was larger than Node allows. */
  readonly isRange: boolean;
}

/** Serializes an error on the thread that threw it. */
export function toTaskError(error: unknown): TaskError {
  if (error instanceof ElisionError) {
    const { code, message, hint, file, line, column } = error;
    return { kind: "elision", code, message, hint, file, line, column, isRange: false };
  }
  const { code, message = String(error) } = error as NodeJS.ErrnoException;
  const kind = code === undefined || error instanceof TypeError ? "fault" : "system";
  return { kind, code, message, isRange: error instanceof RangeError };
}

/** Rebuilds the error on the other thread; a fault of the program has no code. */
export function fromTaskError(error: TaskError): Error {
  const { kind, code, message, hint, file, line, column, isRange } = error;
  if (kind === "elision")
    return new ElisionError(code ?? "", message, {
      ...(hint !== undefined && { hint }),
      ...(file !== undefined && { file }),
      ...(line !== undefined && { line }),
      ...(column !== undefined && { column }),
    });
  const made = isRange ? new RangeError(message) : new Error(message);
  return kind === "fault" ? made : Object.assign(made, { code });
}
