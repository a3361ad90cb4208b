import type { FileTelemetry, TranscriptTelemetry } from "./telemetry.ts";
import type { Totals } from "./totals.ts";

/** How a report can be written. */
export const REPORT_KINDS = ["table", "json", "ndjson", "csv", "none"] as const;

export type ReportKind = (typeof REPORT_KINDS)[number];

/** Turns the account of a run into text, as it comes or at the end. */
export interface Reporter {
  transcript(telemetry: TranscriptTelemetry): void;
  file(telemetry: FileTelemetry): void;
  finish(totals: Totals): Promise<void>;
}

/** Where a reporter writes, and what it may assume of the place. */
export interface ReportTarget {
  write(text: string): void;
  /** Width of a table in characters. */
  readonly columns: number;
  readonly color: boolean;
}

/** A reporter of a kind. What it needs is loaded when it first has something to write. */
export async function createReporter(kind: ReportKind, target: ReportTarget): Promise<Reporter> {
  switch (kind) {
    case "table":
      return (await import("./table.ts")).tableReporter(target);
    case "json":
      return (await import("./json.ts")).jsonReporter(target);
    case "ndjson":
      return (await import("./ndjson.ts")).ndjsonReporter(target);
    case "csv":
      return (await import("./csv.ts")).csvReporter(target);
    case "none":
      return { transcript: () => {}, file: () => {}, finish: async () => {} };
    default:
      return kind satisfies never;
  }
}
