import type { Shell } from "../terminal/shell.ts";
import { bytesOf, type Input } from "./input.ts";

/** Sizes of inputs in between which a run takes longer than its start, but less than a second or two. */
const LEAST_BYTES = 200_000;
const MOST_BYTES = 40_000_000;

/** Tells the shell that inputs are read as objects, if they are of such a size or of one that is not known. */
export function expectObjects(shell: Pick<Shell, "expectObjects">, inputs: readonly Input[]): void {
  const bytes = bytesOf(inputs);
  if (bytes === undefined || (bytes > LEAST_BYTES && bytes < MOST_BYTES)) shell.expectObjects?.();
}
