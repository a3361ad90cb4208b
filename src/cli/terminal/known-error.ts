import { ElisionError } from "../../base/errors.ts";
import { ioError } from "../../io/io-error.ts";

/** The error as one that the user can act on; an internal error is thrown. */
export function knownError(error: unknown, file = ""): ElisionError {
  if (error instanceof ElisionError) return error;
  if (isTooLarge(error))
    return new ElisionError("too-large", "holds more at a time than Node has room for", {
      ...(file !== "" && { file }),
      hint: `a text may have 512 MB; Node said: ${(error as Error).message}`,
      cause: error,
    });
  // Node's TypeErrors have codes as well.
  const isFault = error instanceof TypeError;
  if (isFault || (error as NodeJS.ErrnoException).code === undefined) throw error;
  return ioError(error, file);
}

/** Whether an error means that the reader of our output has left. */
export function isClosedPipe(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | undefined)?.code === "EPIPE";
}

function isTooLarge(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ERR_STRING_TOO_LONG" || code === "ERR_BUFFER_TOO_LARGE") return true;
  return error instanceof RangeError && TOO_LARGE.test(error.message);
}

/** Node's messages for a string, a buffer or a WebAssembly memory past its limit. */
const TOO_LARGE =
  /^(Invalid (string|array|typed array) length|Array buffer allocation failed|WebAssembly\.Memory\.grow)/;
