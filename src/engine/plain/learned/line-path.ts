import {
  MOST_OF_LINE,
  MOST_PLACES,
  MOST_READS,
  type PathStep,
  STEP,
} from "../../../json/tape/learned-steps.ts";
import { NONE, type Node } from "../../../json/tree/tree.ts";

/** The questions of a reader to a line, their answers, and what it found, in order, as long as it can be learned. */
export class LinePath {
  /** Whether the steps tell all of that. */
  isWhole = true;
  readonly steps: PathStep[] = [];
  private readonly places = new Map<Node, number>();
  private readonly own = new Set<Node>();
  private placeCount = 0;
  /** The two places of values that the reader has reached in another way as well, until the next step. */
  private readonly doubles: (readonly [number, number])[] = [];
  private reads = 0;
  private founds = 0;

  /** Starts a line, whose own value is a node. */
  open(root: Node): void {
    this.isWhole = true;
    this.steps.length = 0;
    this.places.clear();
    this.placeCount = 0;
    this.reads = 0;
    this.founds = 0;
    this.own.clear();
    this.own.add(root);
    this.addPlaces([root]);
  }

  add(...step: PathStep): void {
    if (!this.isWhole) return;
    this.steps.push(step);
    // In another line they may be two values: the keys of an object, say, in another order than its values were read.
    for (const [one, other] of this.doubles.splice(0)) this.steps.push([STEP.one, one, other]);
  }

  /** Gives values the next places, and returns that of the first. */
  addPlaces(nodes: readonly Node[]): number {
    const first = this.placeCount;
    this.placeCount += nodes.length;
    if (this.placeCount > MOST_PLACES) this.isWhole = false;
    if (!this.isWhole) return first;
    for (const [k, node] of nodes.entries()) {
      const place = this.places.get(node);
      if (place === undefined) this.places.set(node, first + k);
      else this.doubles.push([place, first + k]);
    }
    return first;
  }

  /** The place of a value, -1 for none. */
  placeOf(node: Node): number {
    const place = node === NONE ? undefined : this.places.get(node);
    if (node !== NONE && place === undefined) this.isWhole = false;
    return place ?? -1;
  }

  /** Gives the value under a key of an object a place. */
  addValue(object: Node, value: Node): number {
    if (this.own.has(object)) this.own.add(value);
    return this.addPlaces([value]);
  }

  /** Whether a value is the line itself or under a key of it, in no list. */
  isOwn(node: Node): boolean {
    return this.own.has(node);
  }

  /** The place of a value that was read. */
  read(node: Node): number {
    if (++this.reads > MOST_READS) this.isWhole = false;
    return this.placeOf(node);
  }

  /** Adds a message or a mark. */
  addFound(...step: PathStep): void {
    if (++this.founds > MOST_OF_LINE) this.isWhole = false;
    this.add(...step);
  }

  /** Ends the path. If a message is without parts, its line is searched for text. */
  close(): void {
    if (haveEmpty(this.steps)) this.add(STEP.empty);
  }
}

/** Whether a message among steps is without parts. */
export function haveEmpty(steps: readonly PathStep[]): boolean {
  const found = steps
    .map(([kind]) => kind)
    .filter((kind) => kind === STEP.message || PARTS.has(kind));
  return found.some((kind, k) => kind === STEP.message && !PARTS.has(found[k + 1] ?? STEP.message));
}

const PARTS: ReadonlySet<number> = new Set([
  ...[STEP.text, STEP.reasoning, STEP.call, STEP.result, STEP.image],
]);
