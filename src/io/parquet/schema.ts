import { ElisionError } from "../../base/errors.ts";
import type { ThriftStruct } from "./thrift.ts";

/** A column of a file's schema, or a part of one. */
export interface SchemaNode {
  readonly name: string;
  /** Whether it may be null, and whether it is there any number of times. */
  readonly repetition: "required" | "optional" | "repeated";
  /** The definition level at which it is there. */
  readonly definition: number;
  /** How many repeated parts it is in, itself included. */
  readonly repeats: number;
  readonly children: readonly SchemaNode[];
  /** A leaf's; undefined for a group. */
  readonly leaf: Leaf | undefined;
  readonly element: ThriftStruct;
}

/** A leaf of the schema: one chunk in each row group. */
export interface Leaf {
  /** Its place among the leaves of the file. */
  readonly index: number;
  readonly path: string;
  readonly type: PhysicalType;
  /** Bytes of each value, where they are fixed. */
  readonly width: number | undefined;
  /** Whether its values are texts: UTF-8 by its type, or bytes of no type. */
  readonly isText: boolean;
  readonly isUnsigned: boolean;
  readonly maxDefinition: number;
  readonly maxRepetition: number;
}

/** The physical types of Parquet, by their number in a footer. */
const TYPES = ["boolean", "int32", "int64", "int96", "float", "double", "bytes", "fixed"] as const;
export type PhysicalType = (typeof TYPES)[number];

const WIDTHS: Partial<Record<PhysicalType, number>> = {
  boolean: 1,
  int32: 4,
  int64: 8,
  int96: 12,
  float: 4,
  double: 8,
};

/** Reads the schema of a footer: its columns, and all leaves in order. */
export function readSchema(elements: readonly ThriftStruct[]): {
  readonly columns: readonly SchemaNode[];
  readonly leaves: readonly Leaf[];
} {
  const leaves: Leaf[] = [];
  let at = 0;
  const read = (
    above: Pick<SchemaNode, "definition" | "repeats">,
    path: readonly string[],
  ): SchemaNode => {
    const element = elements[at++];
    if (element === undefined)
      throw new ElisionError("bad-parquet", "a Parquet schema that stops short");
    const name = element.bytes(4)?.toString() ?? "";
    const repetition =
      (["required", "optional", "repeated"] as const)[element.number(3) ?? 0] ?? "required";
    const levels = {
      definition: above.definition + (repetition === "required" ? 0 : 1),
      repeats: above.repeats + (repetition === "repeated" ? 1 : 0),
    };
    const own = [...path, name];
    const count = element.number(5);
    const children: SchemaNode[] = [];
    let leaf: Leaf | undefined;
    if (count === undefined || element.get(1) !== undefined) {
      leaf = {
        ...leafOf(element, own.join(".")),
        index: leaves.length,
        maxDefinition: levels.definition,
        maxRepetition: levels.repeats,
      };
      leaves.push(leaf);
    } else for (let k = 0; k < count; k++) children.push(read(levels, own));
    return { name, repetition, ...levels, children, leaf, element };
  };
  const root = elements[at++];
  const columns: SchemaNode[] = [];
  for (let k = root?.number(5) ?? 0; k > 0; k--)
    columns.push(read({ definition: 0, repeats: 0 }, []));
  return { columns, leaves };
}

/** Converted types of texts: UTF8, ENUM, JSON. */
const CONVERTED_TEXTS = [0, 4, 19];
/** Logical types of texts: STRING, ENUM, JSON. */
const LOGICAL_TEXTS = [1, 4, 12];
/** Converted types of numbers without a sign: UINT_8 to UINT_64. */
const CONVERTED_UNSIGNED = [11, 12, 13, 14];

function leafOf(element: ThriftStruct, path: string) {
  const type = TYPES[element.number(1) ?? -1] ?? "bytes";
  const converted = element.number(6);
  const logical = element.struct(10);
  const isUntyped = converted === undefined && logical === undefined;
  const isText =
    type === "bytes" &&
    (isUntyped ||
      (converted !== undefined && CONVERTED_TEXTS.includes(converted)) ||
      LOGICAL_TEXTS.some((id) => logical?.get(id) !== undefined));
  return {
    path,
    type,
    width: type === "fixed" ? (element.number(2) ?? 0) : WIDTHS[type],
    isText,
    isUnsigned: converted !== undefined && CONVERTED_UNSIGNED.includes(converted),
  };
}

/**
 * The repeated part and the items of a column that is a list, as each of the writers nests them; undefined for others.
 */
export function listIn(
  node: SchemaNode,
): { readonly repeated: SchemaNode; readonly item: SchemaNode } | undefined {
  if (node.repetition === "repeated") return undefined;
  const [repeated] = node.children;
  const isList = node.element.number(6) === 3 || node.element.struct(10)?.get(3) !== undefined;
  if (!isList || repeated?.repetition !== "repeated" || node.children.length !== 1)
    return undefined;
  // Older writers: the repeated part is the item itself.
  const isItem =
    repeated.children.length !== 1 ||
    repeated.name === "array" ||
    repeated.name === `${node.name}_tuple`;
  return { repeated, item: isItem ? repeated : (repeated.children[0] ?? repeated) };
}
