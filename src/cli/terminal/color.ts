import type { Shell } from "./shell.ts";

/** Whether to colour a stream, decided by the flag, then FORCE_COLOR, NO_COLOR, then whether it is a terminal. */
export function wantsColor(
  flag: boolean | undefined,
  env: Shell["env"],
  stream: { readonly isTerminal: boolean },
): boolean {
  if (flag !== undefined) return flag;
  const forced = env.FORCE_COLOR;
  if (forced !== undefined && forced !== "") return forced !== "0" && forced !== "false";
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== "") return false;
  return stream.isTerminal && env.TERM !== "dumb";
}
