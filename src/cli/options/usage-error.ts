import { ElisionError } from "../../base/errors.ts";

/** A usage error. */
export function usage(message: string, hint?: string): ElisionError {
  return new ElisionError("usage", message, hint === undefined ? {} : { hint });
}
