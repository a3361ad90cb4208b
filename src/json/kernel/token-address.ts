import { STRIDE } from "../tape/tape.ts";
import { NONE, type Node } from "../tree/tree.ts";

/** Bytes of a token. */
const TOKEN = STRIDE * 4;

/** The address of a value's token, in the memory of a tape. */
export function tokenAt(tape: number, node: Node): number {
  return tape + node * TOKEN;
}

/** The value whose token is at an address; `NONE` for 0. */
export function nodeAt(tape: number, token: number): Node {
  return token === 0 ? NONE : (token - tape) / TOKEN;
}
