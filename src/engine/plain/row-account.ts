import { ROW, ROW_REASONS } from "../../json/tape/masked-rows.ts";
import type { ReasonCount, ReasonSums } from "../../reduce/pipeline/reasons.ts";
import type { Masked } from "./plain-telemetry.ts";

/** The counts of masking, from the kernel's integers for rows, of which `row` is the first for this one: see `ROW`. */
export function maskedOf(integers: Int32Array | Float64Array, row = 0): Masked {
  const at = (place: number) => integers[row + place] ?? 0;
  const count = at(ROW.masked);
  const chars = at(ROW.saved);
  const byRule: ReasonSums = {};
  for (const { reason, place } of PLACES) {
    const kept = at(place);
    const isMasked = count > 0 && reason === "window";
    if (kept === 0 && !isMasked) continue;
    const sums: ReasonCount = isMasked ? { masked: count, maskedChars: chars } : {};
    if (kept > 0) {
      sums.kept = kept;
      sums.keptChars = at(place + 1);
    }
    byRule[reason] = sums;
  }
  return {
    count,
    chars,
    byRule,
    resultChars: at(ROW.resultChars),
    maskedTurns: at(ROW.maskedTurns),
    remaining: at(ROW.maskedBefore) + count,
  };
}

const PLACES = ROW_REASONS.map((reason, k) => ({ reason, place: ROW.reasons + 2 * k }));
