import { readFileSync } from "node:fs";
import { parse, TomlError } from "smol-toml";
import { ElisionError } from "../../../base/errors.ts";
import { ioError } from "../../../io/io-error.ts";
import { placesIn, type TomlPlace } from "./toml-places.ts";

/** A table of a TOML document. */
export type TomlTable = Readonly<Record<string, unknown>>;

/** A TOML document, and where its keys stand. */
export interface Toml {
  readonly table: TomlTable;
  placeOf(path: readonly string[]): TomlPlace;
}

/** Reads a TOML file; the errors name it as `name`, with line and column where it is no TOML. */
export function readToml(path: string, name: string): Toml {
  return parseToml(textOf(path, name), name);
}

/** Parses TOML; the error has the name of the file, line and column. */
export function parseToml(text: string, name: string): Toml {
  let table: TomlTable;
  try {
    table = parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    // The library's message goes on with the lines around the place.
    const [reason = ""] = error.message.replace(/^Invalid TOML document: /, "").split("\n");
    const { line, column } = error;
    throw new ElisionError("bad-toml", `not TOML: ${reason}`, {
      file: name,
      line,
      column,
      cause: error,
    });
  }
  let places: Toml["placeOf"] | undefined;
  return {
    table,
    placeOf(keys) {
      places ??= placesIn(text);
      return places(keys);
    },
  };
}

/** Whether a value of a document is a table. */
export function isTable(value: unknown): value is TomlTable {
  if (typeof value !== "object" || value === null) return false;
  return !Array.isArray(value) && !(value instanceof Date);
}

function textOf(path: string, name: string): string {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw ioError(error, name);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new ElisionError("bad-toml", "not TOML: not UTF-8", { file: name, cause: error });
  }
}
