import type { FileTelemetry } from "../../../engine/edits/compaction-result.ts";
import { inOrder } from "../../../reduce/pipeline/reasons.ts";
import { jsonText } from "../../../report/json-text.ts";
import type { PipedRows } from "./piped-rows.ts";

/** The line of sums that ends a run. Its keys are a public contract: see docs/pipe.md. */
export function metricsLine(
  rows: PipedRows,
  {
    file,
    lines,
    label,
  }: {
    readonly file: FileTelemetry;
    readonly lines: number;
    readonly label: string | undefined;
  },
): string {
  const {
    inputs: _inputs,
    failedInputs: _failed,
    skippedFiles: _skipped,
    emptyInputs: _empty,
    ...sums
  } = rows.totals;
  const { beforeBytes, afterBytes, unreadResults, missingParents, invalidUtf8Records } = file;
  const { observations, calls, otherRecords, badLines, unreadRecords } = file;
  const counts = { observations, calls, otherRecords, badLines, unreadRecords };
  return `${jsonText({
    type: "metrics",
    ...(label !== undefined && { label }),
    rows: lines,
    blankRows: rows.blankRows,
    badRows: rows.badRows,
    ...sums,
    byRule: inOrder(sums.byRule),
    byStage: rows.stages,
    beforeBytes,
    afterBytes,
    unreadResults,
    missingParents,
    invalidUtf8Records,
    ...counts,
  })}\n`;
}
