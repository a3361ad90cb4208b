import type { Shape } from "../../json/tree/shape.ts";
import type { Node } from "../../json/tree/tree.ts";
import { Column } from "../../transcript/columns/column.ts";
import type { PartHead } from "../../transcript/model/heads.ts";

/**
 * The parts of a record: what each is, and where its text lies. Some four bytes for each; a record can be a
 * document with millions.
 */
export class PartTable {
  private readonly nodes = new Column();
  /** The number of its kind, and above that one more than the number of its shape. */
  private readonly kinds = new Column();
  /** The shapes that formats have: few, and the same for many parts. */
  private readonly shapes: Shape[] = [];
  private readonly numbers = new Map<Shape, number>();
  /** The shapes that say where something lies, by the part. */
  private readonly places = new Map<number, Shape>();

  get length(): number {
    return this.nodes.length;
  }

  add(kind: PartHead["kind"], node: Node, shape: Shape | undefined): void {
    const shapeNumber = shape === undefined ? 0 : this.numberOf(shape);
    this.kinds.push(numberOfKind(kind) | (shapeNumber << SHAPE_BITS));
    this.nodes.push(node);
  }

  node(index: number): Node {
    return this.nodes.at(index);
  }

  kind(index: number): PartHead["kind"] | undefined {
    return KINDS[this.kinds.at(index) & KIND];
  }

  shape(index: number): Shape | undefined {
    const number = this.kinds.at(index) >>> SHAPE_BITS;
    if (number === 0) return undefined; // There is no -1 in an array, and looking for it is slow.
    return number === PLACED ? this.places.get(index) : this.shapes[number - 1];
  }

  hasShape(index: number): boolean {
    return this.kinds.at(index) >>> SHAPE_BITS !== 0;
  }

  /** Forgets the parts, and keeps the room. */
  clear(): void {
    this.nodes.clear();
    this.kinds.clear();
    if (this.places.size > 0) this.places.clear();
  }

  private numberOf(shape: Shape): number {
    const known = this.numbers.get(shape);
    if (known !== undefined) return known;
    if (this.shapes.length === MOST_SHAPES || "item" in shape || "array" in shape) {
      this.places.set(this.length, shape);
      return PLACED;
    }
    const number = this.shapes.push(shape);
    this.numbers.set(shape, number);
    return number;
  }
}

const KINDS: readonly PartHead["kind"][] = ["text", "reasoning", "call", "observation", "image"];

/** The low bits are the number of a kind. */
const SHAPE_BITS = 3;
const KIND = (1 << SHAPE_BITS) - 1;

/** Shapes that are numbered; formats have some thirty. */
const MOST_SHAPES = 100;
const PLACED = 0xffff;

/** The place of a kind in `KINDS`, which every part asks for. */
function numberOfKind(kind: PartHead["kind"]): number {
  switch (kind) {
    case "text":
      return 0;
    case "reasoning":
      return 1;
    case "call":
      return 2;
    case "observation":
      return 3;
    case "image":
      return 4;
    default:
      return kind satisfies never;
  }
}
