/** The rows of a table that name the transcripts with most of something, of any number that comes. */
export interface Most<Row> {
  add(row: Row): void;
  /** Whether a row of this size may be among them. */
  wants(size: number): boolean;
  /** An input is done: its rows count. */
  finish(): void;
  /** An input failed: its rows do not. */
  discard(): void;
  /** Those that count, the largest first; of equals the earlier. */
  readonly rows: readonly Row[];
}

/** Keeps at most `limit` rows by their size, in room for a few times as many. */
export function createMost<Row>(limit: number, sizeOf: (row: Row) => number): Most<Row> {
  let most: Row[] = [];
  let pending: Row[] = [];
  const keep = (rows: readonly Row[]) =>
    rows.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, limit);
  // As many rows of the input are as large.
  let least = Number.NEGATIVE_INFINITY;
  const begin = () => {
    pending = [];
    least = Number.NEGATIVE_INFINITY;
  };
  return {
    add(row) {
      pending.push(row);
      if (pending.length <= 2 * limit) return;
      pending = keep(pending);
      const last = pending.at(-1);
      if (last !== undefined) least = sizeOf(last);
    },
    wants: (size) => size > least,
    finish() {
      most = keep([...most, ...pending]);
      begin();
    },
    discard: begin,
    get rows() {
      return most;
    },
  };
}
