import { bufferOf } from "../../base/buffer-of.ts";
import { bad } from "./bad-parquet.ts";
import { readDeltas } from "./deltas.ts";
import { bitsFor, readHybrid } from "./levels.ts";
import type { Leaf } from "./schema.ts";

/** Values of a page, each a range of bytes as PLAIN has them; a boolean is a byte. */
export interface PageValues {
  readonly bytes: Buffer;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** The place of each in the dictionary that `bytes` is; undefined where they come from none. */
  readonly indexes?: Int32Array;
}

/** The encodings of Parquet that are read here, by number. */
const ENCODING = {
  plain: 0,
  plainDictionary: 2,
  rle: 3,
  deltas: 5,
  deltaLengths: 6,
  deltaTexts: 7,
  dictionary: 8,
};

/** Reads the values of a page; a `RangeError` where they end too soon. */
export function readValues(
  bytes: Buffer,
  {
    start,
    count,
    encoding,
    leaf,
    dictionary,
  }: {
    readonly start: number;
    readonly count: number;
    readonly encoding: number;
    readonly leaf: Leaf;
    readonly dictionary: PageValues | undefined;
  },
): PageValues {
  const range = { start, count };
  switch (encoding) {
    case ENCODING.plain:
      if (leaf.type === "boolean") return ofBytes(unpackedBits(bytes, range), 1);
      return leaf.width === undefined
        ? readTexts(bytes, range)
        : readFixed(bytes, range, leaf.width);
    case ENCODING.plainDictionary:
    case ENCODING.dictionary:
      if (dictionary === undefined) throw new RangeError("no dictionary");
      return fromDictionary(bytes, range, dictionary);
    case ENCODING.rle: {
      const at = { start: start + 4, end: bytes.length, bits: 1 };
      return ofBytes(readHybrid(bytes, at, new Uint8Array(count)), 1);
    }
    case ENCODING.deltas:
      return ofNumbers(readDeltas(bytes, start, count).values, leaf.width ?? 8);
    case ENCODING.deltaLengths:
      return readDeltaLengths(bytes, range);
    case ENCODING.deltaTexts:
      return readDeltaTexts(bytes, range);
    default:
      throw bad(
        `Parquet with a column ${leaf.path} in the encoding ${encoding}`,
        "write the file again with the usual encodings, or name another --column",
      );
  }
}

interface Range {
  readonly start: number;
  readonly count: number;
}

function readTexts(bytes: Buffer, { start, count }: Range): PageValues {
  const starts = new Int32Array(count);
  const ends = new Int32Array(count);
  let at = start;
  for (let k = 0; k < count; k++) {
    const length = bytes.readUInt32LE(at);
    at += 4;
    starts[k] = at;
    at += length;
    ends[k] = at;
  }
  if (at > bytes.length) throw new RangeError("values that end too soon");
  return { bytes, starts, ends };
}

function readFixed(bytes: Buffer, { start, count }: Range, width: number): PageValues {
  if (start + count * width > bytes.length) throw new RangeError("values that end too soon");
  const starts = Int32Array.from({ length: count }, (_, k) => start + k * width);
  return { bytes, starts, ends: starts.map((from) => from + width) };
}

function unpackedBits(bytes: Buffer, { start, count }: Range): Uint8Array {
  if (start + Math.ceil(count / 8) > bytes.length) throw new RangeError("values that end too soon");
  return Uint8Array.from(
    { length: count },
    (_, k) => ((bytes[start + (k >> 3)] ?? 0) >> (k & 7)) & 1,
  );
}

function ofBytes(bytes: Uint8Array, width: number): PageValues {
  const buffer = bufferOf(bytes);
  return readFixed(buffer, { start: 0, count: bytes.length / width }, width);
}

function ofNumbers(values: readonly bigint[], width: number): PageValues {
  const bytes = Buffer.alloc(values.length * width);
  values.forEach((value, k) => {
    if (width === 8) bytes.writeBigInt64LE(BigInt.asIntN(64, value), k * 8);
    else bytes.writeInt32LE(Number(BigInt.asIntN(32, value)), k * 4);
  });
  return ofBytes(bytes, width);
}

function fromDictionary(
  bytes: Buffer,
  { start, count }: Range,
  dictionary: PageValues,
): PageValues {
  const bits = bytes[start] ?? 0;
  if (count > 0 && bits > bitsFor(0x7fffffff)) throw new RangeError("indexes that are too wide");
  const indexes = readHybrid(
    bytes,
    { start: start + 1, end: bytes.length, bits },
    new Int32Array(count),
  );
  const starts = new Int32Array(count);
  const ends = new Int32Array(count);
  for (let k = 0; k < count; k++) {
    const index = indexes[k] as number;
    if (index >= dictionary.starts.length) throw new RangeError("an index past the dictionary");
    starts[k] = dictionary.starts[index] as number;
    ends[k] = dictionary.ends[index] as number;
  }
  return { bytes: dictionary.bytes, starts, ends, indexes };
}

function readDeltaLengths(bytes: Buffer, { start, count }: Range): PageValues {
  const { values, end } = readDeltas(bytes, start, count);
  const starts = new Int32Array(count);
  const ends = new Int32Array(count);
  let at = end;
  values.forEach((length, k) => {
    starts[k] = at;
    at += Number(length);
    ends[k] = at;
  });
  if (at > bytes.length) throw new RangeError("values that end too soon");
  return { bytes, starts, ends };
}

/** Texts of which each begins as the one before: put together anew. */
function readDeltaTexts(bytes: Buffer, { start, count }: Range): PageValues {
  const prefixes = readDeltas(bytes, start, count);
  const rest = readDeltaLengths(bytes, { start: prefixes.end, count });
  const pieces: Buffer[] = [];
  const starts = new Int32Array(count);
  const ends = new Int32Array(count);
  let before: Buffer = Buffer.alloc(0);
  let at = 0;
  for (let k = 0; k < count; k++) {
    const shared = before.subarray(0, Number(prefixes.values[k]));
    before = Buffer.concat([shared, bytes.subarray(rest.starts[k], rest.ends[k])]);
    pieces.push(before);
    starts[k] = at;
    at += before.length;
    ends[k] = at;
  }
  return { bytes: Buffer.concat(pieces), starts, ends };
}
