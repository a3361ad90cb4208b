import type { MaskedRows, PairCounts, RowPolicy } from "../../../json/tape/masked-rows.ts";
import type { NotedLineSource, SessionAt, SessionFirst } from "./kernel-lines.ts";
import { isStored, type ReadLine } from "./read-line.ts";

/** The lines of an input, in order. */
export interface LineSource extends NotedLineSource {
  /** Whether there are no bytes yet after the last returned line. */
  readonly isSpent: boolean;
  /** The next complete line, scanned; valid until the next one. */
  next(about: AtEnd): ReadLine | undefined;
  /** The next complete rows that match the learned ones, under a policy; undefined if there are none. */
  nextRows?(policy: RowPolicy): MaskedRows | undefined;
  /** The counts of the next row, if `nextRows` read it completely, and it is over its budget once masked. */
  readonly over?: PairCounts | undefined;
  /**
   * The next complete and plain lines of the session that the kernel was started with. Undefined if the next line
   * is not plain.
   */
  nextSession?(first: SessionFirst): SessionAt | undefined;
  /** Like `next`, in its own memory. */
  nextToKeep(about: AtEnd): ReadLine | undefined;
  /** Frees the long lines returned so far. */
  freeLongLines(): void;
  /** Drops the current bytes, which are read in another way. */
  skip(): void;
}

/** With `isEnd`, the remaining bytes are a line as well. */
export interface AtEnd {
  readonly isEnd: boolean;
}

/** The lines that are complete by now; each is valid until the next. */
export function* linesIn(lines: LineSource, about: AtEnd): Iterable<ReadLine> {
  for (let read = lines.next(about); read !== undefined; read = lines.next(about)) {
    yield read;
    if (isStored(read)) lines.freeLongLines();
  }
}
