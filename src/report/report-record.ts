import { csvField } from "./csv-report.ts";
import { jsonText } from "./json-text.ts";
import { ndjsonLines } from "./ndjson-report.ts";

/** A record of a report: words and numbers by their names, null for a missing value. */
export type ReportRecord = Readonly<
  Record<string, string | number | boolean | readonly string[] | null>
>;

/**
 * Records as text for programs: `json` is one document with the records under `name`, `ndjson` a line for each,
 * `csv` a header and a row for each, with the items of lists separated by spaces.
 */
export async function recordsAs(
  kind: "json" | "ndjson" | "csv",
  name: string,
  records: readonly ReportRecord[],
): Promise<string> {
  if (kind === "json") return `${jsonText({ [name]: records }, 2)}\n`;
  let text = "";
  if (kind === "csv") {
    const keys = Object.keys(records[0] ?? {});
    const rows = records.map((record) => keys.map((key) => csvField(inCsv(record[key]))));
    return [keys, ...rows].map((row) => `${row.join(",")}\n`).join("");
  }
  const lines = ndjsonLines((line) => {
    text += line;
  });
  for (const record of records) lines.put(record);
  await lines.end();
  return text;
}

function inCsv(value: ReportRecord[string] | undefined): string | number | boolean | undefined {
  if (value === null) return undefined;
  return typeof value === "object" ? value.join(" ") : value;
}
