import { ElisionError } from "../../base/errors.ts";

/** An error as it crosses from one thread to another. */
export interface TaskError {
  /** The kind of error: ours, the system's (`ENOENT`) or a fault of the program. */
  readonly kind: "elision" | "system" | "fault";
  readonly code: string | undefined;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** Whether something was larger than Node has room for. */
  readonly isRange: boolean;
}

/** Takes an error apart on the thread that it was thrown on. */
export function toTaskError(error: unknown): TaskError {
  if (error instanceof ElisionError) {
    const { code, message, hint, file, line, column } = error;
    return { kind: "elision", code, message, hint, file, line, column, isRange: false };
  }
  const { code, message = String(error) } = error as NodeJS.ErrnoException;
  const kind = code === undefined || error instanceof TypeError ? "fault" : "system";
  return { kind, code, message, isRange: error instanceof RangeError };
}

/** Makes the error again on the other thread; a fault of the program has no code. */
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
