import type { Shell } from "../terminal/shell.ts";

/** Sizes of inputs in between which a run takes longer than its start, but less than a second or two. */
const LEAST_BYTES = 200_000;
const MOST_BYTES = 40_000_000;

/** Tells the shell that inputs of this size, undefined if it is not known, are read as objects: if that is worth it. */
export function expectObjects(
  shell: Pick<Shell, "expectObjects">,
  bytes: number | undefined,
): void {
  if (bytes === undefined || (bytes > LEAST_BYTES && bytes < MOST_BYTES)) shell.expectObjects?.();
}
