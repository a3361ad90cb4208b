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
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw ioError(error, file);
  }
  try {
    JSON.parse(text);
  } catch (cause) {
    throw new ElisionError("bad-database", "a part of a session that is not JSON", { file, cause });
  }
  return text;
}
