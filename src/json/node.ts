/** What a JSON value is. */
export type NodeKind = "object" | "array" | "string" | "number" | "boolean" | "null";

/**
 * A JSON value, looked at without knowing whether it lies in bytes or in memory.
 *
 * Readers of formats are written against this, so that one reader serves files and plain objects.
 */
export interface Node {
  readonly kind: NodeKind;
  /** Length of a string in UTF-16 units; 0 for anything else. */
  readonly chars: number;
  /** The value under `key` of an object: the last one, as for `JSON.parse`. */
  get(key: string): this | undefined;
  /** The items of an array, or the values of an object in order; else none. */
  items(): readonly this[];
  /** The keys of an object in order, duplicates included; else none. */
  keys(): readonly string[];
  /** The text of a string; the JSON text of anything else. */
  text(): string;
  /** A string's first (`count` > 0) or last (`count` < 0) characters: at least that many if it has them. */
  excerpt(count: number): string;
  /** Whether a string holds `part`. */
  includes(part: string): boolean;
}

/** The text of `node` if it is a string. */
export function stringOf(node: Node | undefined): string | undefined {
  return node?.kind === "string" ? node.text() : undefined;
}

/** `node` if it is a string. */
export function asString<N extends Node>(node: N | undefined): N | undefined {
  return node?.kind === "string" ? node : undefined;
}
