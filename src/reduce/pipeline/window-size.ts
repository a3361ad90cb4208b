import { badOption } from "../../base/errors.ts";
import { wholeNumber } from "./option-checks.ts";

/** The size of a window, under either of its names; throws a `bad-option` error where both are given. */
export function windowSizeIn({
  window,
  preserveRecentRawTurns,
}: {
  readonly window?: number;
  readonly preserveRecentRawTurns?: number;
}): number | undefined {
  if (window !== undefined && preserveRecentRawTurns !== undefined)
    throw badOption(
      "preserveRecentRawTurns",
      "nothing where window is given",
      preserveRecentRawTurns,
    );
  return (
    wholeNumber("window", window) ?? wholeNumber("preserveRecentRawTurns", preserveRecentRawTurns)
  );
}
