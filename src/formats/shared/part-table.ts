import type { Shape } from "../../json/tree/shape.ts";
import type { Node } from "../../json/tree/tree.ts";
import { Column } from "../../transcript/columns/column.ts";
import type { PartHead } from "../../transcript/model/heads.ts";

/**
 * The parts of a record: the kind and the slot of each. Takes about four bytes a part, because a document can
 * have millions.
 */
export class PartTable {
  private readonly nodes = new Column();
  /** The number of its kind, and above it the number of its shape plus one. */
  private readonly kinds = new Column();
  /** The shapes of formats: few, and shared by many parts. */
  private readonly shapes: Shape[] = [];
  private readonly numbers = new Map<Shape, number>();
  /** By part: shapes that contain a node. */
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
    if (number === 0) return undefined; // No array contains -1, and searching for it is slow.
    return number === PLACED ? this.places.get(index) : this.shapes[number - 1];
  }

  hasShape(index: number): boolean {
    return this.kinds.at(index) >>> SHAPE_BITS !== 0;
  }

  /** Removes the parts, and keeps the memory. */
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

/** The most shapes to number; formats have about thirty. */
const MOST_SHAPES = 100;
const PLACED = 0xffff;

/** The index of a kind in `KINDS`; called for every part. */
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
