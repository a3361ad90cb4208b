import type { PlacedSlot } from "../../../formats/shared/placed-slot.ts";
import { ESCAPED } from "../../../json/tape/tape.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import { NONE, type Node } from "../../../json/tree/tree.ts";
import { Column } from "../../../transcript/columns/column.ts";
import { PartNumbers } from "./part-numbers.ts";

/** Where the text of a part lies: bytes `[start, end)` of its line's content. */
export interface ValuePlace {
  readonly start: number;
  readonly end: number;
  /** Whether that is a string, quotes included. Of any other value, the text is its JSON. */
  readonly isString: boolean;
  /** Whether the string has escapes. */
  readonly hasEscapes: boolean;
}

/**
 * The places of texts, arguments and reasoning of a transcript, so that a line need not be read again as a whole: some
 * eight bytes for each.
 */
export class ValuePlaces {
  private readonly parts = new PartNumbers();
  private readonly starts = new Column();
  private readonly ends = new Column();
  private readonly flags = new Column();

  /** Notes the place of part `index`, if its text is one value; its line's content begins at `lineStart` of the bytes. */
  add(index: number, slot: PlacedSlot | undefined, { tree, lineStart }: ValueAbout): void {
    const node = valueIn(slot);
    if (node === NONE) return;
    this.parts.push(index);
    this.starts.push(tree.start(node) - lineStart);
    this.ends.push(tree.end(node) - lineStart);
    const escapes = (tree.field(node, 0) & ESCAPED) === 0 ? 0 : HAS_ESCAPES;
    this.flags.push(tree.isString(node) ? IS_STRING | escapes : 0);
  }

  /** The place of part `index`; undefined where its line must be read again. */
  get(index: number): ValuePlace | undefined {
    const at = this.parts.find(index);
    if (at === undefined) return undefined;
    const flags = this.flags.at(at);
    return {
      start: this.starts.at(at),
      end: this.ends.at(at),
      isString: (flags & IS_STRING) !== 0,
      hasEscapes: (flags & HAS_ESCAPES) !== 0,
    };
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

const IS_STRING = 1;
const HAS_ESCAPES = 2;
