import { NONE, type Node } from "../tree/tree.ts";
import type { KeyFilter } from "./key-filter.ts";
import {
  ARRAY,
  ESCAPED,
  KIND_MASK,
  NON_ASCII,
  OBJECT,
  STRIDE,
  type Tape,
  WORD_SHIFT,
} from "./tape.ts";
import type { TapeBytes } from "./tape-bytes.ts";

/** Called for a key, with the number of its word (0 if it has none) and its object. */
export type VisitKey = (key: Node, word: number, object: Node) => void;

/**
 * Visits the keys in a value, the root, that a filter does not rule out, in order, except those in the values `but`,
 * which are in order.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one walk over all tokens, with its stack at hand.
export function walkKeys(
  document: TapeDocument,
  filter: KeyFilter,
  { visit, but }: { readonly visit: VisitKey; readonly but: readonly Node[] },
): void {
  const { root } = document;
  const { sections, tokens } = document.tape;
  // If all tokens are in memory, they are read without a call.
  const whole = sections === undefined ? tokens : undefined;
  const headerOf = (node: Node) =>
    whole === undefined ? document.field(node, 0) : (whole[node * STRIDE] ?? 0);
  const endOf = (node: Node) =>
    whole === undefined ? document.field(node, 3) : (whole[node * STRIDE + 3] ?? 0);
  let depth = 0;
  let holder = NONE;
  const last = document.endOf(root);
  let end = last;
  let isObject = false;
  let left = 0;
  for (let at = root; ; ) {
    if (at >= end) {
      if (depth === 0) return;
      holder = OPEN[--depth] ?? NONE;
      end = holder === NONE ? last : endOf(holder);
      isObject = holder !== NONE && (headerOf(holder) & KIND_MASK) === OBJECT;
      continue;
    }
    if (isObject) {
      const header = headerOf(at);
      const word = header >>> WORD_SHIFT;
      const mayBe = word === 0 ? mayBeOf(filter, at, document) : filter.hasWord(word);
      if (mayBe) visit(at, word, holder);
      at++;
    }
    if (at === but[left]) {
      left++;
      at = document.endOf(at);
      continue;
    }
    const kind = headerOf(at) & KIND_MASK;
    if (kind === OBJECT || kind === ARRAY) {
      OPEN[depth++] = holder;
      holder = at;
      end = endOf(at);
      isObject = kind === OBJECT;
    }
    at++;
  }
}

/** The tokens and bytes of a document. */
interface TapeDocument {
  readonly root: Node;
  readonly tape: Tape;
  readonly bytes: TapeBytes;
  field(node: Node, field: number): number;
  endOf(node: Node): Node;
}

/** The containers around the current position; only one walk runs at a time. */
const OPEN: Node[] = [];

function mayBeOf(filter: KeyFilter, key: Node, document: TapeDocument): boolean {
  const { bytes } = document;
  const header = document.field(key, 0);
  if ((header & ESCAPED) !== 0) return true;
  if ((header & NON_ASCII) !== 0) return false;
  const chars = document.field(key, 3);
  if (!filter.hasLength(chars)) return false;
  const from = document.field(key, 1) + 1;
  return filter.mayBe(chars, bytes.at(from), bytes.at(from + chars - 1));
}
