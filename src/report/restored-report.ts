import { visible } from "../base/visible.ts";
import type { RestoreTelemetry, RestoreTotals } from "../restore/result.ts";
import { number } from "./figures.ts";
import type { ItemReport } from "./item-report.ts";

/** Counts an input in. */
export function addRestored(totals: RestoreTotals, telemetry: RestoreTelemetry): void {
  totals.files++;
  if (telemetry.isChanged) totals.restoredFiles++;
  for (const key of SUMMED) totals[key] += telemetry[key];
}

const SUMMED = [
  "rows",
  "observations",
  "lostObservations",
  "lostSummaries",
  "lostUnits",
  "beforeBytes",
  "afterBytes",
] as const;

/** Restored inputs, a line each. */
export const restoreReport: ItemReport<RestoreTelemetry, RestoreTotals> = {
  names: ["file", "files"],
  keys: ["file", "restored", ...SUMMED],
  line: (telemetry) =>
    `${visible(telemetry.file)}: ${outcomeOf(telemetry)}; bytes ` +
    `${number(telemetry.beforeBytes)} -> ${number(telemetry.afterBytes)}`,
  summary: ({ files, restoredFiles, failedFiles, skippedFiles }) => {
    const failed = failedFiles > 0 ? `, failed: ${number(failedFiles)}` : "";
    const skipped = skippedFiles > 0 ? `, no transcripts: ${number(skippedFiles)}` : "";
    const same = files - restoredFiles;
    const others = files > 1 && same > 0 ? `, nothing to restore: ${number(same)}` : "";
    return `restored: ${number(restoredFiles)} of ${number(files)} files${others}${failed}${skipped}`;
  },
};

function outcomeOf({ restored, rows, observations }: RestoreTelemetry): string {
  const byRef = observations > 0 ? `observations by ref: ${number(observations)}` : "";
  switch (restored) {
    case "whole":
      return "restored whole";
    case "start":
      return "restored, but for what was added since";
    case "rows":
      return `rows restored: ${number(rows)}${byRef && `, ${byRef}`}`;
    case "refs":
      return byRef;
    default:
      return "nothing to restore";
  }
}
