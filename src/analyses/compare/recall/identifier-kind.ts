import type { IDENTIFIER_KINDS } from "../../../transcript/kernel/identifier-kernel.ts";

/** The kinds of identifiers that later turns use. */
export type IdentifierKind = (typeof IDENTIFIER_KINDS)[number];

/**
 * The kind of an identifier in a text: a path has a slash or ends like a file's name, a number is of digits, or
 * of hex digits with a decimal one among them, as the id of a commit; else it is a name.
 */
export function kindOfIdentifier(text: string, start: number, end: number): IdentifierKind {
  const word = text.slice(start, end);
  if (word.includes("/") || FILE_NAME.test(word)) return "path";
  return NUMBER.test(word) && /\d/.test(word) ? "number" : "name";
}

const FILE_NAME = /\.[A-Za-z][A-Za-z0-9]{0,4}$/;
const NUMBER = /^[\da-f.:-]+$/;
