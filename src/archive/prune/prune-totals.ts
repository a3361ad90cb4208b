/** Counts of removed and kept entries. */
export interface PruneTotals {
  /** Whether it was only looked at what would be removed. */
  isDry: boolean;
  keptEntries: number;
  removedEntries: number;
  beforeBytes: number;
  afterBytes: number;
}
