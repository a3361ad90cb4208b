import { number } from "./figures.ts";
import type { ItemReport } from "./items.ts";
import { visible } from "./visible.ts";

/** What became of one input that was to be restored. */
export interface RestoreTelemetry {
  readonly file: string;
  readonly beforeBytes: number;
  readonly afterBytes: number;
  readonly isChanged: boolean;
  /**
   * How it was found in the archive: `whole`, as the `start` of what it is now, its `rows` one by one,
   * or by the `refs` in placeholders alone. Absent where nothing was restored.
   */
  readonly restored?: "whole" | "start" | "rows" | "refs";
  /** Rows that were restored whole. */
  readonly rows: number;
  /** Observations that were restored by their refs. */
  readonly observations: number;
  /** Placeholders without a ref, or with one that the archive does not have. */
  readonly lostObservations: number;
  /** Summaries that still stand for what they are of. */
  readonly lostSummaries: number;
  /** Files and rows that the archive knows, but of which it lacks something, or has several originals. */
  readonly lostUnits: number;
}

/** Whether something could not be restored. */
export function isIncomplete({
  lostObservations,
  lostSummaries,
  lostUnits,
}: Pick<RestoreTelemetry, "lostObservations" | "lostSummaries" | "lostUnits">): boolean {
  return lostObservations + lostSummaries + lostUnits > 0;
}

/** The sums over all inputs. */
export interface RestoreTotals {
  files: number;
  restoredFiles: number;
  failedFiles: number;
  skippedFiles: number;
  rows: number;
  observations: number;
  lostObservations: number;
  lostSummaries: number;
  lostUnits: number;
  beforeBytes: number;
  afterBytes: number;
}

export function emptyRestoreTotals(): RestoreTotals {
  return {
    files: 0,
    restoredFiles: 0,
    failedFiles: 0,
    skippedFiles: 0,
    rows: 0,
    observations: 0,
    lostObservations: 0,
    lostSummaries: 0,
    lostUnits: 0,
    beforeBytes: 0,
    afterBytes: 0,
  };
}

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

/** What was restored, an input a line. */
export const restoreReport: ItemReport<RestoreTelemetry, RestoreTotals> = {
  names: ["file", "files"],
  keys: [
    "file",
    "restored",
    "rows",
    "observations",
    "lostObservations",
    "lostSummaries",
    "lostUnits",
    "beforeBytes",
    "afterBytes",
  ],
  line: (telemetry) =>
    `${visible(telemetry.file)}: ${outcomeOf(telemetry)}; bytes ` +
    `${number(telemetry.beforeBytes)} -> ${number(telemetry.afterBytes)}`,
  summary: ({ files, restoredFiles, failedFiles, skippedFiles }) => {
    const failed = failedFiles > 0 ? `, failed: ${number(failedFiles)}` : "";
    const skipped = skippedFiles > 0 ? `, no transcripts: ${number(skippedFiles)}` : "";
    return `restored: ${number(restoredFiles)} of ${number(files)} files${failed}${skipped}`;
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
