import type { ElisionError } from "../../base/errors.ts";
import { bad } from "./bad-parquet.ts";
import { type LeafRows, NEW_VALUE } from "./leaf-rows.ts";
import type { RowBatch } from "./row-column.ts";
import type { Leaf } from "./schema.ts";
import type { StructPart } from "./struct-parts.ts";
import { bytesOf, textOf } from "./token-bytes.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;

/** Takes the JSON of one row apart into entries of leaves: what a row had before comes from there. */
export class StructLine {
  private readonly line: Buffer;
  private readonly into: readonly LeafRows[];
  private readonly batch: RowBatch;
  private readonly row: number;
  private at: number;
  /** The next backslash, as long as nothing past it was read. */
  private backslash = -1;
  /** The next value of each leaf, as the row was, that may come next. */
  private readonly before: number[];

  constructor(
    line: Buffer,
    {
      at,
      into,
      batch,
      row,
    }: {
      readonly at: number;
      readonly into: readonly LeafRows[];
      readonly batch: RowBatch;
      readonly row: number;
    },
  ) {
    this.line = line;
    this.at = at;
    this.into = into;
    this.batch = batch;
    this.row = row;
    this.before = batch.leaves.map(({ rowValues }) => rowValues[row] as number);
  }

  /** Takes the next value apart: that of a part, or null. */
  value(part: StructPart, repetition: number): void {
    this.skipSpace();
    if (this.line[this.at] === 0x6e) {
      this.at += 4; // null
      if (!part.isNullable) throw this.refused(part, "null");
      this.nothing(part, { repetition, definition: part.definition - 1 });
      return;
    }
    switch (part.kind) {
      case "leaf":
        this.leaf(part, repetition);
        break;
      case "struct":
        this.struct(part, repetition);
        break;
      case "list":
        this.list(part, repetition);
        break;
      default:
        part.kind satisfies never;
    }
  }

  /** Throws unless only the end of the row follows. */
  end(): void {
    this.skipSpace();
    if (this.line.toString("latin1", this.at).trim() !== "}")
      throw bad(
        `row ${this.rowNumber()}: an edit adds to the row, not to its messages`,
        "leave out the option that does",
      );
  }

  private struct(part: StructPart, repetition: number): void {
    const { fields } = part;
    const isThere: boolean[] = [];
    this.expect(part, 0x7b);
    let next = 0;
    for (let isFirst = true; !this.takes(0x7d); isFirst = false) {
      if (!isFirst) this.expect(part, COMMA);
      this.skipSpace();
      const start = this.at;
      this.endString();
      // Fields come in the order of the schema, mostly.
      const place = this.fieldAt(fields, start, next);
      const field = fields[place];
      if (field === undefined || isThere[place] === true)
        throw this.refused(part, `a field ${this.line.toString("utf8", start, this.at)}`);
      isThere[place] = true;
      next = place + 1;
      this.expect(part, COLON);
      this.value(field, repetition);
    }
    for (let k = 0; k < fields.length; k++) {
      const field = fields[k] as StructPart;
      if (isThere[k] === true) continue;
      if (!field.isNullable && field.kind !== "list") throw this.refused(field, "nothing");
      this.nothing(field, { repetition, definition: part.definition });
    }
  }

  /** The field whose key was read, looked for from a place on; -1 if there is none. */
  private fieldAt(fields: readonly StructPart[], start: number, from: number): number {
    for (let k = 0; k < fields.length; k++) {
      const place = (from + k) % fields.length;
      const { keyBytes } = fields[place] as StructPart;
      if (isSame(this.line, start, this.at, keyBytes, 0, keyBytes.length)) return place;
    }
    return -1;
  }

  private list(part: StructPart, repetition: number): void {
    const item = part.item as StructPart;
    this.expect(part, 0x5b);
    let isEmpty = true;
    for (; !this.takes(0x5d); isEmpty = false) {
      if (!isEmpty) this.expect(part, COMMA);
      this.value(item, isEmpty ? repetition : part.repeats);
    }
    if (isEmpty) this.nothing(part, { repetition, definition: part.itemDefinition - 1 });
  }

