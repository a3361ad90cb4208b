/** The types of Thrift's compact protocol, by their numbers. */
export const THRIFT = {
  true: 1,
  false: 2,
  byte: 3,
  i16: 4,
  i32: 5,
  i64: 6,
  double: 7,
  binary: 8,
  list: 9,
  set: 10,
  map: 11,
  struct: 12,
} as const;

/** A value: numbers past 2^53 are bigints, doubles are kept as their eight bytes. */
export type ThriftValue =
  | boolean
  | number
  | bigint
  | Buffer
  | ThriftList
  | ThriftMap
  | ThriftStruct;

/** A list or a set. */
export interface ThriftList {
  readonly type: number;
  readonly items: ThriftValue[];
}

interface ThriftMap {
  readonly types: number;
  readonly entries: readonly (readonly [ThriftValue, ThriftValue])[];
}

interface ThriftField {
  readonly id: number;
  readonly type: number;
  value: ThriftValue;
}

/** A struct with all of its fields, also those that nobody here knows, so that it can be written again. */
export class ThriftStruct {
  fields: ThriftField[] = [];

  /** The value of a field; undefined if there is none. */
  get(id: number): ThriftValue | undefined {
    return this.fields.find((field) => field.id === id)?.value;
  }

  /** A number; undefined if there is none, or it is none. */
  number(id: number): number | undefined {
    const value = this.get(id);
    return typeof value === "bigint" || typeof value === "number" ? Number(value) : undefined;
  }

  struct(id: number): ThriftStruct | undefined {
    const value = this.get(id);
    return value instanceof ThriftStruct ? value : undefined;
  }

  bytes(id: number): Buffer | undefined {
    const value = this.get(id);
    return Buffer.isBuffer(value) ? value : undefined;
  }

  /** The structs of a list; none if there is no list. */
  structs(id: number): readonly ThriftStruct[] {
    const items = (this.get(id) as ThriftList | undefined)?.items ?? [];
    return items.filter((item) => item instanceof ThriftStruct);
  }

  /** Sets a field, in its place or in the order of ids. */
  set(id: number, type: number, value: ThriftValue): void {
    const field = this.fields.find((each) => each.id === id);
    if (field !== undefined) field.value = value;
    else {
      this.fields.push({ id, type, value });
      this.fields.sort((a, b) => a.id - b.id);
    }
  }

  delete(...ids: readonly number[]): void {
    this.fields = this.fields.filter(({ id }) => !ids.includes(id));
  }
}

/** Reads a struct; a `RangeError` where the bytes end before it does. */
export function readThrift(
  bytes: Buffer,
  start = 0,
): { readonly struct: ThriftStruct; readonly end: number } {
  const reader = new ThriftReader(bytes, start);
  const struct = reader.struct(0);
  return { struct, end: reader.at };
}

/** The most structs in each other: more is no Parquet. */
const DEEPEST = 64;

class ThriftReader {
  at: number;
  private readonly bytes: Buffer;

  constructor(bytes: Buffer, at: number) {
    this.bytes = bytes;
    this.at = at;
  }

  struct(depth: number): ThriftStruct {
    if (depth > DEEPEST) throw new RangeError("structs too deep in each other");
    const struct = new ThriftStruct();
    let id = 0;
    for (;;) {
      const head = this.byte();
      if (head === 0) return struct;
      const type = head & 15;
      id = head >> 4 === 0 ? Number(this.zigzag()) : id + (head >> 4);
      const isSwitch = type === THRIFT.true || type === THRIFT.false;
      const value = isSwitch ? type === THRIFT.true : this.value(type, depth);
      struct.fields.push({ id, type, value });
    }
  }

  private value(type: number, depth: number): ThriftValue {
    switch (type) {
      case THRIFT.true:
      case THRIFT.false:
        return this.byte() === THRIFT.true;
      case THRIFT.byte:
        return this.byte();
      case THRIFT.i16:
      case THRIFT.i32:
      case THRIFT.i64:
        return this.zigzag();
      case THRIFT.double:
        return this.take(8);
      case THRIFT.binary:
        return this.take(this.size());
      case THRIFT.list:
      case THRIFT.set:
        return this.list(depth);
      case THRIFT.map:
        return this.map(depth);
      case THRIFT.struct:
        return this.struct(depth + 1);
      default:
        throw new RangeError(`no Thrift type ${type}`);
    }
  }

