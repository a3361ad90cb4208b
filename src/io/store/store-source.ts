import type { ByteSource } from "../file-descriptor.ts";
import type { Store } from "./store.ts";

/** A source over all that a store holds. */
export function storeSource(store: Store): ByteSource {
  let at = 0;
  return {
    async read(into) {
      const from = at;
      const end = Math.min(store.size, from + into.length);
      for (const piece of store.pieces(from, end)) at += piece.copy(into, at - from);
      return at - from;
    },
  };
}
