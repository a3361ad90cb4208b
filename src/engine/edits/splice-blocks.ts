import type { Output } from "../../io/output.ts";
import { readInto, type Store } from "../../io/store/store.ts";
import { checkOrder, type Splice } from "../../json/splice/splice.ts";

/** Bytes read from a store at a time: few enough that the output copies them. */
const BLOCK_BYTES = 48 * 1024;

/**
 * Writes the bytes `[start, end)` of a store with splices applied, which may be many and small: in blocks,
 * yielding after each. Replaced bytes beyond a block are skipped. Returns whether there was a splice.
 *
 * A block has its own memory: whoever makes the splices may read the store meanwhile.
 */
export function* spliceBlocks(
  store: Store,
  splices: Iterable<Splice>,
  { start, end, output }: { readonly start: number; readonly end: number; readonly output: Output },
): Generator<void, boolean> {
  const others = splices[Symbol.iterator]();
  let splice = nextSplice(others, { at: start, end });
  const isChanged = splice !== undefined;
  const block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  let at = start;
  while (at < end) {
    const from = at;
    const to = Math.min(end, from + BLOCK_BYTES);
    readInto(store, from, block.subarray(0, to - from));
    while (splice !== undefined && splice.start <= to) {
      output.range(block, at - from, splice.start - from);
      output.text(splice.text);
      at = splice.end;
      splice = nextSplice(others, { at, end });
    }
    output.range(block, at - from, to - from);
    at = Math.max(at, to);
    yield;
  }
  for (; splice !== undefined; splice = nextSplice(others, { at: splice.end, end }))
    output.text(splice.text);
  return isChanged;
}

/** The next splice, which is between two places. */
function nextSplice(
  splices: Iterator<Splice>,
  { at, end }: { readonly at: number; readonly end: number },
): Splice | undefined {
  const next = splices.next();
  if (next.done === true) return undefined;
  checkOrder(next.value, at, end);
  return next.value;
}
