import type { Shell } from "../terminal/shell.ts";

/**
 * Sizes of inputs between which it pays: smaller ones take little more than the start, and from 12 MB on `inspect` and
 * `check` take longer by the clock, since V8 optimizes on another thread.
 */
const LEAST_BYTES = 200_000;
const MOST_BYTES = 10_000_000;

/**
 * Bytes read as objects from which on it pays where masking is all that is done. To tell V8 takes 4 ms: sessions with
 * long results earn them back from 600 kB on, many short messages from 250 kB.
 */
const LEAST_MASKED_BYTES = 400_000;

/** Tells the shell that inputs of this size, undefined if it is not known, are read as objects: if that is worth it. */
export function expectObjects(
  shell: Pick<Shell, "expectObjects">,
  bytes: number | undefined,
): void {
  if (bytes === undefined || (bytes > LEAST_BYTES && bytes < MOST_BYTES)) shell.expectObjects?.();
}

/**
 * Counts the bytes of records that are read as objects, of inputs of `totalBytes` if that is known, and tells the shell
 * once that is worth it. Of many inputs only a few records may be.
 */
export function countObjects(
  shell: Pick<Shell, "expectObjects">,
  totalBytes: number | undefined,
): (bytes: number) => void {
  let counted = 0;
  return (bytes) => {
    counted += bytes;
    if (counted > LEAST_MASKED_BYTES && (totalBytes ?? counted) < MOST_BYTES)
      shell.expectObjects?.();
  };
}
