import { bad } from "./bad-parquet.ts";
import { LeafRows, NEW_VALUE } from "./leaf-rows.ts";
import type { RowColumn } from "./row-column.ts";
import type { Leaf } from "./schema.ts";

const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const TAB = 0x09;

/**
 * A column of JSON texts. A text that is a list is put into its line under a key, as a row of the format would have it;
 * a line break in a text is a return in its line, which is as much white space in JSON.
 */
export function textColumn(name: string, leaf: Leaf, keyOf: (text: Buffer) => string): RowColumn {
  const into = new LeafRows();
  return {
    name,
    leaves: [leaf],
    write([rows], row, { line }) {
      const text = rows === undefined ? undefined : textAt(rows, row);
      if (text === undefined) return;
      const isList = holdsList(text);
      if (isList) line.ascii(`{"${keyOf(text)}":`);
      const start = line.length;
      line.range(text, 0, text.length);
      const instead = insteadOfBreaks(text);
      if (instead !== undefined)
        replace(line.bytes.subarray(start, line.length), LINE_FEED, instead.byte);
      if (isList) line.ascii("}");
    },
    read(line, { batch, row }) {
      const [before] = batch.leaves;
      const text = before === undefined ? undefined : textAt(before, row);
      if (text === undefined) throw bad("a null that was edited", "report this");
      const isList = holdsList(text);
      const range = isList ? line.subarray(keyOf(text).length + 4, line.length - 1) : line;
      const instead = insteadOfBreaks(text);
      const value = instead === undefined ? range : Buffer.from(range);
      if (instead?.isKnownAgain === false)
        throw bad(
          `column ${name}: a JSON text with returns, tabs and line breaks between its values`,
          "write the texts without white space, or with one kind of line break",
        );
      if (instead !== undefined) replace(value, instead.byte, LINE_FEED);
      into.clear();
      into.beginRow();
      into.level(0, leaf.maxDefinition);
      into.value(value, { start: 0, end: value.length, index: NEW_VALUE });
      return [into];
    },
  };
}

function textAt(rows: LeafRows, row: number): Buffer | undefined {
  const k = rows.rowValues[row] as number;
  if (k === rows.valuesEnd(row)) return undefined;
  return rows.source(k).subarray(rows.starts[k], rows.ends[k]);
}

function holdsList(text: Buffer): boolean {
  let at = 0;
  while ([0x20, LINE_FEED, RETURN, TAB].includes(text[at] ?? 0)) at++;
  return text[at] === 0x5b;
}

/** The byte that replaces line breaks in a line, and whether it can be told from others of its kind. */
function insteadOfBreaks(
  text: Buffer,
): { readonly byte: number; readonly isKnownAgain: boolean } | undefined {
  if (!text.includes(LINE_FEED)) return undefined;
  const byte = [RETURN, TAB].find((each) => !text.includes(each));
  return { byte: byte ?? RETURN, isKnownAgain: byte !== undefined };
}

function replace(bytes: Buffer, from: number, to: number): void {
  for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + 1)) bytes[at] = to;
}
