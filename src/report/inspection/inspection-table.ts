import type { InspectedTotals, InspectedTranscript } from "../../analyses/inspect/inspected.ts";
import { WINDOW_SIZES } from "../../analyses/inspect/result.ts";
import { visible } from "../../base/visible.ts";
import { counted } from "../comparison/amounts.ts";
import { areAllEmpty, formatsIn, number, percent } from "../figures.ts";
import { wrapped } from "../list-table.ts";
import type { ReportTarget } from "../reporter.ts";
import { layOut, type TableColumn } from "../table-columns.ts";
import { createMost } from "../top-rows.ts";
import { notesOf } from "./inspection-notes.ts";
import type { InspectionReporter } from "./inspection-reporter.ts";
import { chars, largest, tools, windows } from "./inspection-sections.ts";

/** Transcripts that are named, those with most chars. */
const MAX_ROWS = 10;

/** The window for which the list of transcripts shows the chars outside. */
const SHOWN_WINDOW = WINDOW_SIZES.indexOf(10);

/**
 * The tables of an inspection: the largest transcripts, if there are several, and then, of all of them
 * together, the chars by role and kind, the tools, the windows and the largest observations.
 */
export function inspectionTable({ write, columns, color }: ReportTarget): InspectionReporter {
  const most = createMost<InspectionRow>(MAX_ROWS, (row) => row.chars);
  return {
    transcript: (inspected) => most.add(rowOf(inspected)),
    wants: most.wants,
    file: most.finish,
    discard: most.discard,
    async finish(totals) {
      if (totals.transcripts === 0) {
        if (totals.failedInputs === 0 && !areAllEmpty(totals))
          write(`no transcripts${skipped(totals, "; ")}\n`);
        return;
      }
      const layout = { columns, color };
      const sections = [
        wrapped(headOf(totals, most.rows), columns),
        totals.transcripts === 1 ? "" : listOf(most.rows, totals, layout),
        chars(totals, layout),
        tools(totals, layout),
        windows(totals, layout),
        largest(totals, layout),
        `${notesOf(totals).join("\n")}${skipped(totals, "\n")}`
          .split("\n")
          .map((note) => wrapped(note, columns))
          .join(""),
      ];
      write(sections.filter((section) => section !== "").join("\n"));
    },
  };
}

/** One line that says what was inspected. */
function headOf(totals: InspectedTotals, [first]: readonly InspectionRow[]): string {
  const what =
    totals.transcripts === 1
      ? visible(first?.file ?? "")
      : `${number(totals.transcripts)} transcripts in ${counted(totals.inputs, "input")}`;
  const figures = [
    counted(totals.messages, "message"),
    counted(totals.toolTurns, "tool turn"),
    `${number(totals.bytes)} bytes`,
  ];
  return `${what}: ${formatsIn(totals.formats)}; ${figures.join(", ")}`;
}

/** A transcript in the list; its other figures are not kept. */
interface InspectionRow {
  readonly file: string;
  readonly line: number;
  readonly messages: number;
  readonly chars: number;
  readonly observationChars: number;
  readonly outsideObservationChars: number;
}

function rowOf(inspected: InspectedTranscript): InspectionRow {
  const { file, line } = inspected;
  return { file, line, ...figuresOf(inspected) };
}

function figuresOf(
  inspected: InspectedTotals | InspectedTranscript,
): Omit<InspectionRow, "file" | "line"> {
  const { messages, observationChars } = inspected;
  const { outsideObservationChars = 0 } = inspected.windows[SHOWN_WINDOW] ?? {};
  return { messages, chars: inspected.chars, observationChars, outsideObservationChars };
}

type InspectionColumn = "transcript" | "messages" | "chars" | "observations" | "outside 10 turns";

const LIST_COLUMNS: readonly [TableColumn<InspectionColumn>, ...TableColumn<InspectionColumn>[]] = [
  { name: "transcript", align: "left" },
  { name: "messages", goes: 1 },
  { name: "chars" },
  { name: "observations", goes: 3 },
  { name: "outside 10 turns", goes: 2 },
];

function listOf(
  most: readonly InspectionRow[],
  totals: InspectedTotals,
  layout: { readonly columns: number; readonly color: boolean },
): string {
  const hasLines = totals.transcripts > totals.inputs;
  const cells = (transcript: string, row: Omit<InspectionRow, "file" | "line">) => ({
    transcript,
    messages: number(row.messages),
    chars: number(row.chars),
    observations: percent(row.observationChars, row.chars),
    "outside 10 turns": percent(row.outsideObservationChars, row.chars),
  });
  const rows = most.map((row) =>
    cells(visible(hasLines ? `${row.file}:${row.line}` : row.file), row),
  );
  const more = totals.transcripts - rows.length;
  if (more > 0)
    rows.push({
      transcript: `… and ${number(more)} more`,
      messages: "",
      chars: "",
      observations: "",
      "outside 10 turns": "",
    });
  rows.push(cells("total", figuresOf(totals)));
  return `${layOut(rows, LIST_COLUMNS, { ...layout, hasTotal: true })}\n`;
}

function skipped({ skippedFiles }: InspectedTotals, before: string): string {
  return skippedFiles === 0 ? "" : `${before}skipped, of no known format: ${number(skippedFiles)}`;
}
