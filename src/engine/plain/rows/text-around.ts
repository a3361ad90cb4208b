import { utf8Bytes } from "../../../base/utf8-bytes.ts";
import { encodeString } from "../../../json/splice/encode.ts";
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
  const bytes = textIn(tree, place);
  const toOuter = offsetsOutside(tree, place);
  const ascii = tree.isAscii;
  const written = ({ chars, json: inside }: Written): Written => {
    const json = encodeString(inside, { ascii }).slice(1, -1);
    return { chars, json, bytes: ascii ? json.length : utf8Bytes(json) };
  };
  return (
    bytes &&
    scanInMemory(bytes, (inner, base) =>
      use(inner, { outer: (offset) => toOuter(offset - base), written }),
    )
  );
}

/** The inside of a string. */
interface Inside {
  readonly start: number;
  readonly end: number;
}

/** The text of a string as UTF-8. */
function textIn({ bytes }: TapeTree, { start, end }: Inside): Uint8Array | undefined {
  const all = Buffer.allocUnsafe(end - start);
  let length = 0;
  for (let at = start; at < end; ) {
    const part = bytes.spell(at, end);
    if (part === undefined) return undefined;
    all.set(part.text, length);
    length += part.text.length;
    at = part.next;
  }
  return all.subarray(0, length);
}

/** Maps offsets in the text of a string to offsets in its bytes. */
function offsetsOutside({ bytes }: TapeTree, { start, end }: Inside): (inner: number) => number {
  let inner = 0;
  let outer = start;
  return (target) => {
    if (target < inner) [inner, outer] = [0, start];
    while (inner < target && outer < end) {
      const part = bytes.spell(outer, end, target - inner);
      if (part === undefined) break;
      inner += part.text.length;
      outer = part.next;
    }
    return outer;
  };
}
