import { encodedBytes, encodeInside } from "../../../json/splice/encode.ts";
import type { TextInside } from "../../../json/splice/slot.ts";
import { type Slot, slotString } from "../../../json/splice/slot-text.ts";
import { ESCAPED, NON_ASCII, WORD_ESCAPED } from "../../../json/tape/tape.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import { DISPATCH_MARK } from "../../../reduce/placeholders/dispatch.ts";
import { type PartRange, PartRanges } from "./part-ranges.ts";

/** Facts about an observation, taken when its line was read, so that it need not be read again. */
export interface ObservationFacts {
  /** The range of its string in the line: bytes `[start, end)`, quotes included. */
  readonly start: number;
  readonly end: number;
  /** Whether that is in JSON that a string holds. */
  readonly isInside: boolean;
  /** Whether the whole line is ASCII. */
  readonly isAscii: boolean;
  /** Whether all bytes of the line are UTF-8. */
  readonly isUtf8: boolean;
  /** The flags of its token that concern escapes and encoding, as `RawString` takes them. */
  readonly flags: number;
  /** Whether it holds the mark of a dispatch result. */
  readonly isDispatch: boolean;
  /** See json/edges.ts. */
  readonly edges: number;
}

/** The bytes of a line saved by replacing an observation's string by a text. */
export function savedBytesOf(
  { start, end, isInside, isAscii: ascii }: ObservationFacts,
  text: string,
): number {
  const after = isInside
    ? Buffer.byteLength(encodeInside(text, { ascii }))
    : encodedBytes(text, { ascii });
  return end - start - after;
}

/** Facts of the observations of a transcript whose texts lie in one string each: 20 bytes for each. */
export class FactTable {
  private readonly ranges = new PartRanges();
  /** A cache: most questions about a text are about the one of the last question. */
  private latest: { readonly index: number; readonly facts: ObservationFacts } | undefined;

  /** Notes the facts of part `index`, whose line's content begins at `lineStart` of the bytes. */
  add(index: number, slot: Slot, { tree, lineStart, inside }: FactPlace): void {
    const node = inside?.node ?? slotString(tree, slot);
    const home = inside?.opened.tree ?? tree;
    if (!home.isString(node)) return;
    const own = { start: home.start(node), end: home.end(node), text: "" };
    const [{ start, end } = own] = inside?.opened.outer([own], { ascii: false }) ?? [];
    const dispatch = home.includes(node, DISPATCH_MARK) ? DISPATCH : 0;
    const encoding = (tree.isAscii ? ASCII : 0) | (tree.hasInvalidUtf8 ? NOT_UTF8 : 0);
    const token = home.field(node, 0);
    const escapes =
      ((token & ESCAPED) === 0 ? 0 : HAS_ESCAPES) | ((token & WORD_ESCAPED) === 0 ? 0 : HAS_WORDS);
    const place = inside === undefined ? 0 : INSIDE;
    const flags = home.edges(node) | dispatch | encoding | escapes | place;
    this.ranges.push(index, { start: start - lineStart, end: end - lineStart, flags });
  }

  /** The facts of part `index`; undefined where it must be read again. */
  get(index: number): ObservationFacts | undefined {
    if (this.latest?.index === index) return this.latest.facts;
    const range = this.ranges.get(index);
    if (range === undefined) return undefined;
    const facts = factsIn(range);
    this.latest = { index, facts };
    return facts;
  }
}

function factsIn({ start, end, flags }: PartRange): ObservationFacts {
  return {
    start,
    end,
    isInside: (flags & INSIDE) !== 0,
    isAscii: (flags & ASCII) !== 0,
    isUtf8: (flags & NOT_UTF8) === 0,
    flags:
      ((flags & ASCII) === 0 ? NON_ASCII : 0) |
      ((flags & HAS_ESCAPES) === 0 ? 0 : ESCAPED) |
      ((flags & HAS_WORDS) === 0 ? 0 : WORD_ESCAPED),
    isDispatch: (flags & DISPATCH) !== 0,
    edges: flags & EDGES,
  };
}

interface FactPlace {
  readonly tree: TapeTree;
  readonly lineStart: number;
  readonly inside: TextInside | undefined;
}

const EDGES = 0xffffff;
const ASCII = 0x1000000;
const DISPATCH = 0x2000000;
const INSIDE = 0x4000000;
const NOT_UTF8 = 0x8000000;
const HAS_ESCAPES = 0x10000000;
/** Has letters, digits or underscores that are written as escapes. */
const HAS_WORDS = 0x20000000;
