import { ROW, ROW_REASONS } from "../../json/tape/masked-rows.ts";
import type { ReasonSums } from "../../reduce/pipeline/reasons.ts";
import type { Masked } from "./plain-telemetry.ts";

/** The counts of masking, from the kernel's integers for a row: see `ROW`. */
export function maskedOf(integer: (place: number) => number): Masked {
  const count = integer(ROW.masked);
  const counts: ReasonSums = {};
  if (count > 0) counts.window = { masked: count, maskedChars: integer(ROW.saved) };
  for (let k = 0; k < ROW_REASONS.length; k++) {
    const kept = integer(ROW.reasons + 2 * k);
    const reason = ROW_REASONS[k];
    if (kept === 0 || reason === undefined) continue;
    counts[reason] = { ...counts[reason], kept, keptChars: integer(ROW.reasons + 2 * k + 1) };
  }
  return {
    count,
    chars: integer(ROW.saved),
    counts,
    resultChars: integer(ROW.resultChars),
    maskedTurns: integer(ROW.maskedTurns),
    remaining: integer(ROW.maskedBefore) + count,
  };
}
