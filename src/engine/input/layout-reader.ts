import type { Layout } from "../../formats/format.ts";
import type { MaskedRows, RowPolicy } from "../../json/tape/masked-rows.ts";
import type { InputPiece, NotedLineSource, SessionAt, SessionFirst } from "./input-piece.ts";
import { isStored, type ReadLine } from "./read-line.ts";

/**
 * Reads an input of one layout, or finds out which it is and hands over to the reader of that. What it
 * gives is valid until the next is asked for.
 */
export interface LayoutReader {
  /** The layout of the input; undefined while it is not known. */
  readonly layout: Layout | undefined;
  /** Takes the lines that are there by now. */
  take(lines: LineSource, about: AtEnd): Iterable<InputPiece>;
  /** Ends the input, after all lines were taken. */
  finish(): Iterable<InputPiece>;
}

/** Gives the lines of an input one after another. */
export interface LineSource extends NotedLineSource {
  /** Whether nothing is there yet behind the last line that was given. */
  readonly isSpent: boolean;
  /** The next line that is there whole, scanned; it holds until the next is asked for. */
  next(about: AtEnd): ReadLine | undefined;
  /** The rows that are there whole and like those learned under a policy; undefined where none is. */
  nextRows?(policy: RowPolicy): MaskedRows | undefined;
  /**
   * The next lines of the session that the kernel was begun with which are there whole and plain. Undefined where the next is not.
   */
  nextSession?(first: SessionFirst): SessionAt | undefined;
  /** The same as `next`, in memory of its own. */
  nextToKeep(about: AtEnd): ReadLine | undefined;
  /** Lets go of the long lines that were given. */
  letGo(): void;
  /** Forgets the bytes that are there: they are read in another way. */
  skip(): void;
}

/** With `isEnd`, what is left is a line as well. */
export interface AtEnd {
  readonly isEnd: boolean;
}

/** The lines that are there by now; each holds until the next. */
export function* linesIn(lines: LineSource, about: AtEnd): Iterable<ReadLine> {
  for (let read = lines.next(about); read !== undefined; read = lines.next(about)) {
    yield read;
    if (isStored(read)) lines.letGo();
  }
}

/** Lines that were read before; with `isSpent`, nothing is there yet behind the last. */
export function keptLines(
  reads: Iterable<ReadLine>,
  { isSpent = false }: { readonly isSpent?: boolean } = {},
): LineSource {
  const rest = reads[Symbol.iterator]();
  let lines = 0;
  const next = () => {
    const { done, value } = rest.next();
    if (done) return undefined;
    lines++;
    return value;
  };
  return {
    isSpent,
    get lines() {
      return lines;
    },
    next,
    nextToKeep: next,
    letGo() {},
    skip() {},
  };
}
