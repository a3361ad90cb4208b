import type { Format } from "../format.ts";

/** Whether a table of words says all that a format reads, and in what order. */
export function isReadByTable({ chat, arrange }: Format): boolean {
  return chat !== undefined && chat.textCalls === undefined && arrange === undefined;
}
