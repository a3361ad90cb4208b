import { ROW, ROW_REASONS, ROW_STRIDE } from "../../../json/tape/masked-rows.ts";
import type { ReasonCount, ReasonSums } from "../../../reduce/pipeline/reasons.ts";
import type { RowCounts, TranscriptTelemetry } from "../../edits/compaction-result.ts";
import type { Job } from "../../edits/job.ts";
import { type Masked, plainTelemetry } from "../policy/plain-telemetry.ts";

/** The telemetry of rows that the kernel compacted. */
export function* rowTelemetry(
  job: Pick<Job, "file" | "savings" | "policy">,
  { format: name, line, count, numbers }: RowCounts,
): Iterable<TranscriptTelemetry> {
  for (let row = 0; row < count; row++) {
    const at = row * ROW_STRIDE;
    const about = {
      format: { name },
      line: line + row,
      messages: numbers[at + ROW.messages] ?? 0,
      chars: numbers[at + ROW.chars] ?? 0,
      toolTurns: numbers[at + ROW.toolTurns] ?? 0,
    };
    yield plainTelemetry(job, about, maskedOf(numbers, at));
  }
}

/** The counts of masking, from the kernel's integers for rows, of which `row` is the first for this one: see `ROW`. */
export function maskedOf(integers: ArrayLike<number>, row = 0): Masked {
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
