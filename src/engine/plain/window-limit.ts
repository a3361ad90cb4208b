import { type ChatColumns, RESULT } from "../../json/tape/chat-table.ts";
import type { WindowPolicy } from "../../reduce/pipeline/checked-policy.ts";
import { CHARS_PER_TOKEN } from "../../transcript/model/size.ts";

/** The limit of a window: results with this number or a lower one are outside. */
export interface WindowLimit {
  /** The column that has the number; undefined: results are numbered from 1. */
  readonly column: number | undefined;
  readonly limit: number;
}

/** The counts of a conversation, and the chars of each of its results. */
export interface WindowCounts
  extends Pick<ChatColumns, "count" | "messages" | "spoken" | "toolTurns"> {
  charsOf(result: number): number;
}

/** The column that has a result's number in the window's unit; undefined: they are numbered from 1. */
export function windowColumn({ unit }: Pick<WindowPolicy, "unit">): number | undefined {
  switch (unit) {
    case "turns":
      return RESULT.toolTurn;
    case "messages":
      return RESULT.spoken;
    case "events":
      return RESULT.message;
    case "observations":
    case "tokens":
      return undefined;
    case "call-messages":
      throw new Error("no column counts the messages with calls: see isPlainPolicy");
    default:
      return unit satisfies never;
  }
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
  // The number of oldest units outside the window.
  const outside = (units: number) => Math.floor(units / every) * every - size;
  const column = windowColumn({ unit });
  switch (column) {
    case RESULT.toolTurn:
      return { column, limit: outside(counts.toolTurns) };
    case RESULT.spoken:
      return { column, limit: outside(counts.spoken) };
    case RESULT.message:
      return { column, limit: outside(counts.messages) };
    default:
      if (unit === "tokens") return { column, limit: counts.count - newestWithin(counts, size) };
      return { column, limit: outside(counts.count) };
  }
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
