import type { LeafRows } from "./leaf-rows.ts";
import type { LineBuffer } from "./line-buffer.ts";
import type { ValueTokens } from "./row-column.ts";
import type { Leaf } from "./schema.ts";
import type { StructPart } from "./struct-parts.ts";

/** The field that is written where it is null, too: an answer of calls alone has `"content": null`. */
const CONTENT = '"content"';

/** Puts the entries of one row together to JSON. */
export class StructText {
  private readonly rows: readonly LeafRows[];
  private readonly line: LineBuffer;
  private readonly tokens: readonly ValueTokens[];
  /** The next entry, and the next value, of each leaf; and where the row's entries end. */
  private readonly entries: number[];
  private readonly values: number[];
  private readonly ends: number[];

  constructor({
    rows,
    row,
    line,
    tokens,
  }: {
    readonly rows: readonly LeafRows[];
    readonly row: number;
    readonly line: LineBuffer;
    readonly tokens: readonly ValueTokens[];
  }) {
    this.rows = rows;
    this.line = line;
    this.tokens = tokens;
    this.entries = rows.map(({ rowEntries }) => rowEntries[row] as number);
    this.values = rows.map(({ rowValues }) => rowValues[row] as number);
    this.ends = rows.map((each) => each.entriesEnd(row));
  }

  isNull({ first, definition }: StructPart): boolean {
    return this.definitionOf(first) < definition;
  }

  /** Puts in a part that is no null. */
  value(part: StructPart): void {
    switch (part.kind) {
      case "leaf":
        this.leaf(part.first, part.leaf as Leaf);
        break;
      case "struct":
        this.struct(part);
        break;
      case "list":
        this.list(part, part.item as StructPart);
        break;
      default:
        part.kind satisfies never;
    }
  }

  private struct({ fields }: StructPart): void {
    const { line } = this;
    let between = "{";
    for (const field of fields) {
      const isNull = this.isNull(field);
      if (isNull) this.skip(field);
      if (isNull && field.key !== CONTENT) continue;
      line.ascii(between);
      line.range(field.keyBytes, 0, field.keyBytes.length);
      line.ascii(":");
      if (isNull) line.ascii("null");
      else this.value(field);
      between = ",";
    }
    line.ascii(between === "{" ? "{}" : "}");
  }

  private list(part: StructPart, item: StructPart): void {
    const { line } = this;
    const { first, repeats } = part;
    if (this.definitionOf(first) < part.itemDefinition) {
      this.skip(part);
      line.ascii("[]");
      return;
    }
    let between = "[";
    do {
      line.ascii(between);
      if (this.isNull(item)) {
        this.skip(item);
        line.ascii("null");
      } else this.value(item);
      between = ",";
    } while (this.isRepeated(first, repeats));
    line.ascii("]");
  }

  private isRepeated(leaf: number, repeats: number): boolean {
    const entry = this.entries[leaf] as number;
    return entry < (this.ends[leaf] as number) && this.rows[leaf]?.repetitions[entry] === repeats;
  }

  private leaf(index: number, leaf: Leaf): void {
    const { line } = this;
    const rows = this.rows[index] as LeafRows;
    const tokens = this.tokens[index] as ValueTokens;
    this.entries[index] = (this.entries[index] as number) + 1;
    const k = this.values[index] as number;
    this.values[index] = k + 1;
    const bytes = rows.source(k);
    const start = rows.starts[k] as number;
    const end = rows.ends[k] as number;
    tokens.starts[k] = line.length;
    if (leaf.isText) line.string(bytes, start, end);
    else line.ascii(tokenOf(bytes.subarray(start, end), leaf));
    tokens.ends[k] = line.length;
  }

  private definitionOf(leaf: number): number {
    return this.rows[leaf]?.definitions[this.entries[leaf] as number] as number;
  }

  private skip({ first, end }: StructPart): void {
    for (let leaf = first; leaf < end; leaf++)
      this.entries[leaf] = (this.entries[leaf] as number) + 1;
  }
}

/** A value that is no text, as JSON. */
function tokenOf(bytes: Buffer, { type, isUnsigned }: Leaf): string {
  switch (type) {
    case "boolean":
      return bytes[0] === 1 ? "true" : "false";
    case "int32":
      return String(isUnsigned ? bytes.readUInt32LE(0) : bytes.readInt32LE(0));
    case "int64":
      return String(isUnsigned ? bytes.readBigUInt64LE(0) : bytes.readBigInt64LE(0));
    case "float":
    case "double": {
      const value = type === "float" ? bytes.readFloatLE(0) : bytes.readDoubleLE(0);
      return Number.isFinite(value) ? String(value) : `"${value}"`;
    }
    default:
      return `"${bytes.toString("hex")}"`;
  }
}
