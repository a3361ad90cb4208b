import { readStore, type Store } from "./store.ts";

/** Bytes that are read at a time. */
const BLOCK_BYTES = 256 * 1024;

/** The most bytes of a piece: one of 64 kB or more would have to stay valid, see `Store.pieces`. */
const PIECE_BYTES = 32 * 1024;

/** A view of a store for many ranges in order and close together: reads large blocks instead of single ranges. */
export function inBlocks(store: Store): Store {
  let block: Buffer = Buffer.alloc(0);
  let from = 0;
  return {
    append: (chunk) => store.append(chunk),
    get size() {
      return store.size;
    },
    *pieces(start, end) {
      for (let at = start; at < end; ) {
        if (at < from || at >= from + block.length) {
          block = readStore(store, at, Math.min(store.size, at + BLOCK_BYTES), block);
          from = at;
        }
        const next = Math.min(end, from + block.length, at + PIECE_BYTES);
        if (next === at) return;
        yield block.subarray(at - from, next - from);
        at = next;
      }
    },
  };
}
