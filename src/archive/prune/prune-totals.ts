/** Counts of removed and kept entries. */
export interface PruneTotals {
  /** Whether this was a dry run, which removes nothing. */
  isDry: boolean;
  keptEntries: number;
  removedEntries: number;
  beforeBytes: number;
  afterBytes: number;
}
