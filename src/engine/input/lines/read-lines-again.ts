import { type Store, smallPieces } from "../../../io/store/store.ts";
import { ByteWindow } from "./byte-window.ts";
import { linesIn } from "./line-source.ts";
import type { ReadLine } from "./read-line.ts";
import { HELD_BYTES } from "./read-stored.ts";

/** The lines of an input up to an offset, at which one begins, from a store: each is valid until the next. */
export function* readLinesAgain(store: Store, end: number): Iterable<ReadLine> {
  const window = new ByteWindow({ store: unkept(store), heldBytes: HELD_BYTES, offset: 0 });
  try {
    for (const piece of smallPieces(store, 0, end)) {
      for (let at = 0; at < piece.length; ) {
        const count = piece.copy(window.room(), 0, at);
        window.received(count);
        at += count;
        yield* linesIn(window, { isEnd: false });
      }
    }
    yield* linesIn(window, { isEnd: true });
  } finally {
    window.close();
  }
}

/** A read-only view of a store. */
function unkept(store: Store): Store {
  return {
    append() {},
    size: store.size,
    inputBytes: store.size,
    pieces: (start, end) => store.pieces(start, end),
  };
}
