import { inspectRow } from "../../../analyses/inspect/inspect-columns.ts";
import type { InspectedTranscript } from "../../../analyses/inspect/inspected.ts";
import { createSum, type InspectionSum } from "../../../analyses/inspect/inspection-sum.ts";
import type { ColumnRow } from "../../../engine/plain/rows/taken-columns.ts";
import { createInspectionReporter } from "../../../report/inspection/index.ts";
import { countIn, createInputCounts, discarding } from "../../inputs/input-counts.ts";
import type { InputTaker } from "../../inputs/over-inputs.ts";
import { wantsColor } from "../../terminal/color.ts";
import type { Shell } from "../../terminal/shell.ts";
import { tableWidth } from "../../terminal/stream-width.ts";
import { textOutput } from "../../terminal/text-output.ts";
import type { InspectFlags } from "./flags.ts";

/** The inspection of all inputs, and its exit code. */
export interface InspectReport extends Omit<InputTaker, "transcript" | "columns" | "looksFor"> {
  transcript(inspected: InspectedTranscript): void;
  row(row: ColumnRow, file: string): void;
  readonly exitCode: number;
}

/** Opens the report of an inspection, on stdout. */
export async function openInspectReport(shell: Shell, flags: InspectFlags): Promise<InspectReport> {
  const { stdout, env } = shell;
  const output = textOutput(shell);
  const reporter = await createInspectionReporter(flags.report, {
    write: output.put,
    columns: tableWidth(stdout, env),
    color: wantsColor(flags.color, env, stdout),
  });
  const sum = createSum();
  const counts = createInputCounts();
  // Rows of the current input, which count only if it can be read to its end.
  let current: InspectionSum = createSum();
  let formats = new Map<string, number>();
  const begin = () => {
    current = createSum();
    formats = new Map();
  };
  const discard = () => {
    begin();
    reporter.discard();
  };
  return {
    transcript(inspected) {
      current.add(inspected);
      countIn(formats, inspected.format);
      reporter.transcript(inspected);
    },
    row(row, file) {
      current.addRow(row, file);
      countIn(formats, row.format.name);
      if (reporter.wants?.(row.columns.chars) ?? true) reporter.transcript(inspectRow(row, file));
    },
    file(inspected) {
      sum.add(current.total);
      counts.file(inspected, formats);
      begin();
      reporter.file(inspected);
    },
    ...discarding(counts, discard),
    flush: output.flush,
    async finish() {
      await reporter.finish({ ...counts.totals, ...sum.total });
      await output.flush();
    },
    get exitCode() {
      return counts.exitCode;
    },
  };
}
