import { visible } from "../base/visible.ts";
import type {
  ObservationTelemetry,
  TranscriptTelemetry,
} from "../engine/edits/compaction-result.ts";
import { clipName } from "./clip-names.ts";
import { clipEnd, displayWidth, padToWidth } from "./display-width.ts";
import { number } from "./figures.ts";
import type { Reporter, ReportTarget } from "./reporter.ts";

/** A reporter that first writes the explanation of each transcript to its own target. */
export function explaining(reporter: Reporter, { write, columns }: ReportTarget): Reporter {
  return {
    ...reporter,
    transcript({ observations, ...telemetry }) {
      const text = explanationOf({ ...telemetry, observations: observations ?? [] }, columns);
      if (text !== "") write(text);
      reporter.transcript(telemetry);
    },
  };
}

/** A column of the explanation. */
interface ExplanationColumn {
  readonly name: string;
  readonly isLeft?: boolean;
  /** The width below which it is left out. */
  readonly from?: number;
  text(observation: ObservationTelemetry): string;
}

/** Widths below which some columns are left out. */
const NARROW = 60;
const WIDE = 100;

const COLUMNS: readonly ExplanationColumn[] = [
  { name: "line", text: ({ line }) => String(line) },
  { name: "tool", isLeft: true, text: nameOf },
  { name: "chars", text: ({ chars }) => number(chars) },
  { name: "after", from: NARROW, text: ({ afterChars }) => number(afterChars) },
  { name: "verdict", isLeft: true, text: verdictOf },
  { name: "by", isLeft: true, text: ({ by }) => by },
  { name: "from step", from: WIDE, text: ({ from }) => (from === undefined ? "" : number(from)) },
];

/** The column of the call's argument: the last one, which takes the remaining width. */
const ARGUMENT = "argument";

/** The greatest width of a tool's name, and the least that it is cut to. */
const MAX_TOOL = 24;
const MIN_TOOL = 8;

/** The least width of the argument column: below it the column is left out. */
const MIN_ARGUMENT = 10;

/**
 * The decision for each observation of a transcript and its reason, a line each below the transcript's name.
 * Empty without observations. Takes linear time.
 */
export function explanationOf(telemetry: TranscriptTelemetry, columns: number): string {
  const { file, line, observations = [] } = telemetry;
  if (observations.length === 0) return "";
  const shown = COLUMNS.filter(({ from = 0 }) => columns >= from);
  const rows = observations.map((observation) => shown.map(({ text }) => text(observation)));
  const widths = shown.map(({ name }, k) =>
    rows.reduce((widest, row) => Math.max(widest, displayWidth(row[k] ?? "")), name.length),
  );
  const others = widths.reduce((sum, width, k) => (k === TOOL ? sum : sum + width), 0);
  const gap = others + MIN_TOOL + 2 * (widths.length - 1) <= columns ? 2 : 1;
  const room = columns - others - gap * (widths.length - 1);
  widths[TOOL] = Math.min(widths[TOOL] ?? 0, MAX_TOOL, Math.max(MIN_TOOL, room));
  const rest = room - (widths[TOOL] ?? 0) - gap;
  const lineOf = (cells: readonly string[], argument: string) => {
    const line = cells.map((cell, k) => aligned(cell, widths[k] ?? 0, shown[k]?.isLeft));
    if (rest >= MIN_ARGUMENT) line.push(clipEnd(argument, rest));
    return `${clipEnd(line.join(" ".repeat(gap)).trimEnd(), columns)}\n`;
  };
  const hasArguments = observations.some(({ argument }) => argument !== undefined);
  const head = lineOf(
    shown.map(({ name }) => name),
    hasArguments ? ARGUMENT : "",
  );
  const lines = rows.map((row, k) => lineOf(row, visible(observations[k]?.argument ?? "")));
  return `${clipName(visible(`${file}:${line}`), columns)}\n${head}${lines.join("")}\n`;
}

const TOOL = COLUMNS.findIndex(({ name }) => name === "tool");

/** The tool, after the kind of part if that is not an observation. */
function nameOf({ tool, kind }: ObservationTelemetry): string {
  return visible([kind, tool].filter((word) => word !== undefined).join(" ") || "–");
}

function verdictOf({ isMasked, isDropped, kind }: ObservationTelemetry): string {
  if (isDropped === true) return "dropped";
  if (kind !== undefined) return "edited";
  return isMasked ? "masked" : "kept";
}

function aligned(cell: string, width: number, isLeft = false): string {
  return padToWidth(clipEnd(cell, width), width, isLeft ? "left" : "right");
}
