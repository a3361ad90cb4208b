/** The result of restoring one input. */
export interface RestoreTelemetry {
  readonly file: string;
  readonly beforeBytes: number;
  readonly afterBytes: number;
  readonly isChanged: boolean;
  /**
   * How it was found in the archive: `whole`, as the `start` of the current file, its `rows` one by one, or only
   * by `refs` in placeholders. Absent if nothing was restored.
   */
  readonly restored?: "whole" | "start" | "rows" | "refs";
  /** Rows that were restored whole. */
  readonly rows: number;
  /** Observations that were restored by their refs. */
  readonly observations: number;
  /** Placeholders without a ref, or with one that the archive does not have. */
  readonly lostObservations: number;
  /** Summaries whose messages could not be brought back. */
  readonly lostSummaries: number;
  /** Files and rows that the archive knows, but with missing texts, or with several originals. */
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
