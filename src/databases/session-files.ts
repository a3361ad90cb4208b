import { readdirSync, readFileSync } from "node:fs";
import { ElisionError } from "../base/errors.ts";
import { ioError } from "../io/io-error.ts";
import { jsonOf } from "./session-database.ts";

/** The names in a folder, sorted; none if it is missing. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/** The JSON in a file on one line. */
export function lineIn(file: string): string {
  return jsonOf(textIn(file)) ?? "{}";
}

/** The text of a JSON file. */
export function textIn(file: string): string {
  const text = readText(file);
  parsed(text, file);
  return text;
}

/** The value in a JSON file that an agent wrote. */
export function jsonIn<T>(file: string): T {
  return parsed(readText(file), file);
}

/** The value in a file of no more than a session's name and folder; empty if it cannot be read. */
export function notesIn<T>(file: string): Partial<T> {
  try {
    return jsonIn(file);
  } catch {
    return {};
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw ioError(error, file);
  }
}

function parsed<T>(text: string, file: string): T {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ElisionError("bad-database", "a part of a session that is not JSON", { file, cause });
  }
}
