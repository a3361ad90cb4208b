import type { AST } from "toml-eslint-parser";

/** A table of a TOML document. */
export type TomlTable = Readonly<Record<string, unknown>>;

/** Whether a value of a document is a table. */
export function isTable(value: unknown): value is TomlTable {
  if (typeof value !== "object" || value === null) return false;
  return !Array.isArray(value) && !(value instanceof Date);
}

/** A place in a text, counted from 1; the column in UTF-16 units. */
export interface TomlPlace {
  readonly line: number;
  readonly column: number;
}

/** The values of a document, and the first place of each key by its path as JSON. */
export interface TomlContent {
  readonly table: TomlTable;
  readonly places: ReadonlyMap<string, TomlPlace>;
}

/** The values and places in a parsed document. Not the parser's own values, which leave out a key `__proto__`. */
export function contentOf(document: AST.TOMLTopLevelTable): TomlContent {
  const table: OpenTable = {};
  const places = new Map<string, TomlPlace>();
  const note = (path: readonly string[], { loc: { start } }: AST.TOMLNode) => {
    for (let length = 1; length <= path.length; length++) {
      const key = JSON.stringify(path.slice(0, length));
      if (!places.has(key)) places.set(key, { line: start.line, column: start.column + 1 });
    }
  };
  const add = (into: OpenTable, at: readonly string[], { key, value }: AST.TOMLKeyValue) => {
    const names = namesOf(key);
    note([...at, ...names], key);
    const last = names.at(-1) ?? "";
    put(walk(into, names.slice(0, -1)), last, contentFrom(value, [...at, ...names]));
  };
  const contentFrom = (node: AST.TOMLContentNode, path: readonly string[]): unknown => {
    if (node.type === "TOMLArray") return node.elements.map((each) => contentFrom(each, path));
    if (node.type === "TOMLInlineTable") {
      const inline: OpenTable = {};
      for (const pair of node.body) add(inline, path, pair);
      return inline;
    }
    return "datetime" in node ? new TomlDate(node.value, node.datetime) : node.value;
  };
  for (const part of document.body) {
    if (part.type === "TOMLKeyValue") {
      add(table, [], part);
      continue;
    }
    const names = namesOf(part.key);
    note(names, part);
    const into = walk(table, part.resolvedKey);
    for (const pair of part.body) add(into, names, pair);
  }
  return { table, places };
}

type OpenTable = Record<string, unknown>;

/** A date or time, shown as the document has it. */
class TomlDate extends Date {
  private readonly source: string;

  constructor(value: Date, source: string) {
    super(value);
    this.source = source;
  }

  override toJSON(): string {
    return this.source;
  }
}

function namesOf({ keys }: AST.TOMLKey): readonly string[] {
  return keys.map((key) => (key.type === "TOMLBare" ? key.name : key.value));
}

/** The table at a path, made where it is not there yet; a number is the index of an array's table. */
function walk(from: OpenTable, path: readonly (string | number)[]): OpenTable {
  let table: OpenTable = from;
  for (const [index, name] of path.entries()) {
    const key = String(name);
    if (!Object.hasOwn(table, key)) put(table, key, typeof path[index + 1] === "number" ? [] : {});
    table = table[key] as OpenTable;
  }
  return table;
}

/** Sets an own property of a table, whatever its name. */
function put(table: OpenTable, key: string, value: unknown): void {
  Object.defineProperty(table, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}
