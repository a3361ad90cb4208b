import type { ListedSession } from "../../analyses/sessions/result.ts";
import { csvField } from "../csv-report.ts";
import { jsonText } from "../json-text.ts";
import { ndjsonLines } from "../ndjson-report.ts";
import type { ReportTarget } from "../reporter.ts";
import type { SessionList } from "./session-list.ts";

/** One JSON document: `{ sessions, totals }`. */
export function sessionJson({ sessions, totals }: SessionList, { write }: ReportTarget): void {
  write(`${jsonText({ sessions, totals }, 2)}\n`);
}

/** A line of JSON for each session, then one for the totals. `type` says which. */
export async function sessionLines(
  { sessions, totals }: SessionList,
  { write }: ReportTarget,
): Promise<void> {
  const lines = ndjsonLines(write);
  for (const session of sessions) lines.put({ type: "session", ...session });
  lines.put({ type: "totals", ...totals });
  await lines.end();
}

type Field = readonly [
  name: string,
  value: (session: ListedSession) => string | number | undefined,
];

const FIELDS: readonly Field[] = [
  ["id", ({ id }) => id],
  ["agent", ({ agent }) => agent],
  ["path", ({ path }) => path],
  ["bytes", ({ bytes }) => bytes],
  ["changed", ({ changed }) => changed],
  ["project", ({ project }) => project],
  ["folder", ({ folder }) => folder],
  ["model", ({ model }) => model],
  ["read", ({ read }) => read],
  ["format", ({ format }) => format],
  ["messages", ({ messages }) => messages],
  ["tokens", ({ tokens }) => tokens],
  ["windowTokens", ({ windowTokens }) => windowTokens],
  ["losslessTokens", ({ losslessTokens }) => losslessTokens],
  ["usd", ({ spent }) => spent?.usd],
  ["basis", ({ spent }) => spent?.basis],
  ["subagents", ({ subagents }) => subagents?.files],
  ["subagentUsd", ({ subagents }) => subagents?.spent?.usd],
  ["problem", ({ problem }) => problem],
];

/** A row for each session, after a row of names (RFC 4180, with line feeds). */
export function sessionCsv({ sessions }: SessionList, { write }: ReportTarget): void {
  write(`${FIELDS.map(([name]) => name).join(",")}\n`);
  for (const session of sessions)
    write(`${FIELDS.map(([, value]) => csvField(value(session))).join(",")}\n`);
}
