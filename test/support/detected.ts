import { detectFormat } from "../../src/formats/index.ts";
import { treeOf } from "./parse-json.ts";

/** The format that these records show. */
export function detected(...records: readonly unknown[]): string | undefined {
  return detectFormat(records.map((record) => treeOf(JSON.stringify(record))));
}
