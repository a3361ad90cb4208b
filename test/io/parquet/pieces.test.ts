import fc from "fast-check";
import { snappyUncompressor } from "hysnappy";
import { describe, expect, it } from "vitest";
import { bitsFor, readHybrid, writeHybrid } from "../../../src/io/parquet/levels.ts";
import { snappyCompress, snappyDecompress } from "../../../src/io/parquet/snappy.ts";
import { readThrift, THRIFT, ThriftStruct, writeThrift } from "../../../src/io/parquet/thrift.ts";

/** Bytes with repeats, near and far, and stretches without. */
const bytes = fc
  .array(fc.tuple(fc.uint8Array({ maxLength: 40 }), fc.integer({ min: 1, max: 3000 })), {
    maxLength: 12,
  })
  .map((parts) =>
    Buffer.concat(parts.flatMap(([part, times]) => Array<Uint8Array>(times).fill(part))),
  );

describe("Snappy", () => {
  it("gives back what was compressed", () => {
    fc.assert(
      fc.property(bytes, (each) => {
        expect(snappyDecompress(snappyCompress(each)).equals(each)).toBe(true);
      }),
    );
  });

  it("is read by another implementation", () => {
    const decompress = snappyUncompressor();
    fc.assert(
      fc.property(bytes, (each) => {
        expect(Buffer.from(decompress(snappyCompress(each), each.length)).equals(each)).toBe(true);
      }),
    );
  });

  it("makes repeats small", () => {
    expect(snappyCompress(Buffer.alloc(100_000, "abcdefgh")).length).toBeLessThan(6_000);
  });

  it("throws on damage, and makes no room for sizes that cannot be", () => {
    const damaged = [
      Buffer.from([255, 255, 255, 255, 15, 0]),
      Buffer.from([4, 0b1, 9]),
      Buffer.from([9, 0, 65]),
      Buffer.from([200, 1]),
    ];
    for (const each of damaged) expect(() => snappyDecompress(each)).toThrow(RangeError);
  });
});

describe("levels and indexes", () => {
  it("are read as they were written", () => {
    const values = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 1, max: 30 })),
    );
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 17 }), (runs, bits) => {
        const most = 2 ** bits - 1;
        const all = runs.flatMap(([value, times]) =>
          Array<number>(times).fill(Math.min(value, most)),
        );
        const written = writeHybrid(all, bits);
        const range = { start: 0, end: written.length, bits };
        expect([...readHybrid(written, range, new Int32Array(all.length))]).toEqual(all);
      }),
    );
  });

  it("take the bits that their largest takes", () => {
    expect([0, 1, 2, 3, 4, 255, 256].map(bitsFor)).toEqual([0, 1, 2, 2, 3, 8, 9]);
  });

  it("that end too soon are an error", () => {
    const range = { start: 0, end: 0, bits: 1 };
    expect(() => readHybrid(Buffer.alloc(0), range, new Uint8Array(1))).toThrow(RangeError);
  });
});

describe("Thrift", () => {
  it("gives back fields that nobody knows, large numbers and deep lists", () => {
    const inner = new ThriftStruct();
    inner.set(200, THRIFT.i64, -(2n ** 63n));
    inner.set(1, THRIFT.double, Buffer.from([1, 2, 3, 4, 5, 6, 7, 8]));
    const outer = new ThriftStruct();
    outer.set(3, THRIFT.list, { type: THRIFT.struct, items: [inner, new ThriftStruct()] });
    outer.set(9, THRIFT.false, false);
    outer.set(10, THRIFT.binary, Buffer.alloc(300, "x"));
    outer.set(40, THRIFT.i32, -1);
    outer.set(41, THRIFT.list, { type: THRIFT.i32, items: Array<number>(20).fill(7) });
    const written = writeThrift(outer);
    const { struct, end } = readThrift(written);
    expect(end).toBe(written.length);
    expect(struct).toEqual(outer);
    expect(writeThrift(struct).equals(written)).toBe(true);
  });

  it("that ends too soon is an error", () => {
    const struct = new ThriftStruct();
    struct.set(1, THRIFT.binary, Buffer.alloc(100));
    const written = writeThrift(struct);
    for (const length of [0, 1, 2, 50])
      expect(() => readThrift(written.subarray(0, length))).toThrow(RangeError);
  });
});
