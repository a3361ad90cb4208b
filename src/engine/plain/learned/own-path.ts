import { type Slot, slotChars } from "../../../json/splice/slot-text.ts";
import {
  MOST_OF_OWN,
  type OwnPath,
  type PathStep,
  STEP,
} from "../../../json/tape/learned-steps.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import { NONE, type Node } from "../../../json/tree/tree.ts";
import type { FoundPath, FoundTree } from "./found-sink.ts";
import { haveEmpty } from "./line-path.ts";

/**
 * The steps of a format's reader in one message, for that message alone: nothing is asked, so it does not matter by
 * what the reader decided.
 */
export class FoundInMessage implements FoundPath, FoundTree, OwnPath {
  /** Whether the kernel can count all that is found. */
  isWhole = true;
  readonly steps: PathStep[] = [];
  readonly places: Node[] = [];
  private readonly tree: TapeTree;
  private readonly message: Node;
  private readonly placed = new Map<Node, number>();
  private reads = 0;

  constructor(tree: TapeTree, message: Node) {
    this.tree = tree;
    this.message = message;
    this.placeOf(message);
  }

  add(...step: PathStep): void {
    this.steps.push(step);
  }

  addFound(...step: PathStep): void {
    this.steps.push(step);
  }

  placeOf(node: Node): number {
    if (node === NONE) return -1;
    const known = this.placed.get(node);
    if (known !== undefined) return known;
    if (this.places.length >= MOST_OF_OWN) this.isWhole = false;
    if (!this.isWhole) return -1;
    const place = this.places.push(node) - 1;
    this.placed.set(node, place);
    return place;
  }

  read(node: Node): number {
    if (++this.reads > MOST_OF_OWN) this.isWhole = false;
    return this.placeOf(node);
  }

  isOwn(node: Node): boolean {
    return node === this.message;
  }

  charsOf(slot: Slot): number {
    return slotChars(this.tree, slot);
  }

  isString(node: Node): boolean {
    return this.tree.isString(node);
  }

  isNumber(node: Node): boolean {
    return this.tree.isNumber(node);
  }

  isArray(node: Node): boolean {
    return this.tree.isArray(node);
  }

  /** Names of tools are told by their text. */
  nodeOf(): Node {
    return NONE;
  }

  leave(): void {
    this.isWhole = false;
  }

  close(): void {
    if (haveEmpty(this.steps)) this.add(STEP.empty);
  }
}
