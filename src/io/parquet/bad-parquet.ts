import { ElisionError } from "../../base/errors.ts";

/** An error for a Parquet file that cannot be read, with what to do. */
export function bad(message: string, hint: string): ElisionError {
  return new ElisionError("bad-parquet", message, { hint });
}
