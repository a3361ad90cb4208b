import type { TranscriptTelemetry } from "../engine/edits/compaction-result.ts";
import type { Reporter, ReportTarget } from "./reporter.ts";

/** The value of a field; undefined leaves it empty. */
export type CsvValue = string | number | boolean | undefined;

/** The columns, in order: every key of a transcript's telemetry. */
const COLUMNS = [
  "file",
  "line",
  "format",
  "messages",
  "beforeChars",
  "afterChars",
  "savedChars",
  "beforeTokens",
  "afterTokens",
  "maskedCount",
  "maskedChars",
  "maskedRemaining",
  "droppedCount",
  "reductionStage",
  "invariantStatus",
  "fits",
  "targetMet",
  "deadChars",
  "deadMaskedCount",
  "deadMaskedChars",
  "sideCopyBytes",
  "undroppable",
  "modelAsked",
  "modelAccepted",
  "modelRefused",
  "byRule",
] as const satisfies readonly (keyof TranscriptTelemetry)[];

/** A row for each transcript as it is done. */
export function csvReporter({ write }: ReportTarget): Reporter {
  return csvRows(write, COLUMNS, (telemetry: TranscriptTelemetry) => [
    COLUMNS.map((column) => inCsv(telemetry[column])),
  ]);
}

/** Writes the rows of each transcript as it is done, after a row of names (RFC 4180, with line feeds). */
export function csvRows<Transcript>(
  write: ReportTarget["write"],
  names: readonly string[],
  rowsOf: (transcript: Transcript) => readonly (readonly CsvValue[])[],
): Reporter<Transcript, object, object> {
  let hasHeader = false;
  const header = () => {
    if (!hasHeader) write(`${names.join(",")}\n`);
    hasHeader = true;
  };
  return {
    transcript(transcript) {
      header();
      for (const row of rowsOf(transcript)) write(`${row.map(csvField).join(",")}\n`);
    },
    file: () => {},
    discard: () => {},
    finish: async () => header(),
  };
}

/** Counts by rule, in one field: `window.masked=12 window.maskedChars=4519 errors.kept=3 …`. */
function inCsv(value: TranscriptTelemetry[(typeof COLUMNS)[number]]) {
  if (typeof value !== "object") return value;
  return Object.entries(value)
    .flatMap(([name, count]) =>
      Object.entries(count).map(([key, number]) => `${name}.${key}=${number}`),
    )
    .join(" ");
}

/**
 * A value as a field. Text that a spreadsheet would take for a formula gets an apostrophe, since file names can be
 * hostile.
 */
export function csvField(value: CsvValue): string {
  if (typeof value !== "string") return value === undefined ? "" : String(value);
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
