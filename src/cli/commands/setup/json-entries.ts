import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import type { Node } from "../../../json/tree/tree.ts";

/** A value to add: a member of an object by its key, or an item of an array. */
export interface NewEntry {
  readonly key?: string;
  readonly value: unknown;
}

/**
 * The bytes of a document with an entry after the last one of an object or array, laid out like its neighbours.
 */
export function withEntry(tree: TapeTree, bytes: Buffer, container: Node, entry: NewEntry): Buffer {
  const start = tree.start(container);
  const end = tree.end(container);
  const items = tree.items(container);
  const last = items.at(-1);
  const text = bytes.toString("utf8", start, end);
  const lineEnd = bytes.includes("\r\n") ? "\r\n" : "\n";
  const own = indentAt(bytes, start);
  if (last === undefined) {
    if (!bytes.includes("\n")) return spliced(bytes, start + 1, end - 1, textOf(entry));
    const indent = own + unitOf(bytes);
    const added = `${lineEnd}${indent}${textOf(entry, { unit: unitOf(bytes), indent, lineEnd })}${lineEnd}${own}`;
    return spliced(bytes, start + 1, end - 1, added);
  }
  const at = tree.end(last);
  const [, indent] = /^[[{][^\S\n]*\n([^\S\n]*)/.exec(text) ?? [];
  if (indent === undefined) {
    const comma = /,\S/.test(bytes.toString("utf8", tree.start(items[0] ?? last), at)) ? "," : ", ";
    return spliced(bytes, at, at, comma + textOf(entry));
  }
  const layout = { unit: unitOf(bytes), indent, lineEnd };
  return spliced(bytes, at, at, `,${lineEnd}${indent}${textOf(entry, layout)}`);
}

/** The bytes without an entry of an object or array, and without the comma that goes with it. */
export function withoutEntry(
  tree: TapeTree,
  bytes: Buffer,
  container: Node,
  index: number,
): Buffer {
  const items = tree.items(container);
  const before = items[index - 1];
  const item = items[index];
  if (item === undefined) return bytes;
  if (before !== undefined) return spliced(bytes, tree.end(before), tree.end(item), "");
  const start = tree.start(container) + 1;
  if (items.length === 1) return spliced(bytes, start, tree.end(container) - 1, "");
  const next =
    tree.end(item) + (/^\s*,/.exec(bytes.toString("latin1", tree.end(item)))?.[0].length ?? 0);
  return spliced(bytes, start, next, "");
}

interface EntryLayout {
  /** The white space that one level is indented by. */
  readonly unit: string;
  readonly indent: string;
  readonly lineEnd: string;
}

/** The JSON of an entry, on one line without a layout. */
function textOf({ key, value }: NewEntry, layout?: EntryLayout): string {
  const head = key === undefined ? "" : `${JSON.stringify(key)}:${layout === undefined ? "" : " "}`;
  if (layout === undefined) return head + JSON.stringify(value);
  const { unit, indent, lineEnd } = layout;
  return head + JSON.stringify(value, null, unit).replaceAll("\n", lineEnd + indent);
}

function spliced(bytes: Buffer, start: number, end: number, text: string): Buffer {
  return Buffer.concat([bytes.subarray(0, start), Buffer.from(text), bytes.subarray(end)]);
}

/** The white space that a line begins with, by an offset in it. */
function indentAt(bytes: Buffer, offset: number): string {
  const line = bytes.toString("utf8", bytes.lastIndexOf("\n", offset) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/** The white space of one level: that of the first line that has some. */
function unitOf(bytes: Buffer): string {
  return /\n([ \t]+)\S/.exec(bytes.toString("utf8"))?.[1] ?? "  ";
}
