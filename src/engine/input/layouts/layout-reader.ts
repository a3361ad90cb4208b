import type { Layout } from "../../../formats/format.ts";
import type { InputPiece } from "../input-piece.ts";
import type { AtEnd, LineSource } from "../lines/line-source.ts";

/**
 * Reads an input of one layout, or detects the layout and continues with its reader. A yielded piece is valid
 * until the next.
 */
export interface LayoutReader {
  /** The layout of the input; undefined while it is not known. */
  readonly layout: Layout | undefined;
  /** Takes the lines that are complete by now. */
  take(lines: LineSource, about: AtEnd): Iterable<InputPiece>;
  /** Ends the input, after all lines were taken. */
  finish(): Iterable<InputPiece>;
}
