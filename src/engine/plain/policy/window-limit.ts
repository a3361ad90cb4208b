import { RESULT } from "../../../json/tape/chat-table.ts";
import type { WindowPolicy } from "../../../reduce/pipeline/checked-policy.ts";
import type { WindowUnit } from "../../../reduce/pipeline/option-values.ts";
import { CHARS_PER_TOKEN } from "../../../transcript/model/size.ts";

/** The limit of a window: results with this number or a lower one are outside. */
export interface WindowLimit {
  /** The column that has the number; undefined: results are numbered from 1. */
  readonly column: number | undefined;
  readonly limit: number;
}

/**
 * The number of a result in a window's unit, by its column; undefined: results are numbered from 1. And the
 * count of all units in a conversation.
 */
const UNITS = {
  turns: { number: "toolTurn", total: "toolTurns" },
  "call-messages": { number: "callMessage", total: "callMessages" },
  messages: { number: "spoken", total: "spoken" },
  events: { number: "message", total: "messages" },
  observations: { number: undefined, total: "count" },
  tokens: { number: undefined, total: "count" },
} as const satisfies Record<WindowUnit, { number: keyof typeof RESULT | undefined; total: string }>;

type CountedUnit = (typeof UNITS)[WindowUnit];

/** The numbers of a result in the units that columns number. */
export type ResultNumbers = Readonly<Record<NonNullable<CountedUnit["number"]>, number>>;

/** The counts of units in a conversation. */
export type UnitTotals = Readonly<Record<CountedUnit["total"], number>>;

/** The counts of a conversation, and the chars of each of its results. */
export interface WindowCounts extends UnitTotals {
  charsOf(result: number): number;
}

/** The name of a result's number in the window's unit; undefined: they are numbered from 1. */
export function windowNumber({
  unit,
}: Pick<WindowPolicy, "unit">): keyof ResultNumbers | undefined {
  return UNITS[unit].number;
}

/** The column that has a result's number in the window's unit; undefined: they are numbered from 1. */
export function windowColumn(window: Pick<WindowPolicy, "unit">): number | undefined {
  const number = windowNumber(window);
  return number && RESULT[number];
}

/** The name of the count of all units of a window. */
export function windowTotal({ unit }: Pick<WindowPolicy, "unit">): keyof UnitTotals {
  return UNITS[unit].total;
}

/** Whether a window counts the task as one more result, before the others. */
export function countsTask({ unit, countTask = false }: WindowPolicy): boolean {
  return countTask && unit === "observations";
}

/** The limit of a window at the last step; `windowOf` computes every step. */
export function windowLimit(
  { unit, size, every = 1 }: WindowPolicy,
  counts: WindowCounts,
): WindowLimit {
  const column = windowColumn({ unit });
  if (unit === "tokens") return { column, limit: counts.count - newestWithin(counts, size) };
  return { column, limit: Math.floor(counts[windowTotal({ unit })] / every) * every - size };
}

/** How many of the newest results have `tokens` tokens together, at four chars a token. */
function newestWithin({ count, charsOf }: WindowCounts, tokens: number): number {
  let left = tokens * CHARS_PER_TOKEN;
  for (let newest = 0; newest < count; newest++) {
    left -= charsOf(count - 1 - newest);
    if (left < 0) return newest;
  }
  return count;
}
