import type { InputIdentity } from "../terminal/shell.ts";
import type { Input } from "./input.ts";

/** An identity as a key: two are the same file if theirs are the same. */
export function fileKey({ dev, ino }: InputIdentity): string {
  return `${dev}:${ino}`;
}

/** The input that is a file, if one is. */
export function inputThatIs(
  file: InputIdentity | undefined,
  inputs: readonly Input[],
): Input | undefined {
  if (file === undefined) return undefined;
  const key = fileKey(file);
  return inputs.find((input) => {
    const identity = input.kind === "file" ? input.stats : input.identity;
    return identity !== undefined && fileKey(identity) === key;
  });
}
