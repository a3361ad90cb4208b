import type { Shell } from "./shell.ts";

/** The width for output on stdout: that of the terminal, else COLUMNS; infinite in a pipe. */
export function widthOf({ stdout, env }: Pick<Shell, "stdout" | "env">): number {
  const columns = stdout.columns ?? Number(env.COLUMNS);
  return columns > 0 ? columns : Number.POSITIVE_INFINITY;
}

/** The width that a terminal reports; undefined for 0, which terminals made by scripts report. */
export function knownWidth(columns: number | undefined): number | undefined {
  return columns === 0 ? undefined : columns;
}
