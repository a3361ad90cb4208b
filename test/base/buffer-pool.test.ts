import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bufferPool } from "../../src/base/buffer-pool.ts";

describe("a pool of buffers", () => {
  it("gives no memory twice at a time, whatever is taken and given back", () => {
    const deeds = fc.array(fc.tuple(fc.boolean(), fc.nat({ max: 200_000 })));
    fc.assert(
      fc.property(deeds, (all) => {
        const pool = bufferPool({ mostFree: 300_000 });
        const held: { readonly buffer: Buffer; readonly mark: number }[] = [];
        for (const [takes, number] of all) {
          if (takes) {
            const buffer = pool.take(number);
            expect(buffer.length).toBe(number);
            expect(buffer.buffer.byteLength).toBeLessThanOrEqual(Math.max(4096, number * 1.25));
            const mark = held.length % 251;
            held.push({ buffer: buffer.fill(mark), mark });
          } else if (held.length > 0) {
            const [{ buffer, mark }] = held.splice(number % held.length, 1) as [
              (typeof held)[number],
            ];
            expect(buffer.every((byte) => byte === mark)).toBe(true);
            pool.give(buffer.subarray(0, number % 100));
            // A second time says nothing.
            pool.give(buffer);
          }
        }
      }),
    );
  });

  it("uses again what was given back, up to a number of bytes", () => {
    let allocated = 0;
    const allocate = (bytes: number) => {
      allocated++;
      return new SharedArrayBuffer(bytes);
    };
    const pool = bufferPool({ mostFree: 20_000, allocate });
    for (let round = 0; round < 9; round++) pool.give(pool.take(9000 + round));
    expect(allocated).toBe(1);
    const three = [pool.take(9000), pool.take(9000), pool.take(9000)];
    for (const each of three) pool.give(each);
    expect(allocated).toBe(3);
    for (let count = 0; count < 3; count++) pool.take(9000);
    expect(allocated).toBe(5);
  });

  it("keeps what it was given back last, and drops sizes that were not used for the longest", () => {
    let allocated = 0;
    const allocate = (bytes: number) => {
      allocated++;
      return new SharedArrayBuffer(bytes);
    };
    const pool = bufferPool({ mostFree: 40_000, allocate });
    // Bodies of conversations that grow: each size is asked for several times, and never again.
    for (const size of [8000, 16_000, 24_000, 32_000])
      for (let round = 0; round < 5; round++) pool.give(pool.take(size));
    expect(allocated).toBe(4);
    // One that is larger than all that is kept drops nothing.
    pool.give(pool.take(50_000));
    pool.take(32_000);
    expect(allocated).toBe(5);
  });

  it("leaves memory alone that is not its own", () => {
    const pool = bufferPool();
    const other = Buffer.allocUnsafeSlow(4096);
    pool.give(other);
    expect(pool.take(4096).buffer).not.toBe(other.buffer);
  });
});
