import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inBlocks } from "../../../src/io/store/block-store.ts";
import { memoryStore, readStore, type Store } from "../../../src/io/store/store.ts";

const BYTES = Buffer.from(Array.from({ length: 700_000 }, (_, k) => (k * 31) ^ (k >> 8)));

/** A store in chunks, which counts how often it is asked. */
function counted(): Store & { readonly asked: { times: number } } {
  const store = memoryStore();
  for (let at = 0; at < BYTES.length; at += 100_000) store.append(BYTES.subarray(at, at + 100_000));
  const asked = { times: 0 };
  return {
    asked,
    append: (chunk) => store.append(chunk),
    size: store.size,
    pieces(start, end) {
      asked.times++;
      return store.pieces(start, end);
    },
  };
}

describe("a store in blocks", () => {
  it("has the bytes of the store, whichever are asked for", () => {
    const range = fc.tuple(fc.nat(BYTES.length), fc.nat(300_000));
    fc.assert(
      fc.property(fc.array(range, { maxLength: 8 }), (ranges) => {
        const blocks = inBlocks(counted());
        for (const [start, length] of ranges) {
          const end = Math.min(BYTES.length, start + length);
          expect(readStore(blocks, start, end).equals(BYTES.subarray(start, end))).toBe(true);
        }
      }),
    );
  });

  it("reads what lies close together once", () => {
    const store = counted();
    const blocks = inBlocks(store);
    for (let at = 0; at < BYTES.length; at += 1000) readStore(blocks, at, at + 1000);
    expect(store.asked.times).toBe(Math.ceil(BYTES.length / (256 * 1024)));
  });

  it("gives only pieces that are copied before the next", () => {
    for (const piece of inBlocks(counted()).pieces(0, BYTES.length))
      expect(piece.length).toBeLessThan(64 * 1024);
  });
});
