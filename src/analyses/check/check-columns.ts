import type { ColumnTaker } from "../../engine/plain/rows/taken-columns.ts";
import {
  type ChatColumns,
  HAS_CALL,
  REFUSABLE,
  RESULT,
  RESULT_STRIDE,
} from "../../json/tape/chat-table.ts";
import { createPolicy, PROGRAM_DEFAULTS } from "../../reduce/pipeline/policy.ts";

/** Takes rows whose columns show that a check finds nothing in them; the others are read as objects. */
export function columnChecker(onChecked: () => void): ColumnTaker {
  return {
    policy: NOTHING_MASKED,
    takeRow({ columns }) {
      const isFine = isPlainlyFine(columns);
      if (isFine) onChecked();
      return isFine;
    },
  };
}

/** A policy that masks nothing: nothing has to be written for it. */
const NOTHING_MASKED = createPolicy(
  { keepErrors: "none", keepExempt: false, preserveRecentRawTurns: 2 ** 30 },
  PROGRAM_DEFAULTS,
);

/** Whether each call is answered, except one in the last turn, and each result answers a call. */
function isPlainlyFine(columns: ChatColumns): boolean {
  const { notes, count, calls, openTurn, turns } = columns;
  if ((notes & REFUSABLE) !== 0) return false;
  const answers = countAnswers(columns);
  const isLastOpen = calls - answers === 1 && openTurn === turns;
  return count === answers && (calls === answers || isLastOpen);
}

/** How many results have a call. */
function countAnswers({ results, count }: ChatColumns): number {
  let answers = 0;
  for (let at = RESULT.flags; at < count * RESULT_STRIDE; at += RESULT_STRIDE)
    if (((results[at] ?? 0) & HAS_CALL) !== 0) answers++;
  return answers;
}
