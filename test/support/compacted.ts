import { compact } from "../../src/api/compact.ts";
import type { CompactOptions } from "../../src/engine/edits/create-job.ts";

/**
 * Compacts records, a line each; `after` has the values that come out. Nothing stays raw by default, errors neither.
 */
export function compactedLines(records: readonly unknown[], options: CompactOptions = {}) {
  const bytes = Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  const result = compact(bytes, { preserveRecentRawTurns: 0, keepErrors: "none", ...options });
  const lines = Buffer.from(result.bytes).toString().trimEnd().split("\n");
  return { ...result, after: lines.map((line) => JSON.parse(line)) };
}

/** The same for one record, a document. */
export function compactedRecord(record: unknown, options: CompactOptions = {}) {
  const bytes = Buffer.from(JSON.stringify(record));
  const result = compact(bytes, { preserveRecentRawTurns: 0, keepErrors: "none", ...options });
  return { ...result, after: JSON.parse(Buffer.from(result.bytes).toString()) };
}
