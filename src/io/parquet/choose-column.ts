import { ElisionError } from "../../base/errors.ts";
import { quoted } from "../../base/quoted.ts";
import { bad } from "./bad-parquet.ts";
import type { ParquetFile } from "./footer.ts";
import type { RowColumn } from "./row-column.ts";
import { listIn, type SchemaNode } from "./schema.ts";
import { structColumn } from "./struct-column.ts";
import { textColumn } from "./text-column.ts";

/** Names that columns of conversations have. */
const USUAL_NAMES = ["messages", "conversations", "trajectory", "traj"];

/** A short list of what columns there are. */
const MOST_NAMES = 12;

/**
 * The column of conversations: the one that is named, or the only one with a usual name that holds texts or lists of
 * structs.
 *
 * @throws {ElisionError} `no-column` for a name that no column has, `bad-parquet` for a column of another type and for
 * several to choose from, `unknown-format` where there is none.
 */
export function chooseColumn({ columns }: ParquetFile, asked: string | undefined): RowColumn {
  const names = columns.map(({ name }) => name);
  const there = `columns: ${names.slice(0, MOST_NAMES).join(", ")}${names.length > MOST_NAMES ? ", …" : ""}`;
  if (asked !== undefined) {
    const column = columns.find(({ name }) => name === asked);
    if (column === undefined)
      throw new ElisionError("no-column", `no column ${quoted(asked)} (${there})`, {
        hint: "name one of them with --column",
      });
    const rows = rowsOf(column);
    if (rows === undefined)
      throw bad(
        `column ${quoted(asked)} is neither text nor a list of structs`,
        "name the column that holds the conversations with --column",
      );
    return rows;
  }
  const found = columns
    .filter(({ name }) => USUAL_NAMES.includes(name))
    .flatMap((column) => rowsOf(column) ?? []);
  const [only, other] = found;
  if (only === undefined) {
    const odd = names.find((name) => USUAL_NAMES.includes(name));
    const what =
      odd === undefined
        ? `Parquet without a column ${USUAL_NAMES.join(", ")}`
        : `column ${quoted(odd)} is neither text nor a list of structs`;
    const message = `${what} (${there})`;
    const hint = "name the column that holds the conversations with --column";
    throw new ElisionError("unknown-format", message, { hint });
  }
  if (other !== undefined)
    throw bad(
      `Parquet with several columns that may hold the conversations: ${found.map(({ name }) => name).join(", ")}`,
      `name one: --column ${only.name}`,
    );
  return only;
}

function rowsOf(column: SchemaNode): RowColumn | undefined {
  const { leaf, name } = column;
  if (leaf !== undefined) {
    if (!leaf.isText || column.repetition === "repeated") return undefined;
    return textColumn(name, leaf, (text) => rowKey(name, isShareGpt(text)));
  }
  const item = column.repetition === "repeated" ? column : listIn(column)?.item;
  if (item === undefined || item.children.length === 0) return undefined;
  return structColumn(
    column,
    rowKey(
      name,
      item.children.some((child) => child.name === "from"),
    ),
  );
}

/** Bytes of a text that show how its messages are written. */
const HEAD_BYTES = 4096;

function isShareGpt(text: Buffer): boolean {
  const head = text.toString("latin1", 0, HEAD_BYTES);
  const role = head.indexOf('"role"');
  const from = head.indexOf('"from"');
  return from >= 0 && (role < 0 || from < role);
}

/** The key under which formats look for a list of messages: the column's name, if one of them does. */
function rowKey(column: string, isShareGpt: boolean): string {
  if (isShareGpt) return "conversations";
  return column === "trajectory" || column === "traj" ? column : "messages";
}
