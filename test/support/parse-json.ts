import { applySplices, type Splice } from "../../src/json/splice/splice.ts";
import { parse } from "../../src/json/tape/parse.ts";
import { TapeTree } from "../../src/json/tape/tape-tree.ts";

/** The tree of a text that is JSON. */
export function treeOf(text: string | Buffer): TapeTree {
  const tree = parse(typeof text === "string" ? Buffer.from(text) : text);
  if (!(tree instanceof TapeTree)) throw new Error(`not JSON: ${JSON.stringify(tree)}`);
  return tree;
}

/** The text that splices make of another. */
export function spliced(text: string | Buffer, splices: Iterable<Splice>): string {
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  return Buffer.concat([...applySplices(bytes, splices)]).toString();
}
