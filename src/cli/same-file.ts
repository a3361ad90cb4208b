import type { Input } from "./inputs.ts";

/** What tells a file from others, whatever it is called. */
export interface FileIdentity {
  readonly dev: bigint;
  readonly ino: bigint;
}

/** An identity as a key: two are the same file if theirs are the same. */
export function fileKey({ dev, ino }: FileIdentity): string {
  return `${dev}:${ino}`;
}

/** The input that is a file, if one is. */
export function inputThatIs(
  file: FileIdentity | undefined,
  inputs: readonly Input[],
): Input | undefined {
  if (file === undefined) return undefined;
  const key = fileKey(file);
  return inputs.find((input) => input.kind === "file" && fileKey(input.stats) === key);
}
