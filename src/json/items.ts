import type { Splice } from "./splice.ts";
import type { TapeNode } from "./tape-node.ts";

/** An item to be put before the item that now has index `at`; `at` may be the length, for the end. */
export interface Insertion {
  readonly at: number;
  readonly json: string;
}

/**
 * Takes items out of an array. One comma and the white space of a removed item go with it, all may
 * go, and neighbours make one splice.
 */
export function removeItems(array: TapeNode, indices: Iterable<number>): Splice[] {
  return editItems(array, { remove: new Set(indices), insert: [] });
}

/** Puts an item into an array, with the white space of its neighbour. */
export function insertItem(array: TapeNode, at: number, json: string): Splice[] {
  return editItems(array, { remove: new Set(), insert: [{ at, json }] });
}

/**
 * Takes items out of an array and puts others in, in one go, so that a summary can take the place of
 * what it stands for. Insertions are in order of `at`.
 */
export function editItems(
  array: TapeNode,
  edits: { readonly remove: ReadonlySet<number>; readonly insert: readonly Insertion[] },
): Splice[] {
  const items = array.items();
  const separator = separatorOf(array, items);
  const splices: Splice[] = [];
  let previous = -1; // the last item that stays
  let from = 0; // the first item of the gap after it

  for (let index = 0; index <= items.length; index++) {
    if (index < items.length && edits.remove.has(index)) continue;
    const added = edits.insert.filter(({ at }) => at >= from && at <= index).map((i) => i.json);
    const splice = gap({ array, items, previous, from, next: index, added, separator });
    if (splice !== undefined) splices.push(splice);
    previous = index;
    from = index + 1;
  }
  return splices;
}

/** What changes between two items that stay: `items[from, next)` go, `added` come. */
function gap(g: {
  array: TapeNode;
  items: readonly TapeNode[];
  previous: number;
  from: number;
  next: number;
  added: readonly string[];
  separator: string;
}): Splice | undefined {
  const { array, items, added, separator } = g;
  const removed = g.next - g.from;
  if (removed === 0 && added.length === 0) return undefined;
  const first = items[g.from];
  const next = items[g.next];
  const previous = items[g.previous];

  if (next !== undefined) {
    const text = added.map((json) => `${json},${separator}`).join("");
    return { start: (first ?? next).start, end: next.start, text };
  }
  const last = items[g.next - 1];
  if (previous !== undefined) {
    const text = added.map((json) => `,${separator}${json}`).join("");
    return {
      start: previous.end,
      end: removed === 0 ? previous.end : (last ?? previous).end,
      text,
    };
  }
  const text = added.join(`,${separator}`);
  if (first === undefined || last === undefined || added.length === 0)
    return { start: array.start + 1, end: array.end - 1, text };
  return { start: first.start, end: last.end, text };
}

/** The white space that stands between the comma after one item and the next item. */
function separatorOf(array: TapeNode, items: readonly TapeNode[]): string {
  const [first, second] = items;
  if (second !== undefined) return spaceBefore(second);
  if (first === undefined) return "";
  const before = spaceBefore(first);
  if (before.includes("\n")) return before;
  const bytes = array.document.bytes;
  const colon = first.kind === "object" ? bytes.indexOf('": ', first.start) : -1;
  return colon >= 0 && colon < first.end ? " " : "";
}

function spaceBefore(item: TapeNode): string {
  const { bytes } = item.document;
  let from = item.start;
  while (isSpace(bytes[from - 1])) from--;
  return bytes.toString("latin1", from, item.start);
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
