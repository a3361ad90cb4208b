/** The largest rows of a table, from any number of rows. */
export interface Most<Row> {
  add(row: Row): void;
  /** Whether a row of this size could be among the largest. */
  wants(size: number): boolean;
  /** An input is done: its rows count. */
  finish(): void;
  /** An input failed: its rows do not. */
  discard(): void;
  /** The rows that count, the largest first; of equal ones the earlier first. */
  readonly rows: readonly Row[];
}

/** Keeps the `limit` largest rows, in memory for a few times as many. */
export function createMost<Row>(limit: number, sizeOf: (row: Row) => number): Most<Row> {
  let most: Row[] = [];
  let pending: Row[] = [];
  const keep = (rows: readonly Row[]) =>
    rows.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, limit);
  // Rows up to this size cannot be among the largest: the input already has `limit` larger ones.
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
