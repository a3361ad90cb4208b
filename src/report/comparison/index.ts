import type { ResultKind } from "../index.ts";
import type { ComparisonReporter } from "./comparison-reporter.ts";
import type { ComparisonTarget } from "./comparison-table.ts";

/** A reporter of a kind, whose modules are loaded then. */
export async function createComparisonReporter(
  kind: ResultKind,
  target: ComparisonTarget,
): Promise<ComparisonReporter> {
  switch (kind) {
    case "table":
      return (await import("./comparison-table.ts")).comparisonTable(target);
    case "json":
      return (await import("../json-document.ts")).jsonDocument(target);
    case "ndjson":
      return (await import("../ndjson-report.ts")).ndjsonReporter(target);
    case "csv":
      return (await import("./comparison-csv.ts")).comparisonCsv(target);
    default:
      return kind satisfies never;
  }
}
