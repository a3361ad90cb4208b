import { applySplices, type Splice } from "../../src/json/splice.ts";
import { parse, TapeNode } from "../../src/json/tape-node.ts";

/** The root of a text that is JSON. */
export function rootOf(text: string | Uint8Array): TapeNode {
  const root = parse(typeof text === "string" ? Buffer.from(text) : text);
  if (!(root instanceof TapeNode)) throw new Error(`not JSON: ${JSON.stringify(root)}`);
  return root;
}

/** The text that splices make of another. */
export function spliced(text: string | Buffer, splices: Iterable<Splice>): string {
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  return Buffer.concat([...applySplices(bytes, splices)]).toString();
}
