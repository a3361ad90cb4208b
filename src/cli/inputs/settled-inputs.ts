import { counted } from "../../report/comparison/amounts.ts";
import type { Notices } from "../terminal/notices.ts";
import type { Shell } from "../terminal/shell.ts";
import type { Input } from "./input.ts";

/** A session that changed less than this long ago may still be in use by its agent. */
const IN_USE_MS = 600_000;

/**
 * The inputs that were not changed too recently: within `minAge`, or in place, for those that were named as
 * sessions, within ten minutes. Says how many are left out.
 */
export function settledInputs(
  inputs: readonly Input[],
  {
    flags: { minAge, inPlace },
    sessions,
    now,
    notices,
  }: {
    readonly flags: {
      readonly minAge?: number | undefined;
      readonly inPlace?: boolean | undefined;
    };
    readonly sessions: ReadonlySet<string>;
    readonly now: Shell["now"];
    readonly notices: Pick<Notices, "note">;
  },
): readonly Input[] {
  const isDue = (input: Input, least: number) =>
    input.kind === "stdin" || now() - Number(input.stats.mtimeNs / 1_000_000n) >= least;
  if (minAge !== undefined) {
    const due = inputs.filter((input) => isDue(input, minAge));
    if (due.length < inputs.length)
      notices.note(`${counted(inputs.length - due.length, "file")} changed too recently, skipped`);
    return due;
  }
  if (inPlace !== true) return inputs;
  const due = inputs.filter((input) => !sessions.has(input.name) || isDue(input, IN_USE_MS));
  if (due.length < inputs.length)
    notices.note(
      `sessions changed in the last 10 minutes, which may be in use, skipped: ${inputs.length - due.length} (--min-age 0 takes them too)`,
    );
  return due;
}
