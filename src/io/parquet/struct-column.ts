import { LeafRows } from "./leaf-rows.ts";
import type { RowColumn } from "./row-column.ts";
import type { SchemaNode } from "./schema.ts";
import { StructLine } from "./struct-line.ts";
import { partsOf } from "./struct-parts.ts";
import { StructText } from "./struct-text.ts";

/**
 * A column of lists of structs. In a line each struct is an object without the fields that are null, but for `content`:
 * a reader of JSON would not have had them either.
 */
export function structColumn(column: SchemaNode, rowKey: string): RowColumn {
  const { part, leaves } = partsOf(column);
  const into = leaves.map(() => new LeafRows());
  const head = `{"${rowKey}":`;
  return {
    name: column.name,
    leaves,
    write(rows, row, { line, tokens }) {
      const text = new StructText({ rows, row, line, tokens });
      if (text.isNull(part)) return;
      line.ascii(head);
      text.value(part);
      line.ascii("}");
    },
    read(line, { batch, row }) {
      for (const rows of into) {
        rows.clear();
        rows.beginRow();
      }
      const parsed = new StructLine(line, { at: head.length, into, batch, row });
      parsed.value(part, 0);
      parsed.end();
      return into;
    },
  };
}
