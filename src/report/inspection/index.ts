import type { ResultKind } from "../index.ts";
import type { ReportTarget } from "../reporter.ts";
import type { InspectionReporter } from "./inspection-reporter.ts";

/** A reporter of a kind, whose modules are loaded then. */
export async function createInspectionReporter(
  kind: ResultKind,
  target: ReportTarget,
): Promise<InspectionReporter> {
  switch (kind) {
    case "table":
      return (await import("./inspection-table.ts")).inspectionTable(target);
    case "json":
      return (await import("../json-document.ts")).jsonDocument(target);
    case "ndjson":
      return (await import("../ndjson-report.ts")).ndjsonReporter(target);
    case "csv":
      return (await import("./inspection-csv.ts")).inspectionCsv(target);
    default:
      return kind satisfies never;
  }
}
