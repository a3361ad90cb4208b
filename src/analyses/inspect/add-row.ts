import type { ColumnRow } from "../../engine/plain/rows/taken-columns.ts";
import {
  CHAT_SUMS,
  type ChatColumns,
  HAS_CALL,
  IS_ERROR,
  MOST_TOOLS,
  RESULT,
  RESULT_STRIDE,
  TURNS_SUMMED,
} from "../../json/tape/chat-table.ts";
import { type Savings, savingsFrom } from "../../reduce/pipeline/savings.ts";
import type { Role } from "../../transcript/model/message.ts";
import { type KindCounts, ROLES } from "./kind-sizes.ts";
import type { TopList } from "./largest.ts";
import { countRepeats } from "./repeats.ts";
import { type CountKey, type LargeObservation, UNKNOWN_TOOL, type WindowShare } from "./result.ts";
import { createToolTable, type ToolTable } from "./tool-sizes.ts";

/** Sums that figures of rows are added to. */
export interface RowSums {
  readonly counts: Record<CountKey, number>;
  readonly byRole: Record<Role, KindCounts>;
  readonly windows: readonly Mutable<WindowShare>[];
  readonly tools: ToolTable;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Adds the figures of a row to sums, from its columns; returns its savings. */
export function addRow({ counts, byRole, windows, tools }: RowSums, row: ColumnRow): Savings {
  const { columns, masked } = row;
  const { toolTurns } = columns;
  counts.messages += columns.messages;
  counts.turns += columns.turns;
  counts.toolTurns += toolTurns;
  counts.chars += columns.chars;
  counts.calls += columns.calls;
  counts.observations += columns.count;
  addKinds(columns, counts, byRole);
  addResults(columns, counts, windows);
  for (const share of windows) addWindow(columns, share);
  addRepeats(row, counts);
  addTools(row, tools);
  const { resultChars, chars: saved, maskedTurns } = masked;
  return savingsFrom({ chars: resultChars, saved, maskedTurns, toolTurns });
}

function addKinds(
  { sums }: ChatColumns,
  counts: RowSums["counts"],
  byRole: RowSums["byRole"],
): void {
  for (let role = 0; role < ROLES.length; role++) {
    const at = CHAT_SUMS.byRole + 4 * role;
    addTo(byRole[ROLES[role] ?? "user"], sums, at);
    addTo(counts, sums, at);
  }
}

function addTo(kinds: KindCounts, sums: Int32Array, at: number): void {
  kinds.textChars += sums[at] ?? 0;
  kinds.reasoningChars += sums[at + 1] ?? 0;
  kinds.callChars += sums[at + 2] ?? 0;
  kinds.observationChars += sums[at + 3] ?? 0;
}

/** Adds the results: how they are paired, and those outside of each window. */
function addResults(
  { results, count, calls, toolTurns }: ChatColumns,
  counts: RowSums["counts"],
  windows: RowSums["windows"],
): void {
  let answers = 0;
  for (let at = 0; at < count * RESULT_STRIDE; at += RESULT_STRIDE) {
    const flags = results[at + RESULT.flags] ?? 0;
    if ((flags & HAS_CALL) !== 0) answers++;
    if ((flags & IS_ERROR) !== 0) counts.errorObservations++;
    const back = toolTurns - (results[at + RESULT.toolTurn] ?? 0);
    for (const share of windows) {
      if (back < share.window) break;
      share.outsideObservations++;
      share.outsideObservationChars += results[at + RESULT.chars] ?? 0;
    }
  }
  counts.unansweredCalls += calls - answers;
  counts.orphanObservations += count - answers;
}

function addWindow({ toolTurns, sums, chars }: ChatColumns, share: Mutable<WindowShare>): void {
  const outside = toolTurns - share.window;
  const first = CHAT_SUMS.turns + ((outside + 1) & (TURNS_SUMMED - 1));
  const outsideChars = outside < 0 ? 0 : (sums[first] ?? 0);
  share.outsideChars += outsideChars;
  share.insideChars += chars - outsideChars;
}

function addRepeats(row: ColumnRow, counts: RowSums["counts"]): void {
  const { columns, results, masked } = row;
  const areMasked = masked.remaining > masked.count;
  const repeats = countRepeats(() => numbersUpTo(columns.count), {
    charsOf: (k: number) => results.chars(k),
    isMasked: areMasked ? (k) => row.isMasked(k) : () => false,
    fingerprintOf: (k) => results.tree.fingerprint(results.node(k)),
  });
  counts.maskedObservations += repeats.maskedObservations;
  counts.maskedObservationChars += repeats.maskedObservationChars;
  counts.duplicateObservations += repeats.duplicateObservations;
  counts.duplicateChars += repeats.duplicateChars;
}

function* numbersUpTo(count: number): Iterable<number> {
  for (let k = 0; k < count; k++) yield k;
}

function addTools({ columns, results }: ColumnRow, all: ToolTable): void {
  const { tools } = columns;
  // If not all tools fit, the order in which they are added matters.
  const table = all.hasRoom(tools + 1) ? all : createToolTable();
  const add = (tool: string, number: number) => {
    const share = shareOf(tool, columns.sums, CHAT_SUMS.tools + 4 * number);
    if (share.calls + share.observations > 0) table.add(share);
  };
  for (let number = 0; number < tools; number++)
    add(results.tree.text(columns.toolName(number)) || UNKNOWN_TOOL, number);
  add(UNKNOWN_TOOL, MOST_TOOLS);
  if (table !== all) for (const share of table.shares) all.add(share);
}

function shareOf(tool: string, sums: Int32Array, at: number) {
  return {
    tool,
    calls: sums[at] ?? 0,
    callChars: sums[at + 1] ?? 0,
    observations: sums[at + 2] ?? 0,
    observationChars: sums[at + 3] ?? 0,
  };
}

/** Adds the largest results of a row to a list. */
export function eachLargest(
  { columns: { results, count }, results: texts, line }: ColumnRow,
  file: string,
  largest: TopList<LargeObservation>,
): void {
  for (let k = 0; k < count; k++) {
    const chars = results[k * RESULT_STRIDE + RESULT.chars] ?? 0;
    if (chars > 0 && largest.admits(chars))
      largest.add({ file, line, tool: texts.toolName(k) || UNKNOWN_TOOL, chars });
  }
}
