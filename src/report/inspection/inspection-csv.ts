import type { InspectedTranscript } from "../../analyses/inspect/inspected.ts";
import { COUNT_KEYS } from "../../analyses/inspect/inspection-sum.ts";
import { charsOf, ROLES } from "../../analyses/inspect/kind-sizes.ts";
import { WINDOW_SIZES } from "../../analyses/inspect/result.ts";
import { SAVINGS_KEYS } from "../../reduce/pipeline/savings.ts";
import { type CsvValue, csvRows } from "../csv-report.ts";
import type { ReportTarget } from "../reporter.ts";
import type { InspectionReporter } from "./inspection-reporter.ts";

type InspectionField = readonly [name: string, value: (inspected: InspectedTranscript) => CsvValue];

/** The columns, in order: every figure of a transcript, without its tools and largest observations. */
const FIELDS: readonly InspectionField[] = [
  ["file", ({ file }) => file],
  ["line", ({ line }) => line],
  ["format", ({ format }) => format],
  ...COUNT_KEYS.map((key): InspectionField => [key, (inspected) => inspected[key]]),
  ...ROLES.map((role): InspectionField => [`${role}Chars`, ({ byRole }) => charsOf(byRole[role])]),
  ...SAVINGS_KEYS.map((key): InspectionField => [key, ({ savings }) => savings[key]]),
  ...WINDOW_SIZES.flatMap((window, k): InspectionField[] => [
    [`outside${window}Chars`, ({ windows }) => windows[k]?.outsideChars ?? 0],
    [`outside${window}ObservationChars`, ({ windows }) => windows[k]?.outsideObservationChars ?? 0],
  ]),
];

/** A row for each transcript as it is done. */
export function inspectionCsv({ write }: ReportTarget): InspectionReporter {
  const names = FIELDS.map(([name]) => name);
  return csvRows(write, names, (inspected: InspectedTranscript) => [
    FIELDS.map(([, value]) => value(inspected)),
  ]);
}
