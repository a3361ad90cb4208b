import type { Note } from "./report-note.ts";
import type { Reporter, ReportTarget } from "./reporter.ts";

/** The forms of a report. */
export const REPORT_KINDS = ["table", "json", "ndjson", "files", "csv", "none"] as const;

export type ReportKind = (typeof REPORT_KINDS)[number];

/** The forms of a command's result that is a report. */
export const RESULT_KINDS = ["table", "json", "ndjson", "csv"] as const;

export type ResultKind = (typeof RESULT_KINDS)[number];

const NO_TRANSCRIPTS = { transcript: () => {}, wants: () => false };

/** A reporter of a kind, whose modules are loaded here. */
export async function createReporter(
  kind: ReportKind,
  target: ReportTarget,
  about: { readonly notes?: () => readonly Note[] } = {},
): Promise<Reporter> {
  switch (kind) {
    case "table":
      return (await import("./table-report.ts")).tableReporter(target);
    case "json":
      return (await import("./json-report.ts")).jsonReporter(target, about);
    case "ndjson":
      return (await import("./ndjson-report.ts")).ndjsonReporter(target);
    case "files": {
      const reporter = (await import("./ndjson-report.ts")).ndjsonReporter(target);
      return { ...reporter, ...NO_TRANSCRIPTS };
    }
    case "csv":
      return (await import("./csv-report.ts")).csvReporter(target);
    case "none":
      return { ...NO_TRANSCRIPTS, file: () => {}, discard: () => {}, finish: async () => {} };
    default:
      return kind satisfies never;
  }
}
