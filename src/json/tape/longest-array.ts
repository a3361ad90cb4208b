import type { Key } from "../tree/key.ts";
import { NONE, type Node } from "../tree/tree.ts";

/** No nodes at all. */
export const NO_NODES: readonly Node[] = [];

/** The longest array of a document that was looked up, and its items: in a row mostly the messages. */
export class LongestArray {
  node: Node = NONE;
  items: readonly Node[] = NO_NODES;
  /** The combined marks of all its items that are objects. */
  marks = 0;
  private key: Key | undefined;
  private found: readonly Node[] = NO_NODES;
  private ofItems: ReadonlySet<string> | undefined;

  forget(): void {
    this.keep(NONE, NO_NODES, 0);
  }

  keep(node: Node, items: readonly Node[], marks: number): void {
    this.node = node;
    this.items = items;
    this.marks = marks;
    this.key = undefined;
    this.ofItems = undefined;
  }

  /** The keys of the items, cached. */
  keys(find: () => ReadonlySet<string>): ReadonlySet<string> {
    this.ofItems ??= find();
    return this.ofItems;
  }

  /** The items that have an array under a key, cached for the latest key. */
  withArray(key: Key, find: () => readonly Node[]): readonly Node[] {
    if (key !== this.key) this.found = find();
    this.key = key;
    return this.found;
  }
}
