import type { Splice } from "../../json/splice/splice.ts";
import type { RecordPiece } from "../input/input-piece.ts";
import type { TextPlace } from "../input/reading.ts";

/** Listeners for every line of rows, in order, for callers that answer each line with one. */
export interface RowWatch {
  /** A line in which no conversation was found is about to be copied. */
  other(text: TextPlace): void;
  /** Decides on the splices of a row, given the proposed ones; its transcripts were reported. */
  row(record: Pick<RecordPiece, "tree" | "text">, splices: readonly Splice[]): Iterable<Splice>;
}
