import { ROW, ROW_REASONS, ROW_STRIDE } from "../../../json/tape/masked-rows.ts";
import type { ReasonCount, ReasonSums } from "../../../reduce/pipeline/reasons.ts";
import type { RowCounts, TranscriptTelemetry } from "../../edits/compaction-result.ts";
import type { Job } from "../../edits/job.ts";
import { type Masked, plainTelemetry } from "../policy/plain-telemetry.ts";

type Reported = Pick<Job, "file" | "savings" | "policy">;

/** The telemetry of rows that the kernel compacted. */
export function* rowTelemetry(job: Reported, rows: RowCounts): Iterable<TranscriptTelemetry> {
  for (let row = 0; row < rows.count; row++) yield telemetryOfRow(job, rows, row);
}

/** The telemetry of one of the rows, by its index. */
export function telemetryOfRow(
  job: Reported,
  { format, line, numbers }: RowCounts,
  row: number,
): TranscriptTelemetry {
  const at = row * ROW_STRIDE;
  return telemetryFrom(job, {
    format,
    line: line + (numbers[at + ROW.breaks] ?? 0),
    integers: numbers,
    at,
  });
}

/** The telemetry of all rows as if they were one, for sums; tokens are rounded once instead of for each row. */
export function sumOfRows(job: Reported, rows: RowCounts): TranscriptTelemetry {
  const { format, line } = rows;
  return telemetryFrom(job, { format, line, integers: integersOf(rows), at: 0 });
}

/** A function of its own: V8 optimizes what has a hot loop together with all that it calls, which took 23 ms. */
function integersOf({ count, numbers }: RowCounts): ArrayLike<number> {
  const sums = new Float64Array(ROW_STRIDE);
  for (let at = 0; at < count * ROW_STRIDE; at += ROW_STRIDE)
    for (let place = 0; place < ROW_STRIDE; place++)
      sums[place] = (sums[place] ?? 0) + (numbers[at + place] ?? 0);
  return sums;
}

/** The chars that masking saved in a row. */
export function savedInRow({ numbers }: RowCounts, row: number): number {
  return numbers[row * ROW_STRIDE + ROW.saved] ?? 0;
}

function telemetryFrom(
  job: Reported,
  {
    format,
    line,
    integers,
    at,
  }: {
    readonly format: string;
    readonly line: number;
    readonly integers: ArrayLike<number>;
    readonly at: number;
  },
): TranscriptTelemetry {
  const about = {
    format: { name: format },
    line,
    messages: integers[at + ROW.messages] ?? 0,
    chars: integers[at + ROW.chars] ?? 0,
    toolTurns: integers[at + ROW.toolTurns] ?? 0,
  };
  return plainTelemetry(job, about, maskedOf(integers, at));
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
    sideBytes: at(ROW.sideBytes),
  };
}

const PLACES = ROW_REASONS.map((reason, k) => ({ reason, place: ROW.reasons + 2 * k }));
