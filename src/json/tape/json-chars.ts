import type { Node } from "../tree/tree.ts";
import { ARRAY, KIND_MASK, OBJECT, STRING } from "./tape.ts";

/** UTF-16 units of a value as JSON without white space, with each string counted as its text. */
export function jsonCharsOf(tokens: Tokens, node: Node): number {
  const stop = tokens.endOf(node);
  // Every token inside the value has a comma or a colon before it, except the first in its container.
  let chars = stop - node - 1;
  for (let at = node; at < stop; at++) {
    const kind = tokens.field(at, 0) & KIND_MASK;
    if (kind === STRING) chars += tokens.field(at, 3) + 2;
    else if (kind === OBJECT || kind === ARRAY) chars += tokens.field(at, 3) > at + 1 ? 1 : 2;
    else chars += tokens.field(at, 2) - tokens.field(at, 1);
  }
  return chars;
}

/** The tokens of a document, by the index of a node. */
interface Tokens {
  /** A field of a token, see tape.ts. */
  field(node: Node, field: number): number;
  /** The index of the token after a value. */
  endOf(node: Node): Node;
}
