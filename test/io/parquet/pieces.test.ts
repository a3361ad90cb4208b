import fc from "fast-check";
import { compressors } from "hyparquet-compressors";
import { snappyUncompressor } from "hysnappy";
import { describe, expect, it } from "vitest";
import { bitsFor, readHybrid, writeHybrid } from "../../../src/io/parquet/levels.ts";
import { LineBuffer } from "../../../src/io/parquet/line-buffer.ts";
import {
  hadoopLz4Compress,
  hadoopLz4Decompress,
  lz4Compress,
  lz4Decompress,
} from "../../../src/io/parquet/lz4.ts";
import { snappyCompress, snappyDecompress } from "../../../src/io/parquet/snappy.ts";
import { readThrift, THRIFT, ThriftStruct, writeThrift } from "../../../src/io/parquet/thrift.ts";
import { anyCodePoint } from "../../support/code-points.ts";

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

describe("LZ4", () => {
  const { LZ4_RAW, LZ4 } = compressors;

  it("gives back what was compressed", () => {
    fc.assert(
      fc.property(bytes, (each) => {
        expect(lz4Decompress(lz4Compress(each), each.length).equals(each)).toBe(true);
        const framed = hadoopLz4Compress(each);
        expect(hadoopLz4Decompress(framed, each.length).equals(each)).toBe(true);
      }),
    );
  });

  it("is read by another implementation", () => {
    fc.assert(
      fc.property(bytes, (each) => {
        fc.pre(each.length > 0); // It takes the block of nothing for damaged.
        const raw = LZ4_RAW?.(lz4Compress(each), each.length) as Uint8Array;
        expect(Buffer.from(raw).equals(each)).toBe(true);
        const framed = LZ4?.(hadoopLz4Compress(each), each.length) as Uint8Array;
        expect(Buffer.from(framed).equals(each)).toBe(true);
      }),
    );
  });

  it("of the older codec is read in several blocks, and without a frame", () => {
    const [one, two] = [Buffer.alloc(300, "abc"), Buffer.alloc(70, "d")];
    const both = Buffer.concat([hadoopLz4Compress(one), hadoopLz4Compress(two)]);
    expect(hadoopLz4Decompress(both, 370).equals(Buffer.concat([one, two]))).toBe(true);
    expect(hadoopLz4Decompress(lz4Compress(one), 300).equals(one)).toBe(true);
  });

  it("makes repeats small", () => {
    expect(lz4Compress(Buffer.alloc(100_000, "abcdefgh")).length).toBeLessThan(500);
  });

  it("throws on damage, and makes no room for sizes that cannot be", () => {
    const damaged: readonly (readonly [Buffer, number])[] = [
      [Buffer.from([0xf0, 255, 255]), 600],
      [Buffer.from([0x10, 65, 9, 0, 0]), 20],
      [Buffer.from([0x10, 65]), 2],
      [Buffer.from([0x10, 65]), 2 ** 31 - 1],
      [Buffer.alloc(0), 1],
    ];
    for (const [block, size] of damaged)
      expect(() => lz4Decompress(block, size)).toThrow(RangeError);
  });

  it("throws rather than read past what it was given, wherever it is cut or changed", () => {
    const text = Buffer.from("one two three one two four ".repeat(30));
    const codecs = [
      [lz4Compress(text), (block: Buffer) => lz4Decompress(block, text.length)],
      [snappyCompress(text), snappyDecompress],
    ] as const;
    for (const [whole, decompress] of codecs)
      for (let at = 1; at < whole.length; at++) {
        expect(() => decompress(whole.subarray(0, at))).toThrow(RangeError);
        for (const byte of [0, 1, 0x7f, 0xff]) {
          const changed = Buffer.from(whole);
          changed[at] = byte;
          const made = outcomeOf(() => decompress(changed));
          expect(made === "damaged" || made.length >= 0).toBe(true);
        }
      }
  });
});

function outcomeOf(decompress: () => Buffer): Buffer | "damaged" {
  try {
    return decompress();
  } catch (error) {
    if (error instanceof RangeError) return "damaged";
    throw error;
  }
}

describe("lines", () => {
  it("hold texts as JSON has them, however long and whatever is in them", () => {
    const text = fc
      .array(
        fc.tuple(
          fc.string({ unit: anyCodePoint, maxLength: 30 }),
          fc.integer({ max: 900, min: 1 }),
        ),
        {
          maxLength: 6,
        },
      )
      .map((parts) => parts.map(([part, times]) => part.repeat(times)).join(""));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), (texts) => {
        const line = new LineBuffer();
        for (const each of texts) {
          const whole = Buffer.from(`--${each}-`);
          line.string(whole, 2, whole.length - 1);
        }
        const expected = texts.map((each) => JSON.stringify(Buffer.from(each).toString()));
        expect(line.taken().toString()).toBe(expected.join(""));
      }),
    );
  });

  it("grow past the room that there is at first", () => {
    const text = Buffer.alloc(3_000_000, 'a"\n');
    const line = new LineBuffer();
    line.ascii("{");
    for (let k = 0; k < 3; k++) line.string(text, 0, text.length);
    const expected = JSON.stringify(text.toString());
    expect(line.taken().toString()).toBe(`{${expected.repeat(3)}`);
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
