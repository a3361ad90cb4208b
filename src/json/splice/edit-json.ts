import type { TapeTree } from "../tape/tape-tree.ts";
import type { Node } from "../tree/tree.ts";
import { type Encoding, escapeNonAscii } from "./encode.ts";
import type { Splice } from "./splice.ts";

/**
 * The splices that turn a value into the same value with other strings, given as JSON text. Only strings that
 * differ are written. None if the two do not have the same tokens.
 */
export function replaceStrings(
  tree: TapeTree,
  node: Node,
  { text, ascii }: Encoding & { readonly text: string },
): Splice[] {
  const start = tree.start(node);
  const before = tree.subarray(start, tree.end(node)).toString("utf8");
  const old = [...before.matchAll(STRING)];
  const made = [...text.matchAll(STRING)];
  // A decoded text cannot reproduce bytes that are not UTF-8.
  const isExact = Buffer.byteLength(before) === tree.end(node) - start;
  if (!isExact || old.length !== made.length) return [];
  const splices: Splice[] = [];
  let at = 0;
  let offset = start;
  for (const [k, { 0: literal, index }] of old.entries()) {
    offset += Buffer.byteLength(before.slice(at, index));
    at = index;
    const now = made[k]?.[0] ?? literal;
    if (now === literal) continue;
    const json = ascii ? escapeNonAscii(now) : now;
    splices.push({ start: offset, end: offset + Buffer.byteLength(literal), text: json });
  }
  return splices;
}

const STRING = /"(?:[^"\\]|\\.)*"/g;
