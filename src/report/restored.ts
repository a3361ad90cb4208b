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
