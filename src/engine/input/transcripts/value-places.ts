import type { PlacedSlot } from "../../../formats/shared/placed-slot.ts";
import { FLAGS_MASK, KIND_MASK, STRING } from "../../../json/tape/tape.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import { NONE, type Node } from "../../../json/tree/tree.ts";
import { type PartRange, PartRanges } from "./part-ranges.ts";

/** A value of a line that is the text of a part; `flags` are those of a string, as `RawString` takes them. */
export interface ValuePlace extends PartRange {
  /** Whether it is a string, quotes included. Of any other value, the text is its JSON. */
  readonly isString: boolean;
}

/**
 * The places of texts, arguments and reasoning of a transcript, so that a line need not be read again as a whole: some
 * nine bytes for each.
 */
export class ValuePlaces {
  private readonly ranges = new PartRanges();

  /**
   * Notes the place of part `index`, if its text is one value; its line's content begins at `lineStart` of the bytes.
   */
  add(index: number, slot: PlacedSlot | undefined, { tree, lineStart }: ValueAbout): void {
    const node = valueIn(slot);
    if (node === NONE) return;
    const flags = tree.field(node, 0) & FLAGS_MASK;
    const [start, end] = [tree.start(node) - lineStart, tree.end(node) - lineStart];
    this.ranges.push(index, { start, end, flags });
  }

  /** The place of part `index`; undefined where its line must be read again. */
  get(index: number): ValuePlace | undefined {
    const range = this.ranges.get(index);
    return range && { ...range, isString: (range.flags & KIND_MASK) === STRING };
  }
}

interface ValueAbout {
  readonly tree: TapeTree;
  readonly lineStart: number;
}

/** The value whose text, or whose JSON if it is no string, is that of a slot; `NONE` if there is none. */
function valueIn(slot: PlacedSlot | undefined): Node {
  if (slot === undefined || slot.inside !== undefined) return NONE;
  const { node, shape } = slot;
  const isWhole = shape === undefined || shape.as === "value";
  const isUnsealed = (shape?.as === "within" || shape?.as === "object") && !shape.isSealed;
  return isWhole || isUnsealed ? node : NONE;
}
