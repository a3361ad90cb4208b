import type { ByteSource } from "./file-descriptor.ts";
import { takeTurn } from "./signals.ts";

/** Bytes of pieces that are encoded together: a call for each short one would take longer than the work. */
const BATCH_CHARS = 64 * 1024;

/** A source over texts that come one after another, in UTF-8. */
export function textSource(texts: Iterable<string>): ByteSource {
  const iterator = texts[Symbol.iterator]();
  let bytes = Buffer.alloc(0);
  let at = 0;
  const fill = () => {
    const batch: string[] = [];
    for (let chars = 0; chars < BATCH_CHARS; ) {
      const next = iterator.next();
      if (next.done === true) break;
      batch.push(next.value);
      chars += next.value.length;
    }
    bytes = Buffer.from(batch.join(""));
    at = 0;
  };
  return {
    async read(into) {
      await takeTurn();
      if (at === bytes.length) fill();
      const count = bytes.copy(into, 0, at);
      at += count;
      return count;
    },
  };
}
