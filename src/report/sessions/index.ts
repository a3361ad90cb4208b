import type { ResultKind } from "../index.ts";
import type { ReportTarget } from "../reporter.ts";
import type { SessionList } from "./session-list.ts";

/** Writes a list of sessions as a report of a kind. */
export async function reportSessions(
  kind: ResultKind,
  list: SessionList,
  target: ReportTarget,
): Promise<void> {
  switch (kind) {
    case "table":
      return (await import("./session-table.ts")).sessionTable(list, target);
    case "json":
      return (await import("./session-streams.ts")).sessionJson(list, target);
    case "ndjson":
      return (await import("./session-streams.ts")).sessionLines(list, target);
    case "csv":
      return (await import("./session-streams.ts")).sessionCsv(list, target);
    default:
      return kind satisfies never;
  }
}
