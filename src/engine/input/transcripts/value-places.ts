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

  /** Notes that the text of part `index` is a value, in a line whose content begins at `lineStart` of the bytes. */
  add(index: number, node: Node, about: { readonly tree: TapeTree; readonly lineStart: number }) {
    if (node === NONE) return;
    const { tree, lineStart } = about;
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

const IS_STRING = 1;
const HAS_ESCAPES = 2;
