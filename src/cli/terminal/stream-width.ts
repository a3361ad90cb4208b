import type { Shell } from "./shell.ts";

/** The width of a terminal that does not say, and of tables in a pipe. */
export const DEFAULT_COLUMNS = 80;

/** The width for tables on a stream: that of the terminal, else COLUMNS, else 80. */
export function tableWidth(
  stream: { readonly columns?: number | undefined },
  env: Shell["env"],
): number {
  const columns = Number(stream.columns ?? env.COLUMNS);
  return columns > 0 ? columns : DEFAULT_COLUMNS;
}

/** The width for lists on stdout: that of the terminal, else COLUMNS; infinite in a pipe. */
export function widthOf({ stdout, env }: Pick<Shell, "stdout" | "env">): number {
  const columns = stdout.columns ?? Number(env.COLUMNS);
  return columns > 0 ? columns : Number.POSITIVE_INFINITY;
}

/** The width that a terminal reports; undefined for 0, which terminals made by scripts report. */
export function knownWidth(columns: number | undefined): number | undefined {
  return columns === 0 ? undefined : columns;
}