  private list(depth: number): ThriftList {
    const head = this.byte();
    const count = head >> 4 === 15 ? this.size() : head >> 4;
    const items: ThriftValue[] = [];
    for (let k = 0; k < count; k++) items.push(this.value(head & 15, depth + 1));
    return { type: head & 15, items };
  }

  private map(depth: number): ThriftMap {
    const count = this.size();
    const types = count === 0 ? 0 : this.byte();
    const entries: [ThriftValue, ThriftValue][] = [];
    for (let k = 0; k < count; k++)
      entries.push([this.value(types >> 4, depth + 1), this.value(types & 15, depth + 1)]);
    return { types, entries };
  }

  private byte(): number {
    const byte = this.bytes[this.at++];
    if (byte === undefined) throw new RangeError("ends too soon");
    return byte;
  }

  private take(size: number): Buffer {
    this.at += size;
    if (this.at > this.bytes.length) throw new RangeError("ends too soon");
    return this.bytes.subarray(this.at - size, this.at);
  }

  private size(): number {
    const size = Number(this.varint());
    if (size > this.bytes.length) throw new RangeError("ends too soon");
    return size;
  }

  private varint(): bigint {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.byte();
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
      if (shift > 63n) throw new RangeError("a number too long");
    }
  }

  private zigzag(): number | bigint {
    const value = this.varint();
    const signed = (value >> 1n) ^ -(value & 1n);
    return signed >= MIN_SAFE && signed <= MAX_SAFE ? Number(signed) : signed;
  }
}

const MIN_SAFE = BigInt(Number.MIN_SAFE_INTEGER);
const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** The bytes of a struct. */
export function writeThrift(struct: ThriftStruct): Buffer {
  const out = new ThriftWriter();
  out.struct(struct);
  return Buffer.concat(out.pieces());
}

class ThriftWriter {
  private readonly done: Buffer[] = [];
  private bytes: number[] = [];

  pieces(): readonly Buffer[] {
    if (this.bytes.length > 0) this.done.push(Buffer.from(this.bytes));
    this.bytes = [];
    return this.done;
  }

  struct({ fields }: ThriftStruct): void {
    let last = 0;
    for (const { id, type, value } of fields) {
      const isSwitch = type === THRIFT.true || type === THRIFT.false;
      const kind = isSwitch ? (value === true ? THRIFT.true : THRIFT.false) : type;
      if (id > last && id - last < 16) this.bytes.push(((id - last) << 4) | kind);
      else {
        this.bytes.push(kind);
        this.zigzag(id);
      }
      if (!isSwitch) this.value(kind, value);
      last = id;
    }
    this.bytes.push(0);
  }

  private value(type: number, value: ThriftValue): void {
    if (value instanceof ThriftStruct) this.struct(value);
    else if (typeof value === "boolean") this.bytes.push(value ? THRIFT.true : THRIFT.false);
    else if (Buffer.isBuffer(value)) {
      if (type === THRIFT.binary) this.varint(BigInt(value.length));
      this.raw(value);
    } else if (typeof value === "object") {
      if ("items" in value) this.list(value);
      else this.map(value);
    } else if (type === THRIFT.byte) this.bytes.push(Number(value) & 255);
    else this.zigzag(value);
  }

  private list({ type, items }: ThriftList): void {
    if (items.length < 15) this.bytes.push((items.length << 4) | type);
    else {
      this.bytes.push(0xf0 | type);
      this.varint(BigInt(items.length));
    }
    for (const item of items) this.value(type, item);
  }

  private map({ types, entries }: ThriftMap): void {
    this.varint(BigInt(entries.length));
    if (entries.length > 0) this.bytes.push(types);
    for (const [key, value] of entries) {
      this.value(types >> 4, key);
      this.value(types & 15, value);
    }
  }

  private raw(bytes: Buffer): void {
    if (bytes.length < 64) for (const byte of bytes) this.bytes.push(byte);
    else {
      this.pieces();
      this.done.push(bytes);
    }
  }

  private varint(value: bigint): void {
    let rest = value;
    for (; rest > 127n; rest >>= 7n) this.bytes.push(Number(rest & 127n) | 128);
    this.bytes.push(Number(rest));
  }

  private zigzag(value: number | bigint): void {
    const wide = BigInt(value);
    this.varint(BigInt.asUintN(64, (wide << 1n) ^ (wide >> 63n)));
  }
}
