import { type BigIntStats, closeSync, fstatSync } from "node:fs";
import { type OpenedBytes, withBytes } from "../../io/with-bytes.ts";
import type { Shell } from "../terminal/shell.ts";
import { openInput } from "./find-inputs.ts";
import type { Input } from "./input.ts";

/** An input that is open. */
export interface OpenInput extends OpenedBytes {
  /** The state of the file when it was opened; undefined for standard input. */
  readonly stats: BigIntStats | undefined;
}

/** Opens an input, compressed or not, for as long as `use` runs. */
export async function withInput<T>(
  input: Input,
  { stdin }: Pick<Shell, "stdin">,
  use: (opened: OpenInput) => Promise<T>,
): Promise<T> {
  const file = await openInput(input);
  if (file === undefined) return withBytes(stdin, (opened) => use({ ...opened, stats: undefined }));
  try {
    const stats = fstatSync(file, { bigint: true });
    return await withBytes(file, (opened) => use({ ...opened, stats }));
  } finally {
    closeSync(file);
  }
}
