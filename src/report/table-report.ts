import { visible } from "../base/visible.ts";
import type { TranscriptTelemetry } from "../engine/edits/compaction-result.ts";
import type { Totals } from "../engine/edits/compaction-totals.ts";
import type { ReasonCount, ReasonName } from "../reduce/pipeline/reasons.ts";
import { RULES, type RuleName } from "../reduce/rules/index.ts";
import { counted } from "./comparison/amounts.ts";
import { number, percent } from "./figures.ts";
import { wrapped } from "./list-table.ts";
import type { Reporter, ReportTarget } from "./reporter.ts";
import { layOut, type TableColumn } from "./table-columns.ts";
import { createMost } from "./top-rows.ts";

/** The most rows shown; cli-table3 takes quadratic time. */
const MAX_ROWS = 20;

/** At this width and below, the first columns to drop are always left out. */
const NARROW = 80;
const EXTRA_COLUMNS = 3;

/** A row before it is laid out: one text for each column. */
type CompactionRow = Readonly<Record<ColumnName, string>>;

type ColumnName =
  | "transcript"
  | "format"
  | "messages"
  | "before"
  | "after"
  | "saved"
  | "maskedCount"
  | "maskedChars"
  | "dropped"
  | "reductionStage";

/** The columns in order, and the order in which they are dropped on a narrow terminal: 1 first. */
const COLUMNS: readonly [TableColumn<ColumnName>, ...TableColumn<ColumnName>[]] = [
  { name: "transcript", align: "left" },
  { name: "format", align: "left", goes: 1 },
  { name: "messages", goes: 2 },
  { name: "before", goes: 5 },
  { name: "after", goes: 6 },
  { name: "saved" },
  { name: "maskedCount", goes: 8 },
  { name: "maskedChars", goes: 4 },
  { name: "dropped", goes: 3 },
  { name: "reductionStage", align: "left", goes: 7 },
];

/**
 * The table of a run: the transcripts with most saved, how many more there are, and the total. Sizes are chars,
 * except in the line below it, which has the bytes of the files.
 */
export function tableReporter({ write, columns, color }: ReportTarget): Reporter {
  const most = createMost<TranscriptTelemetry>(MAX_ROWS, ({ savedChars }) => savedChars);
  return {
    transcript: most.add,
    wants: most.wants,
    file: most.finish,
    discard: most.discard,
    async finish(totals) {
      const count = totals.transcripts;
      if (count === 0) {
        const isSaid =
          totals.failedInputs > 0 || (totals.emptyInputs > 0 && totals.skippedFiles === 0);
        if (!isSaid) write(wrapped(`no transcripts; ${footOf(totals)}`, columns));
        return;
      }
      const hasLines = totals.transcripts > totals.inputs;
      const rows = most.rows.map((telemetry) => rowOf(telemetry, hasLines));
      const more = count - rows.length;
      if (more > 0) rows.push({ ...EMPTY_ROW, transcript: `… and ${number(more)} more` });
      if (count !== 1) rows.push(totalRow(totals));
      const leastGone = columns > NARROW ? 0 : EXTRA_COLUMNS;
      write(`${layOut(rows, COLUMNS, { columns, color, hasTotal: count !== 1, leastGone })}\n`);
      write(wrapped(footOf(totals), columns));
      const rules = rulesOf(totals);
      if (rules !== undefined) write(wrapped(rules, columns));
    },
  };
}

function rowOf(telemetry: TranscriptTelemetry, hasLines: boolean): CompactionRow {
  const { beforeChars, afterChars } = telemetry;
  return {
    transcript: visible(hasLines ? `${telemetry.file}:${telemetry.line}` : telemetry.file),
    format: telemetry.format,
    messages: number(telemetry.messages),
    before: number(beforeChars),
    after: number(afterChars),
    saved: share(beforeChars, afterChars),
    maskedCount: number(telemetry.maskedCount),
    maskedChars: number(telemetry.maskedChars),
    dropped: number(telemetry.droppedCount),
    reductionStage:
      (telemetry.reductionStage ?? "–") + (telemetry.fits && telemetry.targetMet ? "" : "*"),
  };
}

const EMPTY_ROW: CompactionRow = {
  transcript: "",
  format: "",
  messages: "",
  before: "",
  after: "",
  saved: "",
  maskedCount: "",
  maskedChars: "",
  dropped: "",
  reductionStage: "",
};

function totalRow(totals: Totals): CompactionRow {
  return {
    ...EMPTY_ROW,
    transcript: "total",
    messages: number(totals.messages),
    before: number(totals.beforeChars),
    after: number(totals.afterChars),
    saved: share(totals.beforeChars, totals.afterChars),
    maskedCount: number(totals.maskedCount),
    maskedChars: number(totals.maskedChars),
    dropped: number(totals.droppedCount),
  };
}

function footOf(totals: Totals): string {
  const { beforeBytes, afterBytes } = totals;
  const { overBudget, overTarget } = totals;
  const limits = [...(overBudget > 0 ? ["budget"] : []), ...(overTarget > 0 ? ["target"] : [])];
  const parts = limits.length > 0 ? [`* larger than its ${limits.join(" or ")}`] : [];
  parts.push(`bytes ${number(beforeBytes)} -> ${number(afterBytes)}`);
  if (totals.beforeTokens !== undefined && totals.afterTokens !== undefined)
    parts.push(
      `tokens ${number(totals.beforeTokens)} -> ${number(totals.afterTokens)} (${totals.tokenizer})`,
    );
  if (totals.droppedCount > 0) parts.push(`${counted(totals.droppedCount, "message")} dropped`);
  if (totals.deadChars > 0)
    parts.push(
      `dead text ${number(totals.deadChars)} -> ${number(totals.deadChars - totals.deadMaskedChars)} chars`,
    );
  if (totals.skippedFiles > 0)
    parts.push(`skipped, of no known format: ${number(totals.skippedFiles)}`);
  return parts.join("; ");
}

/** Counts by rule, if a rule other than the window decided anything: `masked: 12 by window; kept: 3 by errors`. */
function rulesOf({ byRule }: Totals): string | undefined {
  const counts = (Object.entries(byRule) as [ReasonName, ReasonCount][]).filter(([name]) =>
    SPEAKING.has(name),
  );
  if (counts.every(([name]) => name === "window")) return undefined;
  const listed = (key: "masked" | "kept") => {
    const some = counts.flatMap(([name, { [key]: count }]) =>
      count === undefined || (key === "kept" && name === "window")
        ? []
        : [`${number(count)} by ${name}`],
    );
    return some.length === 0 ? [] : [`${key}: ${some.join(", ")}`];
  };
  return [...listed("masked"), ...listed("kept")].join("; ");
}

/** The rules that a user chose. */
const SPEAKING: ReadonlySet<ReasonName> = new Set([
  ...(Object.keys(RULES) as RuleName[]),
  "pressure" as const,
]);

function share(before: number, after: number): string {
  return percent(before - after, before);
}
