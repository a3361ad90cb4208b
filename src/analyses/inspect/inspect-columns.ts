import type { ColumnRow, ColumnTaker } from "../../engine/plain/rows/taken-columns.ts";
import { HAS_ODD, UNCOUNTED } from "../../json/tape/chat-table.ts";
import { WINDOW_ALONE } from "./inspect-transcript.ts";
import type { InspectedTranscript } from "./inspected.ts";
import { createSum } from "./inspection-sum.ts";

/** Takes the transcripts that columns suffice for; the others go to `inspectRead`. */
export function columnInspector(onRow: (row: ColumnRow) => void): ColumnTaker {
  return {
    policy: WINDOW_ALONE,
    takeRow(row) {
      if ((row.columns.notes & (UNCOUNTED | HAS_ODD)) !== 0) return false;
      onRow(row);
      return true;
    },
  };
}

/** The inspection of a row by its columns, as `inspectRead` gives it. */
export function inspectRow(row: ColumnRow, file: string): InspectedTranscript {
  const sum = createSum();
  sum.addRow(row, file);
  return { file, line: row.line, format: row.format.name, ...sum.total };
}
