import { type ChatColumns, RESULT, RESULT_STRIDE } from "../../json/tape/chat-table.ts";
import type { WindowPolicy } from "../../reduce/pipeline/checked-policy.ts";

/** Which results are outside a window: those whose number is the limit or less. */
export interface WindowLimit {
  /** The column that has the number; none: results are numbered from 1. */
  readonly column: number | undefined;
  readonly limit: number;
}

/** The limit of a window at the last step: see `windowOf`, which has every step. */
export function windowLimit(
  { unit, size, every = 1 }: WindowPolicy,
  columns: ChatColumns,
): WindowLimit {
  // The number of first units outside the window.
  const outside = (units: number) => Math.floor(units / every) * every - size;
  switch (unit) {
    case "turns":
      return { column: RESULT.toolTurn, limit: outside(columns.toolTurns) };
    case "messages":
      return { column: RESULT.spoken, limit: outside(columns.spoken) };
    case "events":
      return { column: RESULT.message, limit: outside(columns.messages) };
    case "observations":
      return { column: undefined, limit: outside(columns.count) };
    case "tokens":
      return { column: undefined, limit: columns.count - newestWithin(columns, size) };
    case "call-messages":
      throw new Error("no column counts the messages with calls: see isPlainPolicy");
    default:
      return unit satisfies never;
  }
}

/** The number of newest results with `tokens` tokens together, at a quarter of a token a char. */
function newestWithin({ results, count }: ChatColumns, tokens: number): number {
  let left = tokens * 4;
  for (let newest = 0; newest < count; newest++) {
    left -= results[(count - 1 - newest) * RESULT_STRIDE + RESULT.chars] ?? 0;
    if (left < 0) return newest;
  }
  return count;
}
