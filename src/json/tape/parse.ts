import type { ScanError } from "../scan/scan-error.ts";
import { scan } from "../scan/scan-json.ts";
import { createTape, type Tape } from "./tape.ts";
import { TapeTree } from "./tape-tree.ts";

/** Scans `bytes[start, end)` and returns its tree, or the error. */
export function parse(
  bytes: Buffer,
  {
    start = 0,
    end = bytes.length,
    tape = createTape(),
  }: { start?: number; end?: number; tape?: Tape } = {},
): TapeTree | ScanError {
  return scan(bytes, tape, { start, end }) ?? new TapeTree(bytes, tape);
}
