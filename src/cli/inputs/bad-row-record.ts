import { isUtf8 } from "node:buffer";
import type { Problem } from "../../engine/input/input-problem.ts";
import type { TextPlace } from "../../engine/input/reading.ts";
import { jsonText } from "../../report/json-text.ts";

/** A longer row is not repeated: as JSON it may be six times as long, and a text has at most 512 MB. */
const MOST_ROW_BYTES = 64e6;

/** The origin of a bad row, for its record. */
interface RowOrigin {
  readonly label?: string | undefined;
  readonly file?: string;
}

/** A bad row as a line of NDJSON; if its bytes are not UTF-8, also in base64. */
export function badRowRecord(
  { line, column, message }: Problem,
  { bytes, start, end }: Pick<TextPlace, "bytes" | "start" | "end">,
  { label, file }: RowOrigin,
): string {
  const origin = { ...(label !== undefined && { label }), ...(file !== undefined && { file }) };
  const about = { number: line, column, reason: message, ...origin };
  if (!Buffer.isBuffer(bytes) || end - start > MOST_ROW_BYTES)
    return `${jsonText({ ...about, bytes: end - start })}\n`;
  const row = bytes.subarray(start, end);
  const base64 = isUtf8(row) ? undefined : row.toString("base64");
  return `${jsonText({ ...about, text: row.toString(), base64 })}\n`;
}
