import { readFileSync } from "node:fs";
import { type AST, ParseError, parseTOML } from "toml-eslint-parser";
import { ElisionError } from "../../../base/errors.ts";
import { ioError } from "../../../io/io-error.ts";
import { contentOf, type TomlPlace, type TomlTable } from "./toml-content.ts";

/** A TOML document, and where its keys stand. */
export interface Toml {
  readonly table: TomlTable;
  /** The place of a key, or of the nearest table around it that the document writes. */
  placeOf(path: readonly string[]): TomlPlace;
}

/** Reads a TOML file; the errors name it as `name`, with line and column where it is no TOML. */
export function readToml(path: string, name: string): Toml {
  return parseToml(textOf(path, name), name);
}

/** Parses TOML 1.0; the error has the name of the file, line and column. */
export function parseToml(text: string, name: string): Toml {
  const { table, places } = contentOf(programOf(text, name).body[0]);
  return {
    table,
    placeOf(path) {
      for (let length = path.length; length > 0; length--) {
        const place = places.get(JSON.stringify(path.slice(0, length)));
        if (place !== undefined) return place;
      }
      return { line: 1, column: 1 };
    },
  };
}

function programOf(text: string, name: string): AST.TOMLProgram {
  try {
    return parseTOML(text, { tomlVersion: "1.0" });
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const { lineNumber: line, column, message } = error;
    const reason = `${message.charAt(0).toLowerCase()}${message.slice(1)}`;
    throw new ElisionError("bad-toml", `not TOML: ${reason}`, {
      file: name,
      line,
      column: column + 1,
      cause: error,
    });
  }
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
