import type { Node, Tree } from "../../json/tree/tree.ts";
import type { PlacedSlot } from "./placed-slot.ts";

/** The parts of an open record, as far as edits need them; parts go by their number in the record. */
export interface EditableParts {
  readonly tree: Tree;
  /** Where the text of a part lies; undefined if there is no such part. */
  slot(number: number): PlacedSlot | undefined;
  isImage(number: number): boolean;
  /** The string that holds all of a part's text; `NONE` if it is spread over several or within another. */
  onlyString(number: number): Node;
}