  private nothing(
    { first, end }: StructPart,
    { repetition, definition }: { readonly repetition: number; readonly definition: number },
  ): void {
    for (let leaf = first; leaf < end; leaf++) this.into[leaf]?.level(repetition, definition);
  }

  private leaf(part: StructPart, repetition: number): void {
    const { line } = this;
    const start = this.at;
    if (line[start] === QUOTE) this.endString();
    else while (this.at < line.length && !isPunctuation(line[this.at] as number)) this.at++;
    this.into[part.first]?.level(repetition, part.definition);
    if (!this.putKnown(part.first, start)) this.put(part, start);
  }

  /** Puts in the value that the row had before, if it has the same text. False if it has another. */
  private putKnown(leaf: number, start: number): boolean {
    const { line, at: end, row } = this;
    const { lines, leaves, tokens } = this.batch;
    const rows = leaves[leaf] as LeafRows;
    const { starts, ends } = tokens[leaf] ?? { starts: [], ends: [] };
    const from = this.before[leaf] as number;
    for (let k = from, last = rows.valuesEnd(row); k < last; k++) {
      const tokenStart = starts[k] as number;
      const tokenEnd = ends[k] as number;
      if (!isSame(line, start, end, lines, tokenStart, tokenEnd)) continue;
      this.before[leaf] = k + 1;
      const value = {
        start: rows.starts[k] as number,
        end: rows.ends[k] as number,
        index: rows.indexes[k] as number,
      };
      this.into[leaf]?.value(rows.source(k), value);
      return true;
    }
    this.before[leaf] = from + 1;
    return false;
  }

  private put(part: StructPart, start: number): void {
    const leaf = part.leaf as Leaf;
    const token = this.line.subarray(start, this.at);
    const bytes = leaf.isText
      ? textOf(token, this.hasBackslash(start))
      : bytesOf(token.toString("latin1"), leaf);
    if (bytes === undefined) throw this.refused(part, token.toString("utf8", 0, 40));
    this.into[part.first]?.value(bytes, { start: 0, end: bytes.length, index: NEW_VALUE });
  }

  private hasBackslash(start: number): boolean {
    if (this.backslash < start) {
      const next = this.line.indexOf(BACKSLASH, start);
      this.backslash = next < 0 ? this.line.length : next;
    }
    return this.backslash < this.at;
  }

  /** Goes past a string. */
  private endString(): void {
    const { line } = this;
    for (
      let quote = line.indexOf(QUOTE, this.at + 1);
      quote >= 0;
      quote = line.indexOf(QUOTE, quote + 1)
    ) {
      let slashes = 0;
      while (line[quote - 1 - slashes] === BACKSLASH) slashes++;
      if (slashes % 2 === 1) continue;
      this.at = quote + 1;
      return;
    }
    throw new RangeError("a string that does not end");
  }

  private takes(byte: number): boolean {
    this.skipSpace();
    if (this.line[this.at] !== byte) return false;
    this.at++;
    return true;
  }

  private expect(part: StructPart, byte: number): void {
    if (!this.takes(byte))
      throw this.refused(part, this.line.toString("utf8", this.at, this.at + 40));
  }

  private skipSpace(): void {
    while (isSpace(this.line[this.at] as number)) this.at++;
  }

  private rowNumber(): number {
    return this.batch.first + this.row + 1;
  }

  private refused({ path }: StructPart, got: string): ElisionError {
    return bad(
      `row ${this.rowNumber()} of row group ${this.batch.group + 1}: an edit that column ${path} has no place for (got ${got})`,
      "use a policy that only masks, or write the column as JSON texts",
    );
  }
}

/** A call of `compare` costs more than a few bytes one by one. */
const SHORT_BYTES = 24;

function isSame(
  one: Buffer,
  start: number,
  end: number,
  other: Buffer,
  otherStart: number,
  otherEnd: number,
): boolean {
  const length = end - start;
  if (length !== otherEnd - otherStart) return false;
  if (length > SHORT_BYTES) return one.compare(other, otherStart, otherEnd, start, end) === 0;
  for (let k = 0; k < length; k++) if (one[start + k] !== other[otherStart + k]) return false;
  return true;
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === 0x0a;
}

function isPunctuation(byte: number): boolean {
  return byte === COMMA || byte === 0x5d || byte === 0x7d || isSpace(byte);
}
