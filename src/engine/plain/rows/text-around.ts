import { utf8Bytes } from "../../../base/utf8-bytes.ts";
import { encodeString } from "../../../json/splice/encode.ts";
import { spelledOffsets, spelledText } from "../../../json/splice/spelled-text.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import type { Node } from "../../../json/tree/tree.ts";
import { scanInMemory } from "../../input/lines/scan-in-memory.ts";
import type { Written } from "../results/plain-writing.ts";

/** The string around JSON that was scanned by itself: where its values are there, and how texts are written. */
export interface TextAround {
  /** The offset outside of one in the scanned bytes; fast if they ascend. */
  outer(offset: number): number;
  /** A text as written outside. */
  written(text: Written): Written;
}

/**
 * Gives `use` the tree of the JSON in a string; undefined if it is no JSON, too large, or no kernel scanned the string.
 */
export function openInKernel<T>(
  tree: TapeTree,
  node: Node,
  use: (inner: TapeTree, around: TextAround) => T,
): T | undefined {
  const place = { start: tree.start(node) + 1, end: tree.end(node) - 1 };
  const bytes = spelledText(tree.bytes, place);
  const toOuter = spelledOffsets(tree.bytes, place);
  const ascii = tree.isAscii;
  const written = ({ chars, json: inside }: Written): Written => {
    const json = encodeString(inside, { ascii }).slice(1, -1);
    return { chars, json, bytes: ascii ? json.length : utf8Bytes(json) };
  };
  if (bytes === undefined) return undefined;
  return scanInMemory(bytes, (inner, base) =>
    use(inner, { outer: (offset) => toOuter(offset - base), written }),
  );
}
