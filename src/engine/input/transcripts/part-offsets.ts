import type { OpenedString } from "../../../json/splice/open-string.ts";
import type { Node } from "../../../json/tree/tree.ts";
import type { OpenRecord } from "./read-transcript.ts";

/** Where the record's `k`-th part begins in its bytes; undefined if it has no text. */
export function offsetOfPart({ tree, parts }: OpenRecord, k: number): number | undefined {
  const slot = parts.slot(k);
  if (slot === undefined) return undefined;
  return slot.inside === undefined ? tree.start(slot.node) : outside(slot.inside, slot.node);
}

/** Where the record's `k`-th message begins in its bytes. */
export function offsetOfMessage({ tree, parts }: OpenRecord, k: number): number | undefined {
  const unit = parts.unit(k);
  if (unit === undefined) return undefined;
  return unit.inside === undefined ? tree.start(unit.node) : outside(unit.inside, unit.node);
}

/** The offset, in the bytes around a string, of a value in the JSON that it holds. */
function outside(inside: OpenedString, node: Node): number | undefined {
  const start = inside.tree.start(node);
  return inside.outer([{ start, end: start, text: "" }], { ascii: false })[0]?.start;
}
