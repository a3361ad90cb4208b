import type { ColumnRow } from "../../engine/plain/rows/taken-columns.ts";
import { addSavings, NO_SAVINGS } from "../../reduce/pipeline/savings.ts";
import { addRow, eachLargest } from "./add-row.ts";
import { addChars, noChars, ROLES } from "./kind-sizes.ts";
import { createTopList } from "./largest.ts";
import type { CountKey, Inspection, WindowShare } from "./result.ts";
import { WINDOW_SIZES } from "./result.ts";
import { createToolTable } from "./tool-sizes.ts";

/** Inspections added up: sums and the largest few, in constant memory. */
export interface InspectionSum {
  add(inspection: Inspection): void;
  /** Adds that of a row, by its columns. */
  addRow(row: ColumnRow, file: string): void;
  readonly total: Inspection;
}

export function createSum(): InspectionSum {
  const counts = { ...NO_COUNTS };
  const byRole = { system: noChars(), user: noChars(), assistant: noChars(), tool: noChars() };
  const windows = WINDOW_SIZES.map((window) => ({ ...NO_SHARE, window }));
  let savings = NO_SAVINGS;
  const tools = createToolTable();
  const largest = createTopList<Inspection["largest"][number]>();
  return {
    add(inspection) {
      for (const key of COUNT_KEYS) counts[key] += inspection[key];
      for (const role of ROLES) addChars(byRole[role], inspection.byRole[role]);
      savings = addSavings(savings, inspection.savings);
      windows.forEach((sum, k) => {
        const share = inspection.windows[k] ?? NO_SHARE;
        for (const key of SHARE_KEYS) sum[key] += share[key];
      });
      for (const share of inspection.tools) tools.add(share);
      for (const item of inspection.largest) largest.add(item);
    },
    addRow(row, file) {
      savings = addSavings(savings, addRow({ counts, byRole, windows, tools }, row));
      eachLargest(row, file, largest);
    },
    get total() {
      return {
        ...counts,
        byRole: structuredClone(byRole),
        savings,
        windows: structuredClone(windows),
        tools: tools.shares,
        largest: [...largest.items],
      };
    },
  };
}

const NO_COUNTS: Record<CountKey, number> = {
  messages: 0,
  turns: 0,
  toolTurns: 0,
  chars: 0,
  textChars: 0,
  reasoningChars: 0,
  callChars: 0,
  observationChars: 0,
  images: 0,
  imageBytes: 0,
  deadMessages: 0,
  deadChars: 0,
  calls: 0,
  observations: 0,
  errorObservations: 0,
  unansweredCalls: 0,
  orphanObservations: 0,
  maskedObservations: 0,
  maskedObservationChars: 0,
  duplicateObservations: 0,
  duplicateChars: 0,
  sideCopies: 0,
  sideCopyBytes: 0,
};

/** In the order in which they are reported. */
export const COUNT_KEYS = Object.keys(NO_COUNTS) as readonly CountKey[];

const NO_SHARE = {
  window: 0,
  insideChars: 0,
  outsideChars: 0,
  outsideObservations: 0,
  outsideObservationChars: 0,
} satisfies WindowShare;

const SHARE_KEYS = [
  "insideChars",
  "outsideChars",
  "outsideObservations",
  "outsideObservationChars",
] as const;
