import type { Shell } from "./shell.ts";

/** The width of what is printed on stdout: that of the terminal, else COLUMNS; none in a pipe. */
export function widthOf({ stdout, env }: Pick<Shell, "stdout" | "env">): number {
  const columns = stdout.columns ?? Number(env.COLUMNS);
  return columns > 0 ? columns : Number.POSITIVE_INFINITY;
}

/** The width that a terminal says; none where that is 0, as it is in terminals that scripts make. */
export function knownWidth(columns: number | undefined): number | undefined {
  return columns === 0 ? undefined : columns;
}
