import type { Shell } from "../terminal/shell.ts";

/**
 * Sizes of inputs between which it pays: smaller ones take little more than the start, and from 12 MB on `inspect` and
 * `check` take longer by the clock, since V8 optimizes on another thread.
 */
const LEAST_BYTES = 200_000;
const MOST_BYTES = 10_000_000;

/** Tells the shell that inputs of this size, undefined if it is not known, are read as objects: if that is worth it. */
export function expectObjects(
  shell: Pick<Shell, "expectObjects">,
  bytes: number | undefined,
): void {
  if (bytes === undefined || (bytes > LEAST_BYTES && bytes < MOST_BYTES)) shell.expectObjects?.();
}
