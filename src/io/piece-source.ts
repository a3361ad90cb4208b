import type { ByteSource } from "./file-descriptor.ts";

/** A source over pieces that come one after another. */
export function pieceSource(pieces: AsyncIterator<Buffer>): ByteSource {
  let rest: Buffer = Buffer.alloc(0);
  return {
    async read(into) {
      while (rest.length === 0) {
        const next = await pieces.next();
        if (next.done === true) return 0;
        rest = next.value;
      }
      const count = rest.copy(into);
      rest = rest.subarray(count);
      return count;
    },
  };
}
