import type { TapeTree } from "../tape/tape-tree.ts";
import { NONE, type Node } from "../tree/tree.ts";
import type { Splice } from "./splice.ts";

/** An item to insert before the current item `at`; the array's length inserts at the end. */
export interface Insertion {
  readonly at: number;
  readonly json: string;
}

/**
 * Removes items of an array. With each item go one comma and its white space. All items may be removed, and
 * adjacent ones make one splice.
 */
export function removeItems(tree: TapeTree, array: Node, removed: Iterable<Node>): Splice[] {
  const items = tree.items(array);
  const nodes = new Set(removed);
  const remove = { has: (index: number) => nodes.has(items[index] ?? NONE) };
  return editItems(tree, array, { remove, insert: [] });
}

/**
 * Removes and inserts items of an array in one step, so that a summary can replace messages. An inserted item
 * gets the white space of its neighbour. Insertions are in order of `at`.
 */
export function editItems(
  tree: TapeTree,
  array: Node,
  edits: {
    readonly remove: { has(index: number): boolean };
    readonly insert: readonly Insertion[];
  },
): Splice[] {
  const items = tree.items(array);
  const separator = separatorOf(tree, items);
  const splices: Splice[] = [];
  let previous = -1; // the last item that stays
  let from = 0; // the first item of the gap after it
  let inserted = 0;

  for (let index = 0; index <= items.length; index++) {
    if (index < items.length && edits.remove.has(index)) continue;
    const before = inserted;
    while ((edits.insert[inserted]?.at ?? items.length + 1) <= index) inserted++;
    const added = edits.insert.slice(before, inserted).map(({ json }) => json);
    const splice = gap({ tree, array, items, previous, from, next: index, added, separator });
    if (splice !== undefined) splices.push(splice);
    previous = index;
    from = index + 1;
  }
  return splices;
}

/** The change between two items that stay: `items[from, next)` are removed, and `added` inserted. */
function gap(g: {
  tree: TapeTree;
  array: Node;
  items: readonly Node[];
  previous: number;
  from: number;
  next: number;
  added: readonly string[];
  separator: string;
}): Splice | undefined {
  const { tree, array, items, added, separator } = g;
  const removed = g.next - g.from;
  if (removed === 0 && added.length === 0) return undefined;
  const first = items[g.from];
  const next = items[g.next];
  const previous = items[g.previous];

  if (next !== undefined) {
    const text = added.map((json) => `${json},${separator}`).join("");
    return { start: tree.start(first ?? next), end: tree.start(next), text };
  }
  const last = items[g.next - 1];
  if (previous !== undefined) {
    const text = added.map((json) => `,${separator}${json}`).join("");
    const start = tree.end(previous);
    return { start, end: removed === 0 ? start : tree.end(last ?? previous), text };
  }
  const text = added.join(`,${separator}`);
  if (first === undefined || last === undefined || added.length === 0)
    return { start: tree.start(array) + 1, end: tree.end(array) - 1, text };
  return { start: tree.start(first), end: tree.end(last), text };
}

/** The white space between the comma after an item and the next item. */
function separatorOf(tree: TapeTree, items: readonly Node[]): string {
  const [first, second] = items;
  if (second !== undefined) return spaceBefore(tree, second);
  if (first === undefined) return "";
  const before = spaceBefore(tree, first);
  if (before.includes("\n")) return before;
  const inside = tree.subarray(tree.start(first), tree.end(first));
  return tree.isObject(first) && inside.includes('": ') ? " " : "";
}

function spaceBefore(tree: TapeTree, item: Node): string {
  const start = tree.start(item);
  let from = start;
  while (isSpace(tree.subarray(from - 1, from)[0])) from--;
  return tree.subarray(from, start).toString("latin1");
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
