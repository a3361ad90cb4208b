import type { Node, Tree } from "../../json/tree/tree.ts";
import type { PlacedSlot } from "./placed-slot.ts";

/** The parts of an open record, as far as edits need them, by their number in the record. */
export interface EditableParts {
  readonly tree: Tree;
  /** The slot of a part's text; undefined if there is no such part. */
  slot(number: number): PlacedSlot | undefined;
  isImage(number: number): boolean;
  /**
   * The only string that contains a part's text; `NONE` if the text is in several strings or inside another.
   */
  onlyString(number: number): Node;
}
