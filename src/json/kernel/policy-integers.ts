import type { ChatTable } from "../tape/chat-table.ts";
import type { RowPolicy } from "../tape/masked-rows.ts";

/** Whether there is a trigger; the trigger, the least saving and the target, -1 for none. */
export function pressureOf({ pressure }: RowPolicy): readonly number[] {
  if (pressure === undefined) return [0, 0, 0, 0];
  return [1, pressure.trigger, pressure.minSavings, pressure.target ?? -1];
}

/** Which part of the kernel reads conversations, as in row-policy.ts. */
export function readerOf(table: ChatTable | undefined): number {
  if (table?.byItems === true) return 2;
  return table?.blocks === undefined ? 0 : 1;
}
