import { bad } from "./bad-parquet.ts";
import { type Leaf, listIn, type SchemaNode } from "./schema.ts";

/** A part of a column of structs, as lines have it. */
export interface StructPart {
  readonly kind: "leaf" | "struct" | "list";
  /** The name in quotes, as a key in a line. */
  readonly key: string;
  readonly keyBytes: Buffer;
  readonly path: string;
  /** The definition level at which it is no null; less than `above` plus one where it cannot be null. */
  readonly definition: number;
  /** The leaves below it: `[first, end)` of those of the column. */
  readonly first: number;
  readonly end: number;
  /** A struct's fields. */
  readonly fields: readonly StructPart[];
  /** A list's: the part that is repeated, the levels at which it has an item and another. */
  readonly item: StructPart | undefined;
  readonly itemDefinition: number;
  readonly repeats: number;
  readonly leaf: Leaf | undefined;
  readonly isNullable: boolean;
}

/** The parts of a column, and its leaves. */
export function partsOf(column: SchemaNode): {
  readonly part: StructPart;
  readonly leaves: readonly Leaf[];
} {
  const leaves: Leaf[] = [];
  const build = (node: SchemaNode, path: string, isItem = false): StructPart => {
    const first = leaves.length;
    const list = isItem ? undefined : listOf(node);
    const key = JSON.stringify(node.name);
    const base = {
      key,
      keyBytes: Buffer.from(key),
      path,
      definition: node.definition,
      first,
      isNullable: node.repetition === "optional",
      repeats: list?.repeated.repeats ?? 0,
      itemDefinition: list?.repeated.definition ?? 0,
      leaf: undefined,
      item: undefined,
      fields: [],
    };
    if (list !== undefined) {
      const item = build(list.item, `${path}[]`, list.item === list.repeated);
      // One that is repeated without a list around it is empty rather than null.
      const definition = list.repeated === node ? node.definition - 1 : node.definition;
      return { ...base, kind: "list", item, definition, end: leaves.length };
    }
    if (node.leaf !== undefined) {
      leaves.push(node.leaf);
      return { ...base, kind: "leaf", leaf: node.leaf, end: leaves.length };
    }
    const fields = node.children.map((child) => build(child, `${path}.${child.name}`));
    if (fields.length === 0)
      throw bad(`Parquet whose column ${path} has an empty struct`, "leave it out");
    return { ...base, kind: "struct", fields, end: leaves.length };
  };
  const part = build(column, column.name);
  return { part, leaves };
}

function listOf(node: SchemaNode): ReturnType<typeof listIn> {
  if (node.repetition === "repeated") return { repeated: node, item: node };
  return listIn(node);
}
